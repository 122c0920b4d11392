import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InternalStructs } from '../../sandbox/src/internal-structs.ts';
import { goModuleFolders, goSources } from './go-modules.ts';

/**
 * The structs that a release's API server has objects in while it judges them, from its Go sources: of those alone it is known
 * how they are shown in messages.
 */
export async function makeInternalStructs(release: string): Promise<InternalStructs> {
  const modules = [
    `k8s.io/kubernetes@${release}`,
    `k8s.io/apiextensions-apiserver@${release.replace(/^v1\./, 'v0.')}`,
  ];
  const [kubernetes, extensions] = goModuleFolders(modules) as [string, string];
  const all = new Map<string, string>();
  for (const name of packages) {
    const folder =
      name === 'apiextensions' ? join(extensions, 'pkg/apis', name) : join(kubernetes, 'pkg/apis', name);
    for (const file of await goSources(folder)) {
      for (const [type, text] of internalTypesOf(name, await readFile(file, 'utf8'))) all.set(type, text);
    }
  }
  return reachable(withoutNames(all));
}

/** Without the types that are another name of a basic one. */
function withoutNames(all: ReadonlyMap<string, string>): Map<string, string> {
  const basic = (type: string): string => {
    const other = all.get(type)?.replace(/^=/, '');
    return other !== undefined && basicTypes.has(other) ? other : type;
  };
  return new Map(
    [...all]
      .filter(([name]) => basic(name) === name)
      .map(([name, text]) => [name, text.replace(/\w+\.\w+/g, (type) => basic(type))]),
  );
}

/** What kinds are made of. */
function reachable(all: ReadonlyMap<string, string>): InternalStructs {
  const found = new Set(
    [...all].flatMap(([name, text]) => (text.includes(' metav1.ObjectMeta') ? [name] : [])),
  );
  for (const name of found) {
    for (const [type] of all.get(name)!.matchAll(/\w+\.\w+/g)) if (all.has(type)) found.add(type);
  }
  return Object.fromEntries([...found].sort().map((name) => [name, all.get(name)!]));
}

const packages = [
  'admissionregistration',
  'apiextensions',
  'apps',
  'autoscaling',
  'batch',
  'certificates',
  'coordination',
  'core',
  'discovery',
  'flowcontrol',
  'networking',
  'node',
  'policy',
  'rbac',
  'resource',
  'scheduling',
  'storage',
];

/** The types of one Go source of a package: a struct's fields, or what else the type is. */
export function* internalTypesOf(packageName: string, source: string): Generator<[string, string]> {
  for (const [, name, body] of source.matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm)) {
    yield [
      `${packageName}.${name}`,
      body!
        .split('\n')
        .flatMap((line) => fieldOf(packageName, line))
        .join(';'),
    ];
  }
  for (const [, name, type] of source.matchAll(/^type (\w+) ((?:\[\]|map\[\w+\])*\*?[\w.]+)$/gm)) {
    yield [`${packageName}.${name}`, `=${typeIn(packageName, type!)}`];
  }
}

const fieldLine = /^\t(?:(\w+)\s+)?((?:\*|\[\]|map\[[\w.]+\])*[\w.]+)(?:\s+`.*`)?(?:\s*\/\/.*)?$/;

/** `Name string`; an embedded struct has no name. */
function fieldOf(packageName: string, line: string): string[] {
  const [, name = '', type] = fieldLine.exec(line) ?? [];
  return type === undefined ? [] : [`${name} ${typeIn(packageName, type)}`];
}

/** A type as others than its own package call it. */
function typeIn(packageName: string, type: string): string {
  const [, before = '', name = ''] = /^((?:\*|\[\]|map\[[\w.]+\])*)(.*)$/.exec(type) ?? [];
  const around = before.replace(/map\[[\w.]+\]/g, 'map ');
  if (name.includes('.')) return `${around}${name.replace(/^api\./, 'core.')}`;
  return `${around}${basicTypes.has(name) ? name : `${packageName}.${name}`}`;
}

const basicTypes = new Set(['string', 'bool', 'byte', 'int', 'int32', 'int64', 'float64']);
