import type { ApiContext } from '../api-context.ts';
import type { KubeObject, ObjectStore, ResourceName } from '../object-store.ts';

const claims = { group: '', plural: 'persistentvolumeclaims' };
const volumes = { group: '', plural: 'persistentvolumes' };
const pods = { group: '', plural: 'pods' };
const volumeClasses = { group: 'storage.k8s.io', plural: 'volumeattributesclasses' };
const manager = 'kube-controller-manager';

/** Lets claims, volumes and their classes go that are being deleted, as soon as nothing uses them. */
export class StorageProtection {
  readonly #store: ObjectStore;
  readonly #subscriptions: { dispose(): void }[];

  constructor({ storage }: ApiContext, store: ObjectStore) {
    this.#store = store;
    this.#subscriptions = [claims, volumes, pods, volumeClasses].map((resource) =>
      storage.subscribe(resource, ({ object }) => this.#seen(resource, object)),
    );
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** What was used by one object may be free now; nothing but claims is used by name. */
  #seen(resource: ResourceName, { metadata }: KubeObject): void {
    if (resource === pods) {
      for (const claim of this.#store.list(claims, metadata.namespace)) this.#release(claims, claim);
      return;
    }
    const object = this.#store.get(resource, metadata.namespace, metadata.name!);
    if (object) this.#release(resource, object);
  }

  #release(resource: ResourceName, { metadata }: KubeObject): void {
    const finalizer = finalizers.get(resource.plural)!;
    if (!metadata.deletionTimestamp || !metadata.finalizers?.includes(finalizer)) return;
    const object = this.#store.get(resource, metadata.namespace, metadata.name!);
    if (!object || this.#isUsed(resource, object)) return;
    this.#store.update(resource, metadata.namespace, metadata.name!, manager, (copy) => {
      const left = copy.metadata.finalizers?.filter((one) => one !== finalizer) ?? [];
      if (left.length > 0) copy.metadata.finalizers = left;
      else delete copy.metadata.finalizers;
    });
  }

  #isUsed(resource: ResourceName, { metadata, status }: KubeObject): boolean {
    if (resource === volumes) return (status as { phase?: string } | undefined)?.phase === 'Bound';
    if (resource === claims) {
      return this.#store.list(pods, metadata.namespace).some((pod) => usesClaim(pod, metadata.name!));
    }
    const named = ({ spec }: KubeObject) =>
      (spec as { volumeAttributesClassName?: string } | undefined)?.volumeAttributesClassName ===
      metadata.name;
    return this.#store.list(claims).some(named) || this.#store.list(volumes).some(named);
  }
}

const finalizers = new Map([
  ['persistentvolumeclaims', 'kubernetes.io/pvc-protection'],
  ['persistentvolumes', 'kubernetes.io/pv-protection'],
  ['volumeattributesclasses', 'kubernetes.io/vac-protection'],
]);

function usesClaim({ spec, status }: KubeObject, name: string): boolean {
  const phase = (status as { phase?: string } | undefined)?.phase;
  if (phase === 'Succeeded' || phase === 'Failed') return false;
  const { volumes: mounted = [] } = (spec ?? {}) as {
    volumes?: { persistentVolumeClaim?: { claimName?: string } }[];
  };
  return mounted.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === name);
}
