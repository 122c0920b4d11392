import type { ApiContext } from '../api-context.ts';
import type { KubeObject, ObjectStore, ResourceName } from '../object-store.ts';
import { backgroundDeletion, deleteObject } from './delete-object.ts';

const manager = 'kube-controller-manager';

/** Names one object. */
interface ObjectReference {
  readonly resource: ResourceName;
  readonly namespace: string | undefined;
  readonly name: string;
}

/**
 * Deletes dependents whose owners are gone, before their owner where the deletion is a foreground one, and
 * frees them where it orphans.
 */
export class GarbageCollector {
  readonly #api: ApiContext;
  readonly #store: ObjectStore;
  readonly #subscription: { dispose(): void };
  /** All objects by uid, to know whether an owner is there. */
  readonly #objects = new Map<string, ObjectReference>();
  readonly #dependents = new Map<string, Map<string, ObjectReference>>();

  constructor(api: ApiContext, store: ObjectStore) {
    this.#api = api;
    this.#store = store;
    this.#subscription = api.storage.subscribeToAll((resource, { type, object, previous }) => {
      const reference = { resource, namespace: object.metadata.namespace, name: object.metadata.name! };
      const uid = object.metadata.uid!;
      for (const owner of previous?.metadata.ownerReferences ?? [])
        this.#dependents.get(owner.uid)?.delete(uid);
      if (type === 'DELETED') this.#gone(uid, object);
      else this.#seen(uid, reference, object);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #seen(uid: string, reference: ObjectReference, object: KubeObject): void {
    this.#objects.set(uid, reference);
    for (const owner of object.metadata.ownerReferences ?? []) {
      let dependents = this.#dependents.get(owner.uid);
      if (!dependents) {
        dependents = new Map();
        this.#dependents.set(owner.uid, dependents);
      }
      dependents.set(uid, reference);
    }
    if (object.metadata.deletionTimestamp) this.#finalize(uid, reference);
    else if (object.metadata.ownerReferences?.length) this.#collect(reference);
  }

  #gone(uid: string, object: KubeObject): void {
    this.#objects.delete(uid);
    for (const dependent of [...(this.#dependents.get(uid)?.values() ?? [])]) this.#collect(dependent);
    if (this.#dependents.get(uid)?.size === 0) this.#dependents.delete(uid);
    for (const owner of object.metadata.ownerReferences ?? []) {
      const reference = this.#objects.get(owner.uid);
      if (reference) this.#finalize(owner.uid, reference);
    }
  }

  /** Deletes an object none of whose owners is there any more; drops references to some that are not. */
  #collect(reference: ObjectReference): void {
    const object = this.#store.get(reference.resource, reference.namespace, reference.name);
    const owners = object?.metadata.ownerReferences ?? [];
    if (!object || owners.length === 0 || object.metadata.deletionTimestamp) return;
    const present = owners.filter((owner) => this.#isPresent(owner.uid, object));
    if (present.length === owners.length) return;
    if (present.length === 0) {
      this.#delete(reference, object, 'Background');
      return;
    }
    this.#store.update(reference.resource, reference.namespace, reference.name, manager, (copy) => {
      copy.metadata.ownerReferences = present;
    });
  }

  /** An owner in another namespace is none. */
  #isPresent(uid: string, dependent: KubeObject): boolean {
    const owner = this.#objects.get(uid);
    return (
      owner !== undefined &&
      (owner.namespace === undefined || owner.namespace === dependent.metadata.namespace)
    );
  }

  /** Does what the finalizers of a deletion ask for, and takes them away when it is done. */
  #finalize(uid: string, reference: ObjectReference): void {
    const owner = this.#store.get(reference.resource, reference.namespace, reference.name);
    if (!owner?.metadata.deletionTimestamp || owner.metadata.uid !== uid) return;
    const { finalizers = [] } = owner.metadata;
    if (finalizers.includes('orphan')) {
      this.#orphan(uid);
      this.#removeFinalizer(reference, 'orphan');
    } else if (finalizers.includes('foregroundDeletion') && !this.#isBlocked(uid)) {
      this.#removeFinalizer(reference, 'foregroundDeletion');
    }
  }

  #orphan(uid: string): void {
    for (const { resource, namespace, name } of [...(this.#dependents.get(uid)?.values() ?? [])]) {
      this.#store.update(resource, namespace, name, manager, (copy) => {
        const kept = copy.metadata.ownerReferences?.filter((owner) => owner.uid !== uid) ?? [];
        if (kept.length > 0) copy.metadata.ownerReferences = kept;
        else delete copy.metadata.ownerReferences;
      });
    }
  }

  /** Deletes all dependents, and says whether one that blocks is still there. */
  #isBlocked(uid: string): boolean {
    const dependents = [...(this.#dependents.get(uid)?.values() ?? [])];
    for (const reference of dependents) {
      const dependent = this.#store.get(reference.resource, reference.namespace, reference.name);
      if (dependent && !dependent.metadata.deletionTimestamp)
        this.#delete(reference, dependent, 'Foreground');
    }
    return dependents.some(({ resource, namespace, name }) =>
      this.#store
        .get(resource, namespace, name)
        ?.metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
    );
  }

  #delete(reference: ObjectReference, object: KubeObject, wanted: 'Background' | 'Foreground'): void {
    const resource = this.#api.registry.preferred(reference.resource);
    if (!resource) return;
    const hasDependents = (this.#dependents.get(object.metadata.uid!)?.size ?? 0) > 0;
    const propagation = wanted === 'Foreground' && hasDependents ? 'Foreground' : 'Background';
    deleteObject(this.#api, resource, object, { ...backgroundDeletion, propagation });
  }

  #removeFinalizer({ resource, namespace, name }: ObjectReference, finalizer: string): void {
    this.#store.update(resource, namespace, name, manager, ({ metadata }) => {
      const left = metadata.finalizers?.filter((one) => one !== finalizer) ?? [];
      if (left.length > 0) metadata.finalizers = left;
      else delete metadata.finalizers;
    });
  }
}
