import type { Catalog, Column, Kind, KindOrigin, Lifecycle, Subresource } from './catalog.ts';
import type { DefinedKind } from './defined-kind.ts';
import type { Deprecations } from './deprecation.ts';
import { type DistinctDefinitions, distinctDefinitions } from './distinct-definitions.ts';
import { listMetaDefinition, makeSchema, objectMetaDefinition, referenceTo } from './make-schema.ts';
import { preferredFirst } from './open-catalog.ts';
import type { OpenApiSchema } from './openapi.ts';
import type { PublishedSchemas } from './published-schemas.ts';
import type { ResolveDefinition, Schema } from './schema.ts';
import { unionSchema } from './union-schema.ts';

/** A kind that a cluster serves. */
export interface FetchedKind {
  readonly kind: Kind;
  readonly source: SchemaSource;
}

/** Where the schemas of a cluster's group-version come from. */
export interface SchemaSource {
  /** Has them read, if they are not. Nobody waits for a cluster: whoever composes a catalog hears when they have come. */
  fetch(): void;
  /** What has been read. */
  readonly schemas: PublishedSchemas | undefined;
}

/**
 * The kinds of a CustomResourceDefinition (`apiextensions.k8s.io/v1`), its list kinds included, for each served
 * version. Takes whatever is there: a definition without group or kind gives none, a version without a schema
 * takes any object, and nothing in it makes this throw.
 */
export function kindsOfDefinition(definition: unknown, origin: KindOrigin): DefinedKind[] {
  const spec = record(record(definition).spec);
  const names = record(spec.names);
  const group = text(spec.group);
  const name = text(names.kind);
  if (group === '' || name === '') return [];
  return list(spec.versions)
    .map(record)
    .filter((version) => text(version.name) !== '' && version.served !== false)
    .flatMap((version) =>
      kindsOfVersion(spec, version, { group, version: text(version.name), kind: name }, origin),
    );
}

/**
 * A catalog with the kinds of definitions behind it, and those of clusters behind these. Where several definitions have a
 * kind it is the first one's, and has the fields of all (`Catalog.definitionsOf`); of clusters the first one wins. Building
 * it takes time in the number of kinds, looking up is O(1).
 */
export function composeCatalogs(
  base: Catalog,
  definitions: Iterable<DefinedKind>,
  fetched: Iterable<FetchedKind> = [],
): Catalog {
  return new LayeredCatalog(base, definitions, fetched);
}

/** Where the definitions are that the bundled catalog loads with the metadata of any object. */
const sharedDefinitions = 'io.k8s.apimachinery.';
/** A definition that is loaded with the metadata and has an apiVersion and a kind. */
const statusDefinition = 'io.k8s.apimachinery.pkg.apis.meta.v1.Status';

type GroupVersionKind = { group: string; version: string; kind: string };

function kindsOfVersion(
  spec: Record<string, unknown>,
  version: Record<string, unknown>,
  identity: GroupVersionKind,
  origin: KindOrigin,
): DefinedKind[] {
  const names = record(spec.names);
  const apiVersion = `${identity.group}/${identity.version}`;
  const kind: Kind = {
    ...identity,
    apiVersion,
    plural: text(names.plural) || `${identity.kind.toLowerCase()}s`,
    singular: text(names.singular) || identity.kind.toLowerCase(),
    scope: spec.scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
    shortNames: list(names.shortNames).map(text).filter(Boolean),
    categories: list(names.categories).map(text).filter(Boolean),
    subresources: subresourcesOf(record(version.subresources), identity),
    columns: columnsOf(version.additionalPrinterColumns),
    origin,
  };
  const written = record(version.schema).openAPIV3Schema;
  const raw = objectSchema(written, identity);
  const read = isRecord(written) ? 'whole' : 'in part';
  const listKind = listKindOf(kind, text(names.listKind));
  return [
    { kind, raw, read },
    { kind: listKind, raw: listSchema(raw, { ...identity, kind: listKind.kind }), read },
  ];
}

/** The kind of lists of a kind's objects; named after it where it has no name of its own. */
export function listKindOf(kind: Kind, name = ''): Kind {
  return {
    ...kind,
    kind: name || `${kind.kind}List`,
    plural: '',
    singular: '',
    verbs: [],
    shortNames: [],
    categories: [],
    subresources: [],
    columns: [],
    listOf: { apiVersion: kind.apiVersion, kind: kind.kind },
  };
}

