import type { Catalog, KubernetesVersion } from '../../server/src/catalog/catalog.ts';
import type { Clock } from './clock.ts';
import type { InternalStructs } from './internal-structs.ts';
import type { ProtobufFacts } from './protobuf/protobuf-facts.ts';
import type { Registry } from './resources/registry.ts';
import type { ServerFacts } from './server-facts.ts';
import type { RandomSource } from './store/random-source.ts';
import type { Storage } from './store/storage.ts';

/** An admission of kube-apiserver's that is switched off by most who try things out. */
export type ServiceAccountAdmission = 'on' | 'off';

/** What every request handler works on. */
export interface ApiContext {
  readonly storage: Storage;
  readonly registry: Registry;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly kubernetesVersion: KubernetesVersion;
  /** The whole release as the catalog's facts name it: `v1.36.3`. */
  readonly gitVersion: string;
  /** What a server of that release has beside its resources. */
  readonly serverFacts: ServerFacts;
  /** The types that the server has objects in while it judges them. */
  readonly internalStructs: InternalStructs;
  /** Whether new Pods are given their service account and its token. */
  readonly serviceAccountAdmission: ServiceAccountAdmission;
  /** What protobuf is read by, loaded when it is first asked for. */
  readonly protobufFacts: () => Promise<ProtobufFacts>;
}
