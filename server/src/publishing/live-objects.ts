import type { ObjectName } from '../checks/stored/named-objects.ts';
import type { LiveObject, LiveObjectParams } from '../protocol.ts';

/** How objects of clusters are asked for, and how time passes. */
export interface LiveObjectsHost {
  /** Gives null for what is not there, or in no cluster that a person has connected to. A rejection counts as that. */
  ask(params: LiveObjectParams): Promise<LiveObject | null>;
  /** Milliseconds, from wherever. */
  now(): number;
}

/** How long an answer counts: a person who types asks no more often. */
const freshFor = 30_000;
/** Requests under way at a time. */
const mostAtOnce = 4;
/** The first objects of a document that are asked for: nobody reads hints at more, and each is a request to a cluster. */
export const mostLiveObjects = 50;

interface Answer {
  readonly live: LiveObject | undefined;
  readonly readAt: number;
}

/** What clusters have of the objects in open documents, as far as it has been read. */
export class LiveObjects {
  readonly #host: LiveObjectsHost;
  readonly #known = new Map<string, Map<string, Answer>>();
  readonly #asking = new Map<string, Promise<boolean>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #generation = 0;

  constructor(host: LiveObjectsHost) {
    this.#host = host;
  }

  /** Whether a document has an object of which anything is known. */
  hasAny(uri: string): boolean {
    const answers = this.#known.get(uri);
    return answers !== undefined && Array.from(answers.values()).some(({ live }) => live);
  }

  /** What was last read of an object for a document: the same until a newer state has been read. */
  known(uri: string, name: ObjectName): LiveObject | undefined {
    return this.#known.get(uri)?.get(keyOf(name))?.live;
  }

  /**
   * Asks for the objects of a document, of which nothing is known that is still fresh, and forgets all others of it.
   * Gives whether anything has come that was not known. Never rejects.
   */
  async refresh(uri: string, names: readonly ObjectName[]): Promise<boolean> {
    const wanted = new Map(names.slice(0, mostLiveObjects).map((name) => [keyOf(name), name]));
    const known = this.#known.get(uri) ?? new Map<string, Answer>();
    this.#known.set(uri, known);
    for (const key of known.keys()) if (!wanted.has(key)) known.delete(key);
    const asked = Array.from(wanted, ([key, name]) => {
      const answer = known.get(key);
      if (answer && this.#host.now() - answer.readAt < freshFor) return false;
      return this.#ask(uri, key, name);
    });
    return (await Promise.all(asked)).includes(true);
  }

  /** From now on nothing counts as fresh: objects, or the clusters that they are in, have changed. */
  expire(): void {
    this.#generation++;
    for (const answers of this.#known.values()) {
      for (const [key, { live }] of answers) answers.set(key, { live, readAt: Number.NEGATIVE_INFINITY });
    }
  }

  /** Forgets a document. */
  close(uri: string): void {
    this.#known.delete(uri);
  }

  /** One request for an object at a time, for all who wait for it. */
  #ask(uri: string, key: string, name: ObjectName): Promise<boolean> {
    const id = `${this.#generation} ${uri} ${key}`;
    const asking = this.#asking.get(id) ?? this.#read(uri, key, name).finally(() => this.#asking.delete(id));
    this.#asking.set(id, asking);
    return asking;
  }

  async #read(uri: string, key: string, { namespace, ...rest }: ObjectName): Promise<boolean> {
    const generation = this.#generation;
    if (this.#running >= mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      const params = { uri, ...rest, ...(namespace !== undefined && { namespace }) };
      const live = (await this.#host.ask(params).catch(() => null)) ?? undefined;
      if (generation !== this.#generation) return false;
      return this.#keep(uri, key, live);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #keep(uri: string, key: string, live: LiveObject | undefined): boolean {
    const answers = this.#known.get(uri);
    if (!answers) return false;
    const before = answers.get(key)?.live;
    const isNew = !isSameState(before, live);
    answers.set(key, { live: isNew ? live : before, readAt: this.#host.now() });
    return isNew;
  }
}

function keyOf({ apiVersion, kind, namespace, name }: ObjectName): string {
  return JSON.stringify([apiVersion, kind, namespace, name]);
}

function isSameState(left: LiveObject | undefined, right: LiveObject | undefined): boolean {
  if (!left || !right) return left === right;
  const version = versionOf(left);
  return left.cluster === right.cluster && version !== undefined && version === versionOf(right);
}

function versionOf({ object }: LiveObject): string | undefined {
  const { uid, resourceVersion } = (object.metadata ?? {}) as Record<string, unknown>;
  return typeof resourceVersion === 'string' ? `${uid} ${resourceVersion}` : undefined;
}