function objectSchema(schema: unknown, identity: GroupVersionKind): OpenApiSchema {
  const written = isRecord(schema) ? schema : { 'x-kubernetes-preserve-unknown-fields': true };
  const {
    apiVersion: _apiVersion,
    kind: _kind,
    metadata: _metadata,
    ...properties
  } = record(written.properties);
  return {
    ...written,
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: referenceTo(objectMetaDefinition),
      ...(properties as Record<string, OpenApiSchema>),
    },
    'x-kubernetes-group-version-kind': [identity],
  };
}

function listSchema(items: OpenApiSchema, identity: GroupVersionKind): OpenApiSchema {
  return {
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: referenceTo(listMetaDefinition),
      items: { type: 'array', items },
    },
    'x-kubernetes-group-version-kind': [identity],
  };
}

function subresourcesOf(written: Record<string, unknown>, identity: GroupVersionKind): Subresource[] {
  const verbs = ['get', 'patch', 'update'];
  const subresources: Subresource[] = [];
  if (isRecord(written.status)) subresources.push({ name: 'status', ...identity, verbs });
  if (isRecord(written.scale)) {
    subresources.push({ name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs });
  }
  return subresources;
}

/** Where a definition names no columns the server prints the age. */
function columnsOf(written: unknown): Column[] {
  const name: Column = { name: 'Name', type: 'string', format: 'name', priority: 0 };
  const columns = list(written)
    .map(record)
    .filter((column) => text(column.name) !== '' && text(column.jsonPath) !== '')
    .map((column) => ({
      name: text(column.name),
      type: text(column.type) || 'string',
      format: text(column.format),
      priority: typeof column.priority === 'number' ? column.priority : 0,
      jsonPath: text(column.jsonPath),
    }));
  if (columns.length > 0) return [name, ...columns];
  return [
    name,
    { name: 'Age', type: 'date', format: '', priority: 0, jsonPath: '.metadata.creationTimestamp' },
  ];
}

/** The definitions of one kind, and what a cluster has of it. */
interface Definitions {
  readonly kind: Kind;
  /** In the order of the files. */
  readonly all: DefinedKind[];
  /** Those that differ, once they have been asked for; the only one's kind is that of all. */
  distinct?: DistinctDefinitions;
  union?: OpenApiSchema;
  fetched?: Kind;
}

interface Fetched {
  readonly source: SchemaSource;
  readonly resolve: ResolveDefinition;
}

class LayeredCatalog implements Catalog {
  readonly #base: Catalog;
  readonly #kinds: Kind[];
  readonly #byKey = new Map<string, Kind>();
  readonly #byName = new Map<string, Kind[]>();
  readonly #definitions = new Map<Kind, Definitions>();
  /** Of kinds that `definitionsOf` gives. */
  readonly #raw = new Map<Kind, OpenApiSchema>();
  readonly #fetched = new Map<Kind, Fetched>();
  readonly #resolve: ResolveDefinition = (name) => this.#base.definition(name);

