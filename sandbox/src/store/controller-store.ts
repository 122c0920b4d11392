import { recordUpdate } from '../apply/record-update.ts';
import { type Clock, timestamp } from '../clock.ts';
import type { KubeObject, ObjectStore, ResourceName, StoreEvent } from '../object-store.ts';
import { qualifiedResource } from '../qualified-names.ts';
import type { Registry } from '../resources/registry.ts';
import type { Resource } from '../resources/resource.ts';
import { StatusError } from '../status-error.ts';
import { generatedName } from './generated-name.ts';
import { jsonCopy, jsonEqual } from './json.ts';
import { isNewGeneration } from './new-generation.ts';
import type { RandomSource } from './random-source.ts';
import type { Storage } from './storage.ts';

export interface ControllerStoreOptions {
  readonly storage: Storage;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** What admission makes of a new object; a `StatusError` refuses it. */
  readonly admit: (resource: ResourceName, object: KubeObject) => KubeObject;
}

/** The store as the sandbox's own controllers see it. */
export class ControllerStore implements ObjectStore {
  readonly #storage: Storage;
  readonly #registry: Registry;
  readonly #clock: Clock;
  readonly #random: RandomSource;
  readonly #admit: ControllerStoreOptions['admit'];

  constructor({ storage, registry, clock, random, admit }: ControllerStoreOptions) {
    this.#admit = admit;
    this.#storage = storage;
    this.#registry = registry;
    this.#clock = clock;
    this.#random = random;
  }

  get(resource: ResourceName, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#storage.get(resource, namespace, name);
  }

  list(resource: ResourceName, namespace?: string): readonly KubeObject[] {
    return this.#storage.snapshot(resource, namespace).objects;
  }

  create(name: ResourceName, object: KubeObject, manager?: string): KubeObject {
    const resource = this.#resource(name);
    const copy = jsonCopy(object);
    const { metadata } = copy;
    if (!metadata.name && metadata.generateName) {
      metadata.name = generatedName(metadata.generateName, this.#random);
    }
    if (this.#storage.get(name, metadata.namespace, metadata.name ?? '')) {
      throw new StatusError(
        409,
        'AlreadyExists',
        `${qualifiedResource(resource.kind)} "${metadata.name}" already exists`,
        { details: { name: metadata.name ?? '', group: resource.kind.group, kind: resource.kind.plural } },
      );
    }
    metadata.uid = this.#random.uid();
    metadata.creationTimestamp ??= timestamp(this.#clock.now());
    if (resource.generation === 'counted') metadata.generation = 1;
    if (manager === undefined) return this.#storage.put(name, this.#admit(name, copy));
    const recorded = recordUpdate({
      before: undefined,
      after: copy,
      schema: resource.schema,
      apiVersion: resource.kind.apiVersion,
      manager,
      now: timestamp(this.#clock.now()),
      subresource: undefined,
    });
    return this.#storage.put(name, this.#admit(name, recorded));
  }

  update(
    name: ResourceName,
    namespace: string | undefined,
    objectName: string,
    manager: string,
    change: (copy: KubeObject) => void,
    subresource?: 'status',
  ): KubeObject | undefined {
    const before = this.#storage.get(name, namespace, objectName);
    if (!before) return undefined;
    const resource = this.#resource(name);
    const copy = jsonCopy(before);
    change(copy);
    if (jsonEqual(copy, before)) return before;
    if (isNewGeneration(resource, before, copy, subresource)) {
      copy.metadata.generation = (before.metadata.generation ?? 0) + 1;
    }
    const stored = this.#registry.findKind(copy.apiVersion, copy.kind) ?? resource;
    const after = recordUpdate({
      before,
      after: copy,
      schema: stored.schema,
      apiVersion: copy.apiVersion,
      manager,
      now: timestamp(this.#clock.now()),
      subresource,
    });
    const isReleased = after.metadata.deletionTimestamp && !after.metadata.finalizers?.length;
    const isHeld = (after.metadata.deletionGracePeriodSeconds ?? 0) > 0;
    if (isReleased && !isHeld) {
      this.#storage.remove(name, namespace, objectName);
      return after;
    }
    return this.#storage.put(name, after);
  }

  amend(
    name: ResourceName,
    namespace: string | undefined,
    objectName: string,
    change: (object: KubeObject) => KubeObject,
  ): KubeObject | undefined {
    const before = this.#storage.get(name, namespace, objectName);
    return before && this.#storage.put(name, change(before));
  }

  delete(name: ResourceName, namespace: string | undefined, objectName: string): void {
    const before = this.#storage.get(name, namespace, objectName);
    if (!before) return;
    if (!before.metadata.finalizers?.length) {
      this.#storage.remove(name, namespace, objectName);
      return;
    }
    const alreadyMarked = before.metadata.deletionTimestamp && !before.metadata.deletionGracePeriodSeconds;
    if (alreadyMarked) return;
    const copy = jsonCopy(before);
    copy.metadata.deletionTimestamp = timestamp(this.#clock.now());
    copy.metadata.deletionGracePeriodSeconds = 0;
    this.#storage.put(name, copy);
  }

  subscribe(resource: ResourceName, listener: (event: StoreEvent) => void): { dispose(): void } {
    return this.#storage.subscribe(resource, ({ type, object, previous }) =>
      listener({ type, object, previous }),
    );
  }

  #resource(name: ResourceName): Resource {
    const resource = this.#registry.preferred(name);
    if (resource) return resource;
    throw new StatusError(404, 'NotFound', 'the server could not find the requested resource');
  }
}
