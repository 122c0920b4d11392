import type { Catalog, KubernetesVersion } from '../../server/src/catalog/catalog.ts';
import type { Clock } from './clock.ts';
import type { Registry } from './resources/registry.ts';
import type { Names } from './store/names.ts';
import type { Storage } from './store/storage.ts';

/** What every request handler works on. */
export interface Api {
  readonly storage: Storage;
  readonly registry: Registry;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly names: Names;
  readonly kubernetesVersion: KubernetesVersion;
  /** The whole release as the catalog's facts name it: `v1.36.3`. */
  readonly gitVersion: string;
}
