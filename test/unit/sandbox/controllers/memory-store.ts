import type { Clock } from '../../../../sandbox/src/clock.ts';
import type {
  KubeObject,
  ObjectStore,
  ResourceName,
  StoreEvent,
} from '../../../../sandbox/src/object-store.ts';

/** A clock that a test moves by hand: due callbacks run in order of their time. */
export class ManualClock implements Clock {
  #now: number;
  #waiting: { at: number; order: number; callback: () => void }[] = [];
  #order = 0;

  constructor(now = Date.parse('2026-01-01T00:00:00Z')) {
    this.#now = now;
  }

  get pending(): number {
    return this.#waiting.length;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): { dispose(): void } {
    const entry = { at: this.#now + milliseconds, order: this.#order++, callback };
    this.#waiting.push(entry);
    return {
      dispose: () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
      },
    };
  }

  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#waiting
        .filter(({ at }) => at <= end)
        .sort((left, right) => left.at - right.at || left.order - right.order)[0];
      if (!next) break;
      this.#waiting = this.#waiting.filter((entry) => entry !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}

/** The least that an ObjectStore is: no API, events delivered through the clock. */
export class MemoryStore implements ObjectStore {
  readonly #objects = new Map<string, KubeObject>();
  readonly #listeners = new Map<string, Set<(event: StoreEvent) => void>>();
  readonly #clock: Clock;
  #revision = 0;
  #names = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(resource: ResourceName, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#objects.get(keyOf(resource, namespace, name));
  }

  list(resource: ResourceName, namespace?: string): readonly KubeObject[] {
    const prefix = keyOf(resource, namespace, '');
    return [...this.#objects]
      .filter(([key]) =>
        key.startsWith(namespace === undefined ? `${resource.group}/${resource.plural}|` : prefix),
      )
      .map(([, object]) => object);
  }

  create(resource: ResourceName, object: KubeObject): KubeObject {
    const copy = structuredClone(object);
    copy.metadata.name ??= `${copy.metadata.generateName}${++this.#names}`;
    copy.metadata.uid = `uid-${++this.#names}`;
    copy.metadata.generation = 1;
    copy.metadata.creationTimestamp = new Date(this.#clock.now()).toISOString();
    return this.#write(resource, copy, 'ADDED');
  }

  update(
    resource: ResourceName,
    namespace: string | undefined,
    name: string,
    _manager: string,
    change: (copy: KubeObject) => void,
  ): KubeObject | undefined {
    const before = this.get(resource, namespace, name);
    if (!before) return undefined;
    const copy = structuredClone(before);
    change(copy);
    if (JSON.stringify(copy) === JSON.stringify(before)) return before;
    if (JSON.stringify(copy.spec) !== JSON.stringify(before.spec)) {
      copy.metadata.generation = (copy.metadata.generation ?? 0) + 1;
    }
    return this.#write(resource, copy, 'MODIFIED');
  }

  amend(
    resource: ResourceName,
    namespace: string | undefined,
    name: string,
    change: (object: KubeObject) => KubeObject,
  ): KubeObject | undefined {
    const before = this.get(resource, namespace, name);
    return before && this.#write(resource, change(before), 'MODIFIED');
  }

  delete(resource: ResourceName, namespace: string | undefined, name: string): void {
    const object = this.get(resource, namespace, name);
    if (!object) return;
    this.#objects.delete(keyOf(resource, namespace, name));
    this.#tell(resource, { type: 'DELETED', object, previous: object });
  }

  subscribe(resource: ResourceName, listener: (event: StoreEvent) => void): { dispose(): void } {
    const key = `${resource.group}/${resource.plural}`;
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return { dispose: () => listeners.delete(listener) };
  }

  #write(resource: ResourceName, object: KubeObject, type: 'ADDED' | 'MODIFIED'): KubeObject {
    object.metadata.resourceVersion = String(++this.#revision);
    const key = keyOf(resource, object.metadata.namespace, object.metadata.name ?? '');
    const previous = this.#objects.get(key);
    this.#objects.set(key, deepFreeze(object));
    this.#tell(resource, { type, object, previous });
    return object;
  }

  #tell(resource: ResourceName, event: StoreEvent): void {
    for (const listener of this.#listeners.get(`${resource.group}/${resource.plural}`) ?? []) {
      this.#clock.after(0, () => listener(event));
    }
  }
}

function keyOf(resource: ResourceName, namespace: string | undefined, name: string): string {
  return `${resource.group}/${resource.plural}|${namespace ?? ''}/${name}`;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
