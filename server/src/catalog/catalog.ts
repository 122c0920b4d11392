import type { ServedKind } from '../protocol.ts';
import type { Deprecations } from './deprecation.ts';
import type { OpenApiSchema } from './openapi.ts';
import type { Schema } from './schema.ts';

export {
  type KubernetesVersion,
  kubernetesVersions,
  newestKubernetesVersion,
} from './kubernetes-versions.ts';

/** A server-printed column, as in `Table.columnDefinitions`. */
export interface Column {
  name: string;
  type: string;
  format: string;
  /** 0 is always shown, more only in wide output. */
  priority: number;
  /** Only in CustomResourceDefinitions: the JSON path of the cell. */
  jsonPath?: string;
}

export interface Subresource {
  name: string;
  kind: string;
  group: string;
  version: string;
  verbs: string[];
}

/**
 * One row of the catalog (or of a live cluster's discovery): a kind in one version. Kinds that are sent but have no
 * resource of their own (`PodList`, `Eviction`, `Scale`) have an empty `plural` and no verbs.
 */
export interface Kind extends ServedKind {
  readonly subresources: readonly Subresource[];
  readonly columns: readonly Column[];
  /** Where its schema comes from. */
  readonly origin: KindOrigin;
  /** Set for `PodList`, `List`, ...: the kind of its items, or `any` for `v1 List`. */
  readonly listOf?: { readonly apiVersion: string; readonly kind: string } | 'any';
}

export type KindOrigin =
  | { readonly from: 'bundled' }
  /** A CustomResourceDefinition in a file of the workspace or an open document. */
  | { readonly from: 'definition'; readonly uri: string }
  /** A connected cluster, by its opaque id and the name that a person knows it by. */
  | { readonly from: 'cluster'; readonly id: string; readonly name: string };

/** When a group-version-kind came and goes: a row of `facts/lifecycle.json`. Versions as `1.25`. */
export interface Lifecycle {
  group: string;
  version: string;
  kind: string;
  introduced?: string;
  deprecated?: string;
  removed?: string;
  replacement?: { group: string; version: string; kind: string };
}

/**
 * The kinds that an editor or the sandbox knows. Looking up is O(1) and synchronous; a kind's schema is
 * there after `load(kind)`, which reads the chunks of its group-version (and those they refer to) once.
 */
export interface Catalog {
  /** All kinds that an object can be, lists included, in a stable order. */
  kinds(): readonly Kind[];
  find(apiVersion: string, kind: string): Kind | undefined;
  /** All versions of a kind of that name, the preferred first. */
  findByKind(kind: string): readonly Kind[];
  /** Whether this group is one of the catalog's own: then what it does not have does not exist. */
  ownsGroup(group: string): boolean;
  lifecycle(apiVersion: string, kind: string): Lifecycle | undefined;
  /**
   * Makes `schema(kind)` answer; concurrent calls share one read. Rejects when a chunk cannot be read. Of a kind that a
   * cluster serves it only has the schema asked for: a catalog that is composed when it has come answers.
   */
  load(kind: Kind): Promise<void>;
  /** The schema of a kind's objects, or undefined while it is not loaded or where it has none. */
  schema(kind: Kind): Schema | undefined;
  /**
   * The ways in which a kind is defined, where several files, or a file and a cluster, define it in different ways: each a
   * kind with a schema of its own, by which an object may be judged. Else the kind alone. `schema` of the kind itself has the
   * fields of all that files define. What a cluster publishes comes last, and is asked for when it is come to.
   */
  definitionsOf(kind: Kind): Iterable<Kind>;
  /** Whether a kind is defined in more ways than `definitionsOf` gives. */
  hasMoreDefinitions(kind: Kind): boolean;
  /** The name of the definition that is this kind's schema; undefined where its schema has no name. */
  definitionName(kind: Kind): string | undefined;
  /** A definition of a loaded chunk by its full name (`io.k8s.api.core.v1.Container`), as the API server publishes it. */
  definition(name: string): OpenApiSchema | undefined;
  /** Loads the chunk of one definition, and those it refers to. Does nothing for a name that no chunk has. */
  loadDefinition(name: string): Promise<void>;
  /**
   * Prose of a schema's field, its own and then that of its type (or, without `property`, of the schema itself), as
   * Markdown; undefined where there is none. Reads prose chunks at first use; never needed for checking.
   */
  describe(schema: Schema, property?: string): Promise<string | undefined>;
  /** The fields of a schema's objects that the API calls deprecated; undefined where there are none. */
  deprecations(schema: Schema): Deprecations | undefined;
}

/**
 * Reads one file of `dist/catalog` by its name (`1.36/index.json`); rejects when there is none. In Node:
 *
 *     import { readFile } from 'node:fs/promises';
 *     import { openCatalog } from './catalog/open-catalog.ts';
 *     const read: CatalogReader = (name) => readFile(join(__dirname, 'catalog', name), 'utf8');
 *     const catalog = await openCatalog(read, '1.36');
 *     await catalog.load(catalog.find('v1', 'Pod')!);
 */
export type CatalogReader = (name: string) => Promise<string>;
