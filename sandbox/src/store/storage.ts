import { setField } from '../../../server/src/yaml/own-field.ts';
import { countAhead } from '../../../server/src/yaml/sorted.ts';
import { metadataFields } from '../metadata-fields.ts';
import type { KubeObject, ResourceName } from '../object-store.ts';
import { deepFreeze } from './json.ts';

/** One committed write, as watches read it. */
export interface StoredEvent {
  readonly revision: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The object after the write; for DELETED its last state, with the revision of the deletion. */
  readonly object: KubeObject;
  /** The state before the write: a selector that matched before and no longer does is a deletion to its watch. */
  readonly previous: KubeObject | undefined;
}

/** All objects of a resource (or of one of its namespaces) at one revision, in the order of their keys. */
export interface Snapshot {
  readonly revision: number;
  readonly objects: readonly KubeObject[];
}

/** How many writes of one resource a reader may be behind, where nobody says otherwise. */
export const defaultHistory = 4096;

/** What may be said of a storage. */
export interface StorageOptions {
  /** Hears of a listener that throws. */
  readonly listenerFailed?: (error: unknown) => void;
  /** How many writes of one resource are known at least; up to twice as many are. */
  readonly history?: number | undefined;
}

/**
 * The objects of all resources below the API: no admission, no managedFields. One counter of revisions for
 * all, as etcd has. Objects are frozen when they are stored; what reads give is shared and never changes.
 * Listeners are called after the write that they hear of has returned, in the order of the writes.
 */
export class Storage {
  #revision = 1;
  #cachedFrom = 0;
  #compacted = 0;
  readonly #listenerFailed: (error: unknown) => void;
  readonly #history: number;
  readonly #tables = new Map<string, Table>();
  readonly #listeners = new Set<(resource: ResourceName, event: StoredEvent) => void>();
  readonly #pending: { table: Table; event: StoredEvent }[] = [];
  #delivery: 'idle' | 'scheduled' = 'idle';

  constructor({ listenerFailed = () => {}, history = defaultHistory }: StorageOptions = {}) {
    this.#listenerFailed = listenerFailed;
    this.#history = history;
  }

  /** The revision of the last write. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * From here on no watch can begin before the present state, as with an API server that has just been started: its
   * cache begins there. What it stored before can still be listed.
   */
  beginCache(): void {
    this.#cachedFrom = this.#revision;
  }

  /** Forgets the states before a revision. */
  compact(revision: number): void {
    this.#compacted = revision;
  }

  /** How many objects there are of a resource. */
  count(resource: ResourceName): number {
    return this.#tables.get(tableName(resource))?.objects.size ?? 0;
  }

  get(resource: ResourceName, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#tables.get(tableName(resource))?.objects.get(objectKey(namespace, name));
  }

  /** Everything there is now; cheap to hold on to, since objects are never changed in place. */
  snapshot(resource: ResourceName, namespace?: string): Snapshot {
    const table = this.#tables.get(tableName(resource));
    return { revision: this.#revision, objects: table ? table.list(namespace) : [] };
  }

  /** Everything there was at a revision; undefined when that is no longer known, or not reached yet. */
  snapshotAt(resource: ResourceName, namespace: string | undefined, revision: number): Snapshot | undefined {
    if (revision > this.#revision || revision < this.#compacted) return undefined;
    const table = this.#tables.get(tableName(resource));
    if (!table) return { revision, objects: [] };
    const objects = table.listAt(namespace, revision);
    return objects && { revision, objects };
  }

  /** Stores an object under its metadata's name and namespace with the next resourceVersion; gives it frozen. */
  put(resource: ResourceName, object: KubeObject): KubeObject {
    const table = this.#table(resource);
    const key = objectKey(object.metadata.namespace, object.metadata.name ?? '');
    const previous = table.objects.get(key);
    const stored = this.#stamp(object);
    if (!previous) table.insertKey(key);
    table.objects.set(key, stored);
    table.forgetLists(stored.metadata.namespace);
    this.#commit(table, {
      revision: this.#revision,
      type: previous ? 'MODIFIED' : 'ADDED',
      object: stored,
      previous,
    });
    return stored;
  }

