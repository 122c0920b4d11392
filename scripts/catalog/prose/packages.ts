import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { proseOfCdk8s } from './cdk8s.ts';
import { proseOfKubernetesTypes } from './kubernetes-types.ts';
import { proseOfOfficialClient } from './official-client.ts';
import { ownProse } from './own.ts';
import type { SourceProse } from './prose.ts';

/**
 * The prose of these definitions in the packages that the project at `root` has for it, the newest first, then what the
 * project says itself. Rejects when a package is not installed.
 */
export async function proseOfPackages(
  root: string,
  definitions: readonly string[],
): Promise<readonly SourceProse[]> {
  const { resolve } = createRequire(join(root, 'package.json'));
  const client = dirname(resolve('@kubernetes/client-node'));
  const constructs = dirname(resolve('cdk8s-plus-34/package.json'));
  const types = dirname(resolve('kubernetes-types/package.json'));
  return [
    await proseOfOfficialClient(join(client, 'gen', 'models'), definitions),
    proseOfCdk8s(await readFile(join(constructs, 'lib', 'imports', 'k8s.d.ts'), 'utf8')),
    proseOfKubernetesTypes(await typeFiles(types)),
    ownProse,
  ];
}

/** The type files of a folder by their paths in it. */
async function typeFiles(folder: string): Promise<Map<string, string>> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.d.ts'));
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
  return new Map(paths.map((path, index) => [path.replaceAll('\\', '/'), texts[index]!]));
}
