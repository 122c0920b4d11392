import { isDeepStrictEqual } from 'node:util';
import type { Column } from '../../server/src/catalog/catalog.ts';
import type { Facts, ResourceFacts } from '../../server/src/catalog/files.ts';
import type { OpenApiSchema } from '../../server/src/catalog/openapi.ts';
import {
  type AggregatedDiscovery,
  type PublishedDocument,
  type ServerAnswers,
  type Table,
  tableKey,
} from './server-answers.ts';

/**
 * The facts in a server's answers: its resources in the order of discovery (the preferred version of a group first),
 * their columns, and the schemas of all its OpenAPI documents by their names, without prose. The same release gives
 * the same text, whatever objects the server has.
 * @throws Error where an answer is not of the form that facts are made of, or two documents contradict each other.
 */
export function makeFacts({ version, discovery, documents, definitions, tables }: ServerAnswers): Facts {
  return {
    version: version.gitVersion,
    resources: discovery.flatMap((answer) => resourcesOf(answer, tables)),
    schemas: schemasOf(documents, definitions),
  };
}

type Item = NonNullable<AggregatedDiscovery['items']>[number];
type Entry = NonNullable<NonNullable<Item['versions']>[number]['resources']>[number];

function resourcesOf({ kind, items = [] }: AggregatedDiscovery, tables: ServerAnswers['tables']) {
  if (kind !== 'APIGroupDiscoveryList') {
    throw new Error(`the server answers discovery with ${kind}: it is older than Kubernetes 1.30`);
  }
  return items.flatMap(({ metadata, versions = [] }) =>
    versions.flatMap(({ version, resources = [] }) =>
      resources.map((entry) => resourceOf({ group: metadata?.name ?? '', version }, entry, tables)),
    ),
  );
}

function resourceOf(
  { group, version }: { group: string; version: string },
  entry: Entry,
  tables: ServerAnswers['tables'],
): ResourceFacts {
  const plural = entry.resource;
  const table = tables[tableKey({ plural, group, version })];
  return {
    group,
    version,
    kind: entry.responseKind?.kind ?? '',
    plural,
    singular: entry.singularResource ?? '',
    scope: entry.scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
    verbs: [...(entry.verbs ?? [])],
    shortNames: [...(entry.shortNames ?? [])],
    categories: [...(entry.categories ?? [])],
    subresources: (entry.subresources ?? []).map(({ subresource, responseKind, verbs }) => ({
      name: subresource,
      kind: responseKind?.kind ?? '',
      group: responseKind?.group ?? '',
      version: responseKind?.version ?? '',
      verbs: [...(verbs ?? [])],
    })),
    ...(table && { columns: columnsOf(plural, table) }),
  };
}

function columnsOf(plural: string, { kind, columnDefinitions }: Table): Column[] {
  if (kind !== 'Table' || !columnDefinitions) {
    throw new Error(`the server lists ${plural} as ${kind}, not as a Table with columns`);
  }
  return columnDefinitions.map(({ name, type, format, priority }) => ({ name, type, format, priority }));
}

/**
 * Every document brings what it refers to. What several have is the same in all of them, but for the kinds that a
 * DeleteOptions and a WatchEvent go by: from 1.36 on a document names those of its own group-version alone, and
 * `/openapi/v2` names all.
 */
function schemasOf(
  documents: readonly PublishedDocument[],
  definitions: ServerAnswers['definitions'],
): Facts['schemas'] {
  const schemas = new Map<string, OpenApiSchema>();
  for (const { components } of documents) {
    for (const [name, published] of Object.entries(components?.schemas ?? {})) {
      const schema = withoutDescription(published);
      const known = schemas.get(name);
      if (known && !isDeepStrictEqual(withoutKinds(known), withoutKinds(schema))) {
        throw new Error(`two documents of the server tell of ${name} in different ways`);
      }
      schemas.set(name, known ? withKindsOf(definitions[name], known, schema) : schema);
    }
  }
  return Object.fromEntries([...schemas].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The schema that two documents have; where they name other kinds, those of its definition among all. */
function withKindsOf(
  definition: OpenApiSchema | undefined,
  known: OpenApiSchema,
  schema: OpenApiSchema,
): OpenApiSchema {
  if (isDeepStrictEqual(known, schema)) return schema;
  const kinds = definition?.[kindsField];
  return kinds ? { ...schema, [kindsField]: kinds } : schema;
}

const kindsField = 'x-kubernetes-group-version-kind';

function withoutKinds({ 'x-kubernetes-group-version-kind': _, ...schema }: OpenApiSchema): OpenApiSchema {
  return schema;
}

/** Keys keep their order. A property may be called `description`: its name is none. */
function withoutDescription({ description: _, ...schema }: OpenApiSchema): OpenApiSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const within = schemaKeywords[key];
      return [key, within === undefined ? value : withoutDescriptions(value, within)];
    }),
  );
}

/** The keywords whose values are schemas, and how they hold them. `additionalProperties` may also be a yes or no. */
const schemaKeywords: Readonly<Record<string, 'one' | 'list' | 'by name'>> = {
  properties: 'by name',
  items: 'one',
  additionalProperties: 'one',
  not: 'one',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
};

function withoutDescriptions(value: unknown, within: 'one' | 'list' | 'by name'): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (within === 'one') return withoutDescription(value);
  if (within === 'list') return (value as OpenApiSchema[]).map(withoutDescription);
  const entries = Object.entries(value as Record<string, OpenApiSchema>);
  return Object.fromEntries(entries.map(([name, schema]) => [name, withoutDescription(schema)]));
}
