import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import protobuf from 'protobufjs';
import type { MessageField, ProtobufFacts } from '../../sandbox/src/protobuf/protobuf-facts.ts';
import type { Facts } from '../../server/src/catalog/files.ts';
import { foldersWith, goModuleFolders, goSources } from './go-modules.ts';
import { type GoStructField, type GoTypes, goTypesOf } from './go-structs.ts';

/** The Go modules that declare what clients send. */
const modules = [
  'k8s.io/apimachinery',
  'k8s.io/api',
  'k8s.io/apiextensions-apiserver',
  'k8s.io/kube-aggregator',
];

/** What a body is wrapped in. */
const envelope = 'io.k8s.apimachinery.pkg.runtime.Unknown';

/**
 * How the definitions of these facts are written as protobuf, by the Go modules of the same releases, their fields in the
 * order of the Go structs. A message that releases write differently is the union of its fields, which tell since when they are
 * in it; of a field, the newest counts. Rejects where a number means two things.
 */
export async function makeProtobufFacts(facts: readonly Facts[]): Promise<ProtobufFacts> {
  const named = facts.flatMap(({ version }) =>
    modules.map((module) => `${module}@${moduleVersion(version)}`),
  );
  const messages = new Map<string, Map<number, MessageField>>();
  for (const [at, folders] of [...inReleases(goModuleFolders(named))].entries()) {
    const since = minorOf(facts[at]!.version);
    for (const [name, fields] of await readMessages(folders)) merge(messages, name, fields, since);
  }
  const roots = [envelope, ...facts.flatMap(({ schemas }) => Object.keys(schemas))];
  const wanted = [...reachable(messages, roots)].sort();
  return {
    modules: named,
    messages: Object.fromEntries(wanted.map((name) => [name, [...messages.get(name)!.values()]])),
  };
}

/** Kubernetes v1.35.4 is made of modules of v0.35.4. */
function moduleVersion(release: string): string {
  return release.replace(/^v1\./, 'v0.');
}

/** `1.35` of v1.35.4. */
function minorOf(release: string): string {
  return release.replace(/^v(\d+\.\d+).*$/, '$1');
}

function* inReleases(folders: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < folders.length; at += modules.length) yield folders.slice(at, at + modules.length);
}

/** All messages of one release's modules. */
async function readMessages(moduleFolders: readonly string[]): Promise<Map<string, MessageField[]>> {
  const root = new protobuf.Root();
  const types = new Map<string, GoTypes>();
  for (const module of moduleFolders) {
    for (const folder of await foldersWith(module, 'generated.proto')) {
      const text = await readFile(join(folder, 'generated.proto'), 'utf8');
      const parsed = protobuf.parse(text, root, { keepCase: true });
      if (parsed.package === undefined) throw new Error(`${folder}/generated.proto names no package`);
      types.set(parsed.package, await readGoTypes(folder));
    }
  }
  root.resolveAll();
  const messages = new Map<string, MessageField[]>();
  for (const [name, goTypes] of types) {
    const namespace = root.lookup(name) as protobuf.Namespace;
    for (const type of namespace.nestedArray) {
      if (type instanceof protobuf.Type) messages.set(definitionName(type), fieldsOf(type, goTypes));
    }
  }
  return messages;
}

async function readGoTypes(folder: string): Promise<GoTypes> {
  const all: GoTypes = { structs: new Map(), lists: new Set() };
  for (const file of await goSources(folder)) {
    const { structs, lists } = goTypesOf(await readFile(file, 'utf8'));
    for (const [name, fields] of structs) all.structs.set(name, fields);
    for (const name of lists) all.lists.add(name);
  }
  return all;
}

/** `io.k8s.kube-aggregator.pkg.X` of the message `.k8s.io.kube_aggregator.pkg.X`. */
function definitionName({ fullName }: protobuf.Type): string {
  return fullName.replace(/^\.k8s\.io\./, 'io.k8s.').replaceAll('_', '-');
}

function fieldsOf(type: protobuf.Type, { structs, lists }: GoTypes): MessageField[] {
  const struct = structs.get(type.name);
  return type.fieldsArray.map((field) => {
    const goField = struct?.get(field.id);
    const name = lists.has(type.name) ? '' : (goField?.jsonName ?? field.name);
    const goName = goField?.goName ?? upperFirst(field.name);
    const empty = goField && field.resolve() && emptyOf(field, goField);
    return {
      number: field.id,
      name,
      ...(goName !== upperFirst(name) && { goName }),
      type: field.resolvedType instanceof protobuf.Type ? definitionName(field.resolvedType) : field.type,
      ...(field instanceof protobuf.MapField ? { many: 'map' } : field.repeated && { many: 'list' }),
      ...(empty && { empty }),
    };
  });
}

function emptyOf(field: protobuf.Field, { isPointer, omits }: GoStructField): MessageField['empty'] {
  if (isPointer) return 'kept';
  const isOne = !field.repeated && !(field instanceof protobuf.MapField);
  const isStruct = isOne && field.resolvedType instanceof protobuf.Type;
  return omits === 'nothing' || (isStruct && omits === 'empty') ? 'written' : undefined;
}

function merge(
  all: Map<string, Map<number, MessageField>>,
  name: string,
  fields: readonly MessageField[],
  release: string,
): void {
  const earlier = all.get(name);
  const known = new Map<number, MessageField>();
  all.set(name, known);
  for (const field of fields) {
    const before = earlier?.get(field.number);
    if (before && (before.name !== field.name || before.type !== field.type || before.many !== field.many)) {
      throw new Error(
        `field ${field.number} of ${name} is ${before.name} in one release, ${field.name} in another`,
      );
    }
    const since = before ? before.since : earlier && release;
    known.set(field.number, { ...field, ...(since !== undefined && { since }) });
  }
  for (const [number, field] of earlier ?? []) if (!known.has(number)) known.set(number, field);
}

function reachable(all: ReadonlyMap<string, ReadonlyMap<number, MessageField>>, roots: readonly string[]) {
  const found = new Set(roots.filter((name) => all.has(name)));
  for (const name of found) {
    for (const { type } of all.get(name)!.values()) if (all.has(type)) found.add(type);
  }
  return found;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
