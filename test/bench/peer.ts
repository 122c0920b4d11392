import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const version = '2.0.0';

/** The peer of the language server: the program that people use for YAML now, and its schema for Kubernetes. */
export interface Peer {
  /** Its program, for `--stdio`. */
  program: string;
  /** The path of one JSON Schema over all kinds, as its users get it: a `oneOf` over every kind. */
  schema: string;
}

/** Installs yaml-language-server below `.vscode-test`, once, and writes its schema from the project's facts. */
export async function installPeer(root: string): Promise<Peer> {
  const folder = join(root, '.vscode-test', 'bench');
  const program = join(folder, 'node_modules', 'yaml-language-server', 'bin', 'yaml-language-server');
  await mkdir(folder, { recursive: true });
  if (!existsSync(program)) {
    await writeFile(join(folder, 'package.json'), '{"private":true}\n');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    const run = spawnSync('npm', ['install', ...flags, `yaml-language-server@${version}`], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (run.status !== 0)
      throw new Error('npm could not install yaml-language-server: check its package registry');
  }
  const schema = join(folder, 'all.json');
  await writeFile(schema, await schemaOverAllKinds(join(root, 'server', 'facts', 'kubernetes-1.36.json')));
  return { program, schema };
}

interface Facts {
  resources: { group: string; version: string; kind: string; schema?: string }[];
  schemas: Record<string, Record<string, unknown>>;
}

async function schemaOverAllKinds(facts: string): Promise<string> {
  const { schemas } = JSON.parse(await readFile(facts, 'utf8')) as Facts;
  const kinds = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const identities = schema['x-kubernetes-group-version-kind'] as {
      group: string;
      version: string;
      kind: string;
    }[];
    if (identities?.length !== 1) continue;
    const { group, version: apiVersion, kind } = identities[0]!;
    const properties = schema.properties as Record<string, object>;
    properties.apiVersion = { type: 'string', enum: [group ? `${group}/${apiVersion}` : apiVersion] };
    properties.kind = { type: 'string', enum: [kind] };
    kinds.push({ $ref: `#/definitions/${name}` });
  }
  const text = JSON.stringify({ oneOf: kinds, definitions: schemas });
  return text.replaceAll('#/components/schemas/', '#/definitions/');
}
