import type { Column, Lifecycle, Subresource } from './catalog.ts';
import type { Deprecation } from './deprecation.ts';
import type { OpenApiSchema } from './openapi.ts';

/** A dump of a real API server: `server/facts/kubernetes-1.36.json`. */
export interface Facts {
  /** `v1.36.3`. */
  version: string;
  resources: ResourceFacts[];
  /** By full definition name, in the order of the names. */
  schemas: Record<string, OpenApiSchema>;
}

export interface ResourceFacts {
  group: string;
  version: string;
  kind: string;
  plural: string;
  singular: string;
  scope: 'Namespaced' | 'Cluster';
  verbs: string[];
  shortNames: string[];
  categories: string[];
  subresources: Subresource[];
  columns?: Column[];
}

/** `dist/catalog/1.36/index.json`: all that is needed to find a kind, and which files hold the rest. */
export interface IndexFile {
  version: string;
  resources: ResourceFacts[];
  /** Definitions that are kinds of objects, and the `apiVersion/kind` names they go by. */
  objects: Record<string, string[]>;
  /** By chunk name, see `chunkOf`. */
  chunks: Record<string, ChunkEntry>;
}

export interface ChunkEntry {
  /** The file with its definitions. */
  schemas: string;
  /** The file with their prose, where there is any. */
  prose?: string;
  /** All chunks that its definitions refer to, also by way of others. */
  needs: string[];
}

/** `schemas/*.json`: definitions by full name. */
export type SchemasFile = Record<string, OpenApiSchema>;

/** `prose/*.json`: Markdown by full name and field; the definition's own under the empty name. */
export type ProseFile = Record<string, Record<string, string>>;

/** `dist/catalog/lifecycle.json`. */
export interface LifecycleFile {
  /** API groups that are Kubernetes' own in any known version. */
  groups: string[];
  rows: Lifecycle[];
  /** By full name of the definition and field, made of the prose: a rule has to know them without reading that. */
  deprecatedFields: Record<string, Record<string, Deprecation>>;
}

/** The chunk that holds a definition: one per package, but the small packages all kinds need share one. */
export function chunkOf(definition: string): string {
  const common = 'io.k8s.apimachinery';
  return definition.startsWith(`${common}.`) ? common : definition.slice(0, definition.lastIndexOf('.'));
}
