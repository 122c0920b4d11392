import type { Kind } from './catalog.ts';
import type { OpenApiSchema } from './openapi.ts';

/** A kind that a CustomResourceDefinition brings, with the schema of its objects. */
export interface DefinedKind {
  kind: Kind;
  /** As an API server publishes it: apiVersion, kind and metadata included. */
  raw: OpenApiSchema;
  /** `in part`: no server would take it as it is read, because its text is broken, a template, or without a schema. */
  read: 'whole' | 'in part';
}
