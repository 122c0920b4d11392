import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Lifecycle } from '../../server/src/catalog/catalog.ts';
import { deprecationsIn } from '../../server/src/catalog/deprecation.ts';
import {
  type ChunkEntry,
  chunkOf,
  type Facts,
  type IndexFile,
  type LifecycleFile,
  type ProseFile,
  type SchemasFile,
} from '../../server/src/catalog/files.ts';
import { internalFactsName, protobufFactsName, readFacts, serverFactsName } from '../facts/facts-files.ts';
import { joinProse, type SourceProse } from './prose/prose.ts';

/** Where the catalog is made from and to. */
export interface CatalogFolders {
  /** `server/facts`. */
  facts: string;
  /** Reads what is said of definitions, in the order in which the sources count. */
  prose(definitions: readonly string[]): Promise<readonly SourceProse[]>;
  /** Replaced as a whole. */
  out: string;
}

/** A written file: its name inside the catalog and its size in bytes. */
export interface CatalogFile {
  name: string;
  bytes: number;
}

/**
 * Builds the catalog: one index per Kubernetes version, and chunks of schemas and prose per package whose names
 * carry a hash of their content, so that versions share what is the same. Gives the files it wrote.
 */
export async function buildCatalog(folders: CatalogFolders): Promise<CatalogFile[]> {
  const facts = await readFacts(folders.facts);
  const lifecycle = JSON.parse(await readFile(join(folders.facts, 'lifecycle.json'), 'utf8')) as Lifecycle[];
  const definitions: SchemasFile = Object.assign({}, ...[...facts.values()].map(({ schemas }) => schemas));
  const sources = await folders.prose(Object.keys(definitions));
  const said = joinProse(sources, definitions);
  const prose = chunked(said);

  const files = new Map<string, string>();
  const proseNames = new Map<string, string>();
  for (const [chunk, content] of prose) {
    proseNames.set(chunk, addChunk(files, 'prose', chunk, JSON.stringify(content satisfies ProseFile)));
  }
  for (const [version, { version: release, resources, schemas }] of facts) {
    const chunks: Record<string, ChunkEntry> = {};
    const parts = chunked(schemas);
    const needs = needsOf(parts);
    for (const [chunk, content] of parts) {
      const proseName = proseNames.get(chunk);
      chunks[chunk] = {
        schemas: addChunk(files, 'schemas', chunk, JSON.stringify(content satisfies SchemasFile)),
        ...(proseName === undefined ? {} : { prose: proseName }),
        needs: needs.get(chunk) ?? [],
      };
    }
    const index: IndexFile = {
      version: release,
      resources,
      objects: objectsOf({ resources, schemas }),
      chunks,
    };
    files.set(`${version}/index.json`, JSON.stringify(index));
    files.set(
      `${version}/server.json`,
      await readFile(join(folders.facts, serverFactsName(release)), 'utf8'),
    );
    files.set(
      `${version}/internal.json`,
      await readFile(join(folders.facts, internalFactsName(release)), 'utf8'),
    );
  }
  const lifecycleFile: LifecycleFile = {
    groups: groupsOf([...facts.values()], lifecycle),
    rows: lifecycle,
    deprecatedFields: deprecatedFields([...facts.values()], said),
  };
  files.set('lifecycle.json', JSON.stringify(lifecycleFile));

  files.set(protobufFactsName, await readFile(join(folders.facts, protobufFactsName), 'utf8'));

  await rm(folders.out, { recursive: true, force: true });
  for (const [name, content] of files) {
    await mkdir(dirname(join(folders.out, name)), { recursive: true });
    await writeFile(join(folders.out, name), content);
  }
  return [...files].map(([name, content]) => ({ name, bytes: Buffer.byteLength(content) }));
}

function chunked<Value>(byDefinition: Record<string, Value>): Map<string, Record<string, Value>> {
  const chunks = new Map<string, Record<string, Value>>();
  for (const [definition, value] of Object.entries(byDefinition)) {
    const chunk = chunkOf(definition);
    const content = chunks.get(chunk) ?? {};
    content[definition] = value;
    chunks.set(chunk, content);
  }
  return chunks;
}

function addChunk(files: Map<string, string>, folder: string, chunk: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const name = `${folder}/${chunk}.${hash}.json`;
  files.set(name, content);
  return name;
}

/** For each chunk, every other chunk that it reaches by references. */
function needsOf(chunks: ReadonlyMap<string, SchemasFile>): Map<string, string[]> {
  const direct = new Map<string, Set<string>>();
  for (const [chunk, content] of chunks) {
    const references = JSON.stringify(content).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
    direct.set(chunk, new Set([...references].map((match) => chunkOf(match[1]!))));
  }
  const needs = new Map<string, string[]>();
  for (const chunk of chunks.keys()) {
    const reached = new Set([chunk]);
    for (const next of reached) for (const other of direct.get(next) ?? []) reached.add(other);
    reached.delete(chunk);
    needs.set(chunk, [...reached].sort());
  }
  return needs;
}

/**
 * The definitions that an object can be: resources and their lists, and what is sent to a subresource. Requests
 * and answers without metadata of their own (DeleteOptions, Status, ...) are none.
 */
function objectsOf({ resources, schemas }: Pick<Facts, 'resources' | 'schemas'>): IndexFile['objects'] {
  const keys = new Set(resources.map(({ group, version, kind }) => keyOf(group, version, kind)));
  const objects: IndexFile['objects'] = {};
  for (const [
    definition,
    { properties = {}, 'x-kubernetes-group-version-kind': kinds = [] },
  ] of Object.entries(schemas)) {
    const isSent =
      JSON.stringify(properties.metadata ?? '').includes('.ObjectMeta"') || properties.items !== undefined;
    const names = kinds
      .map(({ group, version, kind }) => keyOf(group, version, kind))
      .filter((key) => isSent || keys.has(key));
    if (names.length > 0) objects[definition] = names;
  }
  return objects;
}

/** What the prose calls deprecated. A definition that versions write differently is read as the newest has it. */
function deprecatedFields(facts: readonly Facts[], prose: ProseFile): LifecycleFile['deprecatedFields'] {
  const definitions: SchemasFile = Object.assign({}, ...facts.map(({ schemas }) => schemas));
  const found: LifecycleFile['deprecatedFields'] = {};
  for (const [name, definition] of Object.entries(definitions)) {
    const fields = deprecationsIn(definition, (field) => prose[name]?.[field]);
    if (fields) found[name] = Object.fromEntries(fields);
  }
  return found;
}

/** Groups that are served, and those whose kinds have moved to a served one (`extensions`). */
function groupsOf(facts: readonly Facts[], lifecycle: readonly Lifecycle[]): string[] {
  const served = new Set(facts.flatMap(({ resources }) => resources.map(({ group }) => group)));
  const moved = lifecycle.filter(
    ({ replacement }) => replacement !== undefined && served.has(replacement.group),
  );
  return [...new Set([...served, ...moved.map(({ group }) => group)])].sort();
}

function keyOf(group: string, version: string, kind: string): string {
  return group === '' ? `${version}/${kind}` : `${group}/${version}/${kind}`;
}
