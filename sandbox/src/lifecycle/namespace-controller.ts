import type { ApiContext } from '../api-context.ts';
import type { KubeObject, ObjectStore, ResourceName } from '../object-store.ts';
import { backgroundDeletion, deleteObject } from './delete-object.ts';

const namespaces = { group: '', plural: 'namespaces' };
const manager = 'kube-controller-manager';

/** Empties namespaces that are being deleted, and lets them go when nothing is left in them. */
export class NamespaceController {
  readonly #api: ApiContext;
  readonly #store: ObjectStore;
  readonly #subscriptions: { dispose(): void }[];

  constructor(api: ApiContext, store: ObjectStore) {
    this.#api = api;
    this.#store = store;
    this.#subscriptions = [
      store.subscribe(namespaces, ({ type, object }) => {
        if (type !== 'DELETED') this.#finish(object.metadata.name!);
      }),
      api.storage.subscribeToAll((resource, { type, object }) => {
        const { namespace } = object.metadata;
        if (type === 'DELETED' && namespace !== undefined && !isNamespaces(resource)) this.#finish(namespace);
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #finish(name: string): void {
    const namespace = this.#store.get(namespaces, undefined, name);
    if (!namespace?.metadata.deletionTimestamp) return;
    let left = 0;
    const done = new Set<string>();
    for (const resource of this.#api.registry.all()) {
      const key = `${resource.storage.group}/${resource.storage.plural}`;
      if (resource.kind.scope !== 'Namespaced' || done.has(key)) continue;
      done.add(key);
      for (const object of this.#store.list(resource.storage, name)) {
        if (!object.metadata.deletionTimestamp) deleteObject(this.#api, resource, object, backgroundDeletion);
      }
      left += this.#store.list(resource.storage, name).length;
    }
    if (left === 0) this.#release(name);
  }

  #release(name: string): void {
    const released = this.#store.update(namespaces, undefined, name, manager, (copy) => {
      const spec = copy.spec as { finalizers?: string[] } | undefined;
      const rest = spec?.finalizers?.filter((finalizer) => finalizer !== 'kubernetes') ?? [];
      copy.spec = rest.length > 0 ? { ...spec, finalizers: rest } : {};
    });
    if (released && isFree(released)) this.#store.delete(namespaces, undefined, name);
  }
}

function isFree({ metadata, spec }: KubeObject): boolean {
  return !metadata.finalizers?.length && !(spec as { finalizers?: string[] } | undefined)?.finalizers?.length;
}

function isNamespaces(resource: ResourceName): boolean {
  return resource.group === '' && resource.plural === 'namespaces';
}