  constructor(base: Catalog, definitions: Iterable<DefinedKind>, fetched: Iterable<FetchedKind>) {
    this.#base = base;
    this.#kinds = [...base.kinds()];
    for (const [key, all] of byKey(definitions)) {
      const { kind } = all.find(({ read }) => read === 'whole') ?? all[0]!;
      if (this.#add(key, kind)) this.#definitions.set(kind, { kind, all });
    }
    const resolvers = new Map<SchemaSource, ResolveDefinition>();
    for (const { kind, source } of fetched) {
      const key = keyOf(kind);
      const defined = this.#definitions.get(this.#byKey.get(key)!);
      if (defined ? defined.fetched : !this.#add(key, kind)) continue;
      if (defined) defined.fetched = kind;
      const resolve = resolvers.get(source) ?? this.#resolverOf(source);
      resolvers.set(source, resolve);
      this.#fetched.set(kind, { source, resolve });
    }
    for (const versions of this.#byName.values()) versions.sort(bundledFirst);
  }

  #add(key: string, kind: Kind): boolean {
    if (this.#byKey.has(key) || this.#base.find(kind.apiVersion, kind.kind)) return false;
    this.#byKey.set(key, kind);
    this.#kinds.push(kind);
    const versions = this.#byName.get(kind.kind) ?? [...this.#base.findByKind(kind.kind)];
    versions.push(kind);
    this.#byName.set(kind.kind, versions);
    return true;
  }

  /** What all objects share is the base's own, which is loaded with them; the rest is of the server's version. */
  #resolverOf(source: SchemaSource): ResolveDefinition {
    return (name) =>
      (name.startsWith(sharedDefinitions) ? this.#base.definition(name) : undefined) ??
      source.schemas?.definition(name);
  }

  kinds(): readonly Kind[] {
    return this.#kinds;
  }

  find(apiVersion: string, kind: string): Kind | undefined {
    return this.#base.find(apiVersion, kind) ?? this.#byKey.get(`${apiVersion}/${kind}`);
  }

  findByKind(kind: string): readonly Kind[] {
    return this.#byName.get(kind) ?? this.#base.findByKind(kind);
  }

  ownsGroup(group: string): boolean {
    return this.#base.ownsGroup(group);
  }

  lifecycle(apiVersion: string, kind: string): Lifecycle | undefined {
    return this.#base.lifecycle(apiVersion, kind);
  }

  async load(kind: Kind): Promise<void> {
    const isAdded = this.#definitions.has(kind) || this.#raw.has(kind) || this.#fetched.has(kind);
    this.#fetched.get(kind)?.source.fetch();
    await (isAdded ? this.#base.loadDefinition(objectMetaDefinition) : this.#base.load(kind));
  }

  /** Not there before `load`: the schema's metadata is a definition of the base. */
  schema(kind: Kind): Schema | undefined {
    const raw = this.#raw.get(kind) ?? this.#unionOf(this.#definitions.get(kind));
    const fetched = this.#fetched.get(kind);
    if (!raw && !fetched) return this.#base.schema(kind);
    if (!this.#base.definition(objectMetaDefinition)) return undefined;
    if (raw) return makeSchema(raw, this.#resolve);
    const published = fetched?.source.schemas?.of(kind);
    return published && makeSchema(published.raw, fetched!.resolve, published.name);
  }

  *definitionsOf(kind: Kind): Generator<Kind> {
    const definitions = this.#definitions.get(kind);
    const distinct = definitions && this.#distinct(definitions);
    if (!distinct) yield kind;
    else for (const definition of distinct) yield definition.kind;
    const fetched = definitions?.fetched;
    if (!fetched) return;
    this.#fetched.get(fetched)!.source.fetch();
    if (this.schema(fetched)) yield fetched;
  }

  hasMoreDefinitions(kind: Kind): boolean {
    const definitions = this.#definitions.get(kind);
    return definitions !== undefined && this.#distinctOf(definitions).areMore;
  }

  #distinct(definitions: Definitions): readonly DefinedKind[] {
    return this.#distinctOf(definitions).all;
  }

  #distinctOf(definitions: Definitions): DistinctDefinitions {
    if (!definitions.distinct) {
      const { all, areMore } = distinctDefinitions(definitions.all);
      definitions.distinct = { all: this.#keep(all), areMore };
    }
    return definitions.distinct;
  }

  /** Of several, each has a kind of its own: the first one's is that of all. */
  #keep(distinct: readonly DefinedKind[]): readonly DefinedKind[] {
    if (distinct.length === 1) return distinct;
    const kept = distinct.map((definition) => ({ ...definition, kind: { ...definition.kind } }));
    for (const { kind, raw } of kept) this.#raw.set(kind, raw);
    return kept;
  }

  #unionOf(definitions: Definitions | undefined): OpenApiSchema | undefined {
    if (!definitions) return undefined;
    definitions.union ??= unionSchema(this.#distinct(definitions).map(({ raw }) => raw));
    return definitions.union;
  }

  definitionName(kind: Kind): string | undefined {
    return this.#base.definitionName(kind);
  }

  definition(name: string): OpenApiSchema | undefined {
    return this.#base.definition(name);
  }

  loadDefinition(name: string): Promise<void> {
    return this.#base.loadDefinition(name);
  }

  deprecations(schema: Schema): Deprecations | undefined {
    return this.#base.deprecations(schema);
  }

  /** What every object has is described as on the bundled kinds. */
  async describe(schema: Schema, property?: string): Promise<string | undefined> {
    const prose = await this.#base.describe(schema, property);
    if (prose !== undefined || (property !== 'apiVersion' && property !== 'kind')) return prose;
    const isObject = schema.raw['x-kubernetes-group-version-kind'] !== undefined || schema.embeddedResource;
    const anyObject = isObject ? this.#base.definition(statusDefinition) : undefined;
    return anyObject && this.#base.describe(makeSchema(anyObject, this.#resolve, statusDefinition), property);
  }
}

function byKey(definitions: Iterable<DefinedKind>): Map<string, DefinedKind[]> {
  const found = new Map<string, DefinedKind[]>();
  for (const definition of definitions) {
    const key = keyOf(definition.kind);
    const known = found.get(key);
    if (known) known.push(definition);
    else found.set(key, [definition]);
  }
  return found;
}

function keyOf({ apiVersion, kind }: Kind): string {
  return `${apiVersion}/${kind}`;
}

function bundledFirst(left: Kind, right: Kind): number {
  return (
    Number(left.origin.from !== 'bundled') - Number(right.origin.from !== 'bundled') ||
    preferredFirst(left, right)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
