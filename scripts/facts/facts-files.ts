import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Facts } from '../../server/src/catalog/files.ts';
import { compareKubernetesVersions } from '../../server/src/catalog/version.ts';

/** The file that says how objects of all releases are written as protobuf. */
export const protobufFactsName = 'protobuf.json';

/** The name of the file that holds the facts of a release (`v1.36.3`): `kubernetes-1.36.json`. */
export function factsFileName(release: string): string {
  return `kubernetes-${minorOf(release)}.json`;
}

/** The name of the file that says what a server of a release has from its first moment: `server-1.36.json`. */
export function serverFactsName(release: string): string {
  return `server-${minorOf(release)}.json`;
}

/** The name of the file with the types that a server of a release judges objects in: `internal-1.36.json`. */
export function internalFactsName(release: string): string {
  return `internal-${minorOf(release)}.json`;
}

function minorOf(release: string): string {
  const minor = /^v?(\d+\.\d+)/.exec(release)?.[1];
  if (minor === undefined) throw new Error(`${JSON.stringify(release)} is no version of Kubernetes`);
  return minor;
}

/** The versions (`1.36`) that a folder has facts of, the oldest first. */
export async function versionsOfFacts(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const versions = names.flatMap((name) => /^kubernetes-(\d+\.\d+)\.json$/.exec(name)?.[1] ?? []);
  return versions.sort(compareKubernetesVersions);
}

/** All facts of a folder by their version, the oldest first. */
export async function readFacts(folder: string): Promise<Map<string, Facts>> {
  const facts = new Map<string, Facts>();
  for (const version of await versionsOfFacts(folder)) {
    facts.set(version, JSON.parse(await readFile(join(folder, factsFileName(version)), 'utf8')) as Facts);
  }
  return facts;
}
