import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KubernetesVersion } from '../../../../server/src/catalog/catalog.ts';

/** A schema of `server/facts/`, as the API server publishes it. */
export interface PlainSchema {
  type?: string;
  format?: string;
  $ref?: string;
  allOf?: readonly PlainSchema[];
  oneOf?: readonly PlainSchema[];
  properties?: Readonly<Record<string, PlainSchema>>;
  items?: PlainSchema;
  additionalProperties?: PlainSchema;
  enum?: readonly unknown[];
  'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
}

/** Finds schemas of one release. */
export interface SchemaFacts {
  /** Of a kind. */
  ofKind(kind: { group: string; version: string; kind: string }): PlainSchema | undefined;
  /** What a schema stands for. */
  resolved(schema: PlainSchema): PlainSchema & { name?: string };
}

/** The schemas of a release. */
export function schemaFacts(version: KubernetesVersion): SchemaFacts {
  const file = resolve(import.meta.dirname, `../../../../server/facts/kubernetes-${version}.json`);
  const schemas: Record<string, PlainSchema> = JSON.parse(readFileSync(file, 'utf8')).schemas;
  return {
    ofKind: ({ group, version: apiVersion, kind }) =>
      Object.values(schemas).find((schema) =>
        schema['x-kubernetes-group-version-kind']?.some(
          (one) => one.group === group && one.version === apiVersion && one.kind === kind,
        ),
      ),
    resolved(schema) {
      const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
      if (reference === undefined) return schema;
      const name = reference.slice(reference.lastIndexOf('/') + 1);
      return { ...schemas[name], name };
    },
  };
}
