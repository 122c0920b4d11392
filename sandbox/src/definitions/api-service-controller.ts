import type { ApiContext } from '../api-context.ts';
import { timestamp } from '../clock.ts';
import { createObject } from '../lifecycle/write-object.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';

const apiServices = { group: 'apiregistration.k8s.io', plural: 'apiservices' };
const services = { group: '', plural: 'services' };
const endpointSlices = { group: 'discovery.k8s.io', plural: 'endpointslices' };
const manager = 'kube-apiserver';
const automanaged = 'kube-aggregator.kubernetes.io/automanaged';

interface ApiServiceSpec {
  group?: string;
  version?: string;
  service?: { namespace?: string; name?: string; port?: number };
}

/**
 * Registers each group version that a CustomResourceDefinition serves, and says of every APIService whether it can be reached:
 * those of other servers never can, since the sandbox calls none.
 */
export class ApiServiceController {
  readonly #api: ApiContext;
  readonly #store: ObjectStore;
  readonly #subscriptions: { dispose(): void }[];

  constructor(api: ApiContext, store: ObjectStore) {
    this.#api = api;
    this.#store = store;
    this.#subscriptions = [
      api.registry.subscribe(() => this.#register()),
      store.subscribe(apiServices, ({ type, object }) => {
        if (type === 'DELETED') this.#register();
        else this.#report(object);
      }),
      store.subscribe(services, () => this.#reportAll()),
      store.subscribe(endpointSlices, () => this.#reportAll()),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Makes what is missing and takes away what is no longer served. */
  #register(): void {
    const custom = this.#api.registry.all().filter(({ origin }) => origin === 'custom');
    const wanted = new Map(
      custom.map(({ kind: { group, version } }) => [`${version}.${group}`, { group, version }]),
    );
    for (const { metadata } of this.#store.list(apiServices)) {
      if (wanted.has(metadata.name!)) wanted.delete(metadata.name!);
      else if (metadata.labels?.[automanaged] === 'true')
        this.#store.delete(apiServices, undefined, metadata.name!);
    }
    const head = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' };
    const resource = this.#api.registry.findKind(head.apiVersion, head.kind);
    if (!resource) return;
    const write = {
      resource,
      namespace: undefined,
      effect: 'store',
      manager,
      subresource: undefined,
    } as const;
    for (const [name, { group, version }] of wanted) {
      const spec = { group, version, groupPriorityMinimum: 1000, versionPriority: 100 };
      const object = { ...head, metadata: { name, labels: { [automanaged]: 'true' } }, spec };
      createObject(this.#api, write, object);
    }
  }

  #reportAll(): void {
    for (const apiService of this.#store.list(apiServices)) this.#report(apiService);
  }

  #report(apiService: KubeObject): void {
    const { service } = specOf(apiService);
    if (!service) return;
    const state = this.#stateOf(specOf(apiService), service);
    const known = conditionOf(apiService);
    if (
      known &&
      known.status === state.status &&
      known.reason === state.reason &&
      known.message === state.message
    )
      return;
    const now = timestamp(this.#api.clock.now());
    const lastTransitionTime = known?.status === state.status ? known.lastTransitionTime : now;
    const { status, reason, message } = state;
    const conditions = [{ type: 'Available', status, lastTransitionTime, reason, message }];
    const change = (copy: KubeObject) => {
      copy.status = { conditions };
    };
    this.#store.update(apiServices, undefined, apiService.metadata.name!, manager, change, 'status');
  }

  #stateOf(
    { group, version }: ApiServiceSpec,
    service: NonNullable<ApiServiceSpec['service']>,
  ): Omit<Condition, 'lastTransitionTime'> {
    const { namespace = '', name = '', port = 443 } = service;
    const unavailable = (reason: string, message: string) => ({ status: 'False', reason, message });
    const title = `service/${name} in ${JSON.stringify(namespace)}`;
    const found = this.#store.get(services, namespace, name);
    if (!found) return unavailable('ServiceNotFound', `${title} is not present`);
    const { ports = [], type } = (found.spec ?? {}) as {
      ports?: { name?: string; port: number }[];
      type?: string;
    };
    const served = ports.find((one) => one.port === port);
    if (type !== 'ExternalName' && !served) {
      return unavailable('ServicePortError', `${title} is not listening on port ${port}`);
    }
    if (type !== 'ExternalName' && !this.#hasAddresses(namespace, name)) {
      return unavailable(
        'MissingEndpoints',
        `endpoints for ${title} have no addresses with port name ${JSON.stringify(served?.name ?? '')}`,
      );
    }
    return unavailable(
      'FailedDiscoveryCheck',
      `failing or missing response from https://${name}.${namespace}.svc:${port}/apis/${group}/${version}: the sandbox calls no other server`,
    );
  }

  #hasAddresses(namespace: string, name: string): boolean {
    return this.#store
      .list(endpointSlices, namespace)
      .some(
        ({ metadata, endpoints }) =>
          metadata.labels?.['kubernetes.io/service-name'] === name &&
          Array.isArray(endpoints) &&
          endpoints.some(({ conditions }) => conditions?.ready !== false),
      );
  }
}

interface Condition {
  readonly status: string;
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

function specOf({ spec }: KubeObject): ApiServiceSpec {
  return (spec ?? {}) as ApiServiceSpec;
}

function conditionOf({ status }: KubeObject): Condition | undefined {
  const { conditions } = (status ?? {}) as { conditions?: (Condition & { type: string })[] };
  return conditions?.find(({ type }) => type === 'Available');
}