  /** Removes an object; gives its last state with the revision of the removal, or undefined when there was none. */
  remove(resource: ResourceName, namespace: string | undefined, name: string): KubeObject | undefined {
    const table = this.#table(resource);
    const key = objectKey(namespace, name);
    const previous = table.objects.get(key);
    if (!previous) return undefined;
    const removed = this.#stamp(previous);
    table.objects.delete(key);
    table.removeKey(key);
    table.forgetLists(namespace);
    this.#commit(table, { revision: this.#revision, type: 'DELETED', object: removed, previous });
    return removed;
  }

  /** Drops a resource's objects and history: its definition is gone. Who listens hears of its successor. */
  drop(resource: ResourceName): void {
    const table = this.#tables.get(tableName(resource));
    if (!table) return;
    table.clear(this.#revision);
    for (const dropped of [...table.dropListeners]) dropped();
  }

  /** Writes after `revision`, oldest first; undefined when some of them are no longer known. */
  eventsSince(resource: ResourceName, revision: number): readonly StoredEvent[] | undefined {
    if (revision < this.#cachedFrom) return undefined;
    const table = this.#tables.get(tableName(resource));
    return table ? table.eventsSince(revision) : [];
  }

  /** The oldest revision from which `eventsSince` still knows everything. */
  oldestKnown(resource: ResourceName): number {
    const forgotten = this.#tables.get(tableName(resource))?.forgottenUpTo ?? 0;
    return Math.max(forgotten, this.#cachedFrom);
  }

  /** Calls back after each write to a resource, and `dropped` when the resource is no more. */
  subscribe(
    resource: ResourceName,
    listener: (event: StoredEvent) => void,
    dropped?: () => void,
  ): { dispose(): void } {
    const table = this.#table(resource);
    table.listeners.add(listener);
    if (dropped) table.dropListeners.add(dropped);
    return {
      dispose: () => {
        table.listeners.delete(listener);
        if (dropped) table.dropListeners.delete(dropped);
      },
    };
  }

  /** Calls back after each write to any resource. */
  subscribeToAll(listener: (resource: ResourceName, event: StoredEvent) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  #table(resource: ResourceName): Table {
    const name = tableName(resource);
    let table = this.#tables.get(name);
    if (!table) {
      table = new Table(resource, this.#history);
      this.#tables.set(name, table);
    }
    return table;
  }

  #stamp(object: KubeObject): KubeObject {
    this.#revision++;
    const metadata = inOrder({ ...object.metadata, resourceVersion: String(this.#revision) }, metadataFields);
    return deepFreeze(inOrder({ ...object, metadata }, objectFields));
  }

  #commit(table: Table, event: StoredEvent): void {
    table.remember(event);
    this.#pending.push({ table, event });
    if (this.#delivery === 'scheduled') return;
    this.#delivery = 'scheduled';
    queueMicrotask(() => this.#deliver());
  }

  #deliver(): void {
    for (let index = 0; index < this.#pending.length; index++) {
      const { table, event } = this.#pending[index]!;
      for (const listener of [...table.listeners]) this.#call(() => listener(event));
      for (const listener of [...this.#listeners]) this.#call(() => listener(table.resource, event));
    }
    this.#pending.length = 0;
    this.#delivery = 'idle';
  }

  /** One listener's failure must not keep the others from hearing. */
  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#listenerFailed(error);
    }
  }
}

/** One resource: objects by key, the keys in order, and its last writes. */
class Table {
  readonly resource: ResourceName;
  readonly objects = new Map<string, KubeObject>();
  readonly listeners = new Set<(event: StoredEvent) => void>();
  readonly dropListeners = new Set<() => void>();
  /** The revision of the newest write that the history has let go. */
  forgottenUpTo = 0;
  readonly #keys: string[] = [];
  readonly #lists = new Map<string | undefined, readonly KubeObject[]>();
  readonly #historyLimit: number;
  #history: StoredEvent[] = [];

  constructor(resource: ResourceName, historyLimit: number) {
    this.resource = resource;
    this.#historyLimit = historyLimit;
  }

  list(namespace: string | undefined): readonly KubeObject[] {
    const known = this.#lists.get(namespace);
    if (known) return known;
    const from = namespace === undefined ? 0 : lowerBound(this.#keys, `${namespace}/`);
    const to = namespace === undefined ? this.#keys.length : lowerBound(this.#keys, `${namespace}0`);
    const list = this.#keys.slice(from, to).map((key) => this.objects.get(key)!);
    this.#lists.set(namespace, list);
    return list;
  }

  /** What was there at a revision: what is there now, its later writes undone. */
  listAt(namespace: string | undefined, revision: number): readonly KubeObject[] | undefined {
    const later = this.eventsSince(revision)?.filter(
      ({ object }) => namespace === undefined || object.metadata.namespace === namespace,
    );
    if (!later || later.length === 0) return later && this.list(namespace);
    const then = new Map(this.list(namespace).map((object) => [keyOf(object), object]));
    for (const { object, previous } of later.toReversed()) {
      if (previous) then.set(keyOf(object), previous);
      else then.delete(keyOf(object));
    }
    return [...then].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, object]) => object);
  }

  forgetLists(namespace: string | undefined): void {
    this.#lists.delete(undefined);
    this.#lists.delete(namespace);
  }

  insertKey(key: string): void {
    this.#keys.splice(lowerBound(this.#keys, key), 0, key);
  }

  removeKey(key: string): void {
    this.#keys.splice(lowerBound(this.#keys, key), 1);
  }

  remember(event: StoredEvent): void {
    this.#history.push(event);
    // Cutting half at a time keeps a write at constant cost.
    if (this.#history.length <= this.#historyLimit * 2) return;
    const forgotten = this.#history.length - this.#historyLimit;
    this.forgottenUpTo = this.#history[forgotten - 1]!.revision;
    this.#history = this.#history.slice(forgotten);
  }

  clear(revision: number): void {
    this.objects.clear();
    this.#keys.length = 0;
    this.#lists.clear();
    this.#history = [];
    this.forgottenUpTo = revision;
  }

  eventsSince(revision: number): readonly StoredEvent[] | undefined {
    if (revision < this.forgottenUpTo) return undefined;
    return this.#history.slice(countAhead(this.#history, (event) => event.revision <= revision));
  }
}

const objectFields = ['kind', 'apiVersion', 'metadata', 'spec'];
/** The same fields, those that are named first, in that order: as the API server writes its objects. */
function inOrder<Value extends object>(value: Value, first: readonly string[]): Value {
  const source = value as Record<string, unknown>;
  const ordered: Record<string, unknown> = {};
  for (const name of first) if (source[name] !== undefined) setField(ordered, name, source[name]);
  for (const [name, part] of Object.entries(source))
    if (!Object.hasOwn(ordered, name)) setField(ordered, name, part);
  return ordered as Value;
}

function tableName(resource: ResourceName): string {
  return `${resource.group}/${resource.plural}`;
}

function keyOf({ metadata }: KubeObject): string {
  return objectKey(metadata.namespace, metadata.name ?? '');
}

function objectKey(namespace: string | undefined, name: string): string {
  return namespace ? `${namespace}/${name}` : name;
}

/** The first index whose key is not less than `key`. `0` follows `/`, so `ns0` ends the keys of `ns/`. */
function lowerBound(keys: readonly string[], key: string): number {
  return countAhead(keys, (one) => one < key);
}
