import { ownField } from '../yaml/own-field.ts';
import type { Catalog, CatalogReader, Kind, KubernetesVersion, Lifecycle } from './catalog.ts';
import { type Deprecations, deprecationsIn } from './deprecation.ts';
import { chunkOf, type IndexFile, type LifecycleFile, type ProseFile, type SchemasFile } from './files.ts';
import { listMetaDefinition, makeSchema, objectMetaDefinition, referenceTo } from './make-schema.ts';
import { proseToMarkdown } from './markdown.ts';
import type { OpenApiSchema } from './openapi.ts';
import type { Schema } from './schema.ts';
import { compareApiVersionPriority } from './version.ts';

/**
 * Opens the bundled catalog of one Kubernetes version: reads its index and the lifecycle, nothing else. Rejects when
 * one of them cannot be read.
 */
export async function openCatalog(read: CatalogReader, version: KubernetesVersion): Promise<Catalog> {
  const [index, lifecycle] = await Promise.all([read(`${version}/index.json`), read('lifecycle.json')]);
  return new BundledCatalog(read, JSON.parse(index) as IndexFile, JSON.parse(lifecycle) as LifecycleFile);
}

/** Sorts the versions of one kind name: the preferred version first, the core group first among equals. */
export function preferredFirst(left: Kind, right: Kind): number {
  return (
    compareApiVersionPriority(left.version, right.version) ||
    Number(left.group !== '') - Number(right.group !== '')
  );
}

/**
 * The schema of `v1 List`, which no API server publishes, because kubectl takes it apart and sends its items. These may be
 * of any kind. kubectl decodes the metadata as an object's, and minds no other field, neither there nor beside `items`.
 */
const anyList: OpenApiSchema = {
  type: 'object',
  required: ['items'],
  'x-kubernetes-preserve-unknown-fields': true,
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { ...referenceTo(objectMetaDefinition), 'x-kubernetes-preserve-unknown-fields': true },
    items: {
      type: 'array',
      items: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
    },
  },
  'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'List' }],
};

class BundledCatalog implements Catalog {
  readonly #read: CatalogReader;
  readonly #index: IndexFile;
  readonly #kinds: readonly Kind[];
  /** By apiVersion, then by name: asked several times for each document, so no key is put together. */
  readonly #byVersion = new Map<string, Map<string, Kind>>();
  readonly #byName = new Map<string, Kind[]>();
  readonly #definitionOf = new Map<Kind, string>();
  /** Schemas that were asked for: they stay as they are once all that they refer to is there. */
  readonly #schemas = new Map<Kind, Schema>();
  readonly #groups: ReadonlySet<string>;
  /** By apiVersion, then by kind. */
  readonly #lifecycle = new Map<string, Map<string, Lifecycle>>();
  readonly #definitions = new Map<string, OpenApiSchema>();
  readonly #chunks = new Map<string, Promise<void>>();
  /** Chunks that are there with all that they refer to. */
  readonly #complete = new Set<string>();
  readonly #prose = new Map<string, Promise<ProseFile>>();
  readonly #deprecations: ReadonlyMap<string, Deprecations>;
  readonly #resolve = (name: string) => this.#definitions.get(name);

