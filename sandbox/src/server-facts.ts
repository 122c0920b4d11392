import type { CatalogReader, KubernetesVersion } from '../../server/src/catalog/catalog.ts';
import type { KubeObject, ManagedFieldsEntry } from './object-store.ts';

/**
 * What a kube-apiserver answers beside its resources, and what it has from its first moment:
 * `server/facts/server-1.36.json`, made by `npm run facts -- --server`.
 */
export interface ServerFacts {
  /** `/version`, but for the platform that the server runs on. */
  readonly version: Readonly<Record<string, string>>;
  /** What `/` names, but for groups, versions and checks. */
  readonly paths: readonly string[];
  /** The names of the checks in the order in which `?verbose` tells them. */
  readonly checks: Readonly<Record<HealthEndpoint, readonly string[]>>;
  /** By group and plural (`apps/deployments`): the `apiVersion` in which objects are stored. */
  readonly storageVersions: Readonly<Record<string, string>>;
  /** By `apiVersion` and kind: what every answer about a kind that is to go away warns of. */
  readonly warnings: Readonly<Record<string, string>>;
  /** Objects in the order of their creation. */
  readonly objects: readonly ServerObject[];
  /** The `fieldsV1` of all of them, each once. */
  readonly ownedFields: readonly Readonly<Record<string, unknown>>[];
}

/**
 * An object as the server writes it, but for what is told of each object anew. What only a running server knows is a
 * placeholder: see `createBootstrapObjects`.
 */
export interface ServerObject {
  readonly object: KubeObject;
  /** Its managedFields, without times; `fields` is an index of `ownedFields`. */
  readonly owners: readonly (Omit<ManagedFieldsEntry, 'time' | 'fieldsType' | 'fieldsV1'> & {
    readonly fields: number;
  })[];
}

/** Where a server tells how it is. */
export type HealthEndpoint = 'healthz' | 'livez' | 'readyz';

/** Reads the facts of one version from the catalog. Rejects when they cannot be read. */
export async function readServerFacts(read: CatalogReader, version: KubernetesVersion): Promise<ServerFacts> {
  return JSON.parse(await read(`${version}/server.json`)) as ServerFacts;
}