  constructor(read: CatalogReader, index: IndexFile, lifecycle: LifecycleFile) {
    this.#read = read;
    this.#index = index;
    this.#groups = new Set(lifecycle.groups);
    for (const row of lifecycle.rows) addTo(this.#lifecycle, apiVersionOf(row), row.kind, row);

    this.#deprecations = new Map(
      Object.entries(lifecycle.deprecatedFields).map(([name, fields]) => [
        name,
        new Map(Object.entries(fields)),
      ]),
    );

    const definitions = new Map<string, string>();
    for (const [definition, names] of Object.entries(index.objects)) {
      for (const name of names) definitions.set(name, definition);
    }
    const kinds = kindsOf(index, definitions);
    this.#kinds = kinds;
    for (const kind of kinds) {
      const key = keyOf(kind.apiVersion, kind.kind);
      addTo(this.#byVersion, kind.apiVersion, kind.kind, kind);
      const definition = definitions.get(key);
      if (definition !== undefined) this.#definitionOf.set(kind, definition);
      const versions = this.#byName.get(kind.kind);
      if (versions) versions.push(kind);
      else this.#byName.set(kind.kind, [kind]);
    }
    for (const versions of this.#byName.values()) versions.sort(preferredFirst);
  }

  kinds(): readonly Kind[] {
    return this.#kinds;
  }

  find(apiVersion: string, kind: string): Kind | undefined {
    return this.#byVersion.get(apiVersion)?.get(kind);
  }

  findByKind(kind: string): readonly Kind[] {
    return this.#byName.get(kind) ?? [];
  }

  ownsGroup(group: string): boolean {
    return this.#groups.has(group);
  }

  lifecycle(apiVersion: string, kind: string): Lifecycle | undefined {
    const ofVersion = this.#lifecycle.get(apiVersion);
    if (!ofVersion) return undefined;
    // A list comes and goes with its items.
    return (
      ofVersion.get(kind) ??
      (kind.endsWith('List') ? ofVersion.get(kind.slice(0, -'List'.length)) : undefined)
    );
  }

  async load(kind: Kind): Promise<void> {
    await this.loadDefinition(this.#definitionOf.get(kind) ?? listMetaDefinition);
  }

  schema(kind: Kind): Schema | undefined {
    const known = this.#schemas.get(kind);
    if (known) return known;
    const name = this.#definitionOf.get(kind);
    if (name === undefined) return kind.listOf === 'any' ? this.#anyList() : undefined;
    // A view of what refers to something that is still being read would say for good that it may be anything.
    const raw = this.#complete.has(chunkOf(name)) ? this.#definitions.get(name) : undefined;
    if (!raw) return undefined;
    const schema = makeSchema(raw, this.#resolve, name);
    this.#schemas.set(kind, schema);
    return schema;
  }

  /** There as soon as what it refers to is: see `schema`. */
  #anyList(): Schema | undefined {
    return this.#definitions.has(objectMetaDefinition) ? makeSchema(anyList, this.#resolve) : undefined;
  }

  definitionsOf(kind: Kind): readonly Kind[] {
    return [kind];
  }

  hasMoreDefinitions(): boolean {
    return false;
  }

  definitionName(kind: Kind): string | undefined {
    return this.#definitionOf.get(kind);
  }

  definition(name: string): OpenApiSchema | undefined {
    return this.#definitions.get(name);
  }

  async loadDefinition(name: string): Promise<void> {
    const entry = ownField(this.#index.chunks, chunkOf(name));
    if (!entry) return;
    const chunks = [chunkOf(name), ...entry.needs];
    await Promise.all(chunks.map((chunk) => this.#loadChunk(chunk)));
    for (const chunk of chunks) this.#complete.add(chunk);
  }

  /** A failed read is forgotten, so that the next load tries again. */
  #loadChunk(chunk: string): Promise<void> {
    const known = this.#chunks.get(chunk);
    if (known) return known;
    const loading = this.#readChunk(chunk).catch((error: unknown) => {
      this.#chunks.delete(chunk);
      throw error;
    });
    this.#chunks.set(chunk, loading);
    return loading;
  }

  async #readChunk(chunk: string): Promise<void> {
    const file = ownField(this.#index.chunks, chunk)?.schemas;
    if (file === undefined) return;
    const definitions = JSON.parse(await this.#read(file)) as SchemasFile;
    for (const name of Object.keys(definitions)) this.#definitions.set(name, definitions[name]!);
  }

  deprecations(schema: Schema): Deprecations | undefined {
    return schema.name === undefined ? writtenDeprecations(schema) : this.#deprecations.get(schema.name);
  }

  async describe(schema: Schema, property?: string): Promise<string | undefined> {
    if (property === undefined) return await this.#proseOf(schema, '');
    const own = await this.#proseOf(schema, property);
    const field = schema.property(property);
    const ofType = field && (await this.#proseOfType(field));
    if (own === undefined || ofType === undefined || ofType === own) return own ?? ofType;
    return `${own}\n\n${firstParagraph(ofType)}`;
  }

  /** What is said of the values of a field, or of its items, whichever object they stand in. */
  async #proseOfType(field: Schema): Promise<string | undefined> {
    const type = field.name === undefined ? (field.items ?? field) : field;
    const ofDefinition = await this.#publishedProse(type, '');
    if (ofDefinition !== undefined || type !== field) return ofDefinition;
    return await this.#proseOf(field, '');
  }

  async #proseOf(schema: Schema, property: string): Promise<string | undefined> {
    const written = property === '' ? schema.raw.description : schema.property(property)?.raw.description;
    if (typeof written === 'string' && written !== '') return proseToMarkdown(written);
    return await this.#publishedProse(schema, property);
  }

  /** What Kubernetes says of its own definitions. */
  async #publishedProse({ name }: Schema, property: string): Promise<string | undefined> {
    if (name === undefined) return undefined;
    const fields = ownField(await this.#loadProse(chunkOf(name)), name);
    return fields && Object.hasOwn(fields, property) ? fields[property] : undefined;
  }

  #loadProse(chunk: string): Promise<ProseFile> {
    const known = this.#prose.get(chunk);
    if (known) return known;
    const file = ownField(this.#index.chunks, chunk)?.prose;
    if (file === undefined) return noProse;
    const loading = this.#read(file).then((text) => JSON.parse(text) as ProseFile);
    this.#prose.set(chunk, loading);
    loading.catch(() => this.#prose.delete(chunk));
    return loading;
  }
}

const noProse: Promise<ProseFile> = Promise.resolve({});

/** What the definition of a custom resource says itself. */
function writtenDeprecations(schema: Schema): Deprecations | undefined {
  const known = ofSchemas.get(schema);
  if (known !== undefined) return known ?? undefined;
  const { properties } = schema.raw;
  const found = deprecationsIn(schema.raw, (field) => properties?.[field]?.description);
  ofSchemas.set(schema, found ?? null);
  return found;
}

/** A schema is the same object in the same place. */
const ofSchemas = new WeakMap<Schema, Deprecations | null>();

function firstParagraph(prose: string): string {
  return prose.split('\n\n', 1)[0]!;
}

function kindsOf(index: IndexFile, definitions: ReadonlyMap<string, string>): Kind[] {
  const kinds = index.resources.map(
    ({ columns, ...resource }): Kind => ({
      ...resource,
      apiVersion: apiVersionOf(resource),
      columns: columns ?? [],
      origin: bundled,
    }),
  );
  const resources = new Map(kinds.map((kind) => [keyOf(kind.apiVersion, kind.kind), kind]));
  kinds.push({ ...withoutResource('', 'v1', 'List', 'Namespaced'), listOf: 'any' });
  for (const key of definitions.keys()) {
    if (resources.has(key)) continue;
    const { group, version, kind } = partsOf(key);
    const items = kind.endsWith('List') ? resources.get(key.slice(0, -'List'.length)) : undefined;
    const row = withoutResource(group, version, kind, items?.scope ?? 'Namespaced');
    kinds.push(items ? { ...row, listOf: { apiVersion: items.apiVersion, kind: items.kind } } : row);
  }
  return kinds;
}

const bundled = { from: 'bundled' } as const;

function withoutResource(group: string, version: string, kind: string, scope: Kind['scope']): Kind {
  return {
    group,
    version,
    kind,
    apiVersion: apiVersionOf({ group, version }),
    plural: '',
    singular: '',
    scope,
    verbs: [],
    shortNames: [],
    categories: [],
    subresources: [],
    columns: [],
    origin: bundled,
  };
}

function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

function addTo<Row>(rows: Map<string, Map<string, Row>>, apiVersion: string, kind: string, row: Row): void {
  const ofVersion = rows.get(apiVersion);
  if (ofVersion) ofVersion.set(kind, row);
  else rows.set(apiVersion, new Map([[kind, row]]));
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion}/${kind}`;
}

function partsOf(key: string): { group: string; version: string; kind: string } {
  const parts = key.split('/');
  const kind = parts.pop() ?? '';
  const version = parts.pop() ?? '';
  return { group: parts.join('/'), version, kind };
}
