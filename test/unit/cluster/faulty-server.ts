import type { Explanation } from '../../../client/src/cluster/explanation.ts';
import { waited } from '../../../client/src/cluster/http/waited.ts';
import { rowsOfEvent, rowsOfList } from '../../../client/src/cluster/objects/table.ts';
import type { Status } from '../../../client/src/cluster/status.ts';
import type { WatchRequests } from '../../../client/src/cluster/watch/driver.ts';
import { failureOfStatus } from '../../../client/src/cluster/watch/failure.ts';
import type { Probe } from '../../../client/src/cluster/watch/route.ts';
import type { WatchFailure } from '../../../client/src/cluster/watch/watch-state.ts';
import type { FakeClock } from './fake-clock.ts';

/** What goes wrong with the next request, or with the stream that it opens. */
export type Fault =
  /** Nothing comes back, until the client gives it up or a minute has passed. */
  | 'hangs'
  | 'refused'
  | 'status 429'
  | 'status 500'
  | 'status 410'
  /** Of a stream: it tells so at once. */
  | 'error 410'
  | 'error 500'
  /** Of a stream, after some events: the connection is reset, the body ends within a line, or nothing comes any more. */
  | 'reset'
  | 'truncated'
  | 'silent';

/** How a server treats streaming lists. */
export type Streaming =
  | 'not tried'
  | 'served'
  | 'refused by parameter'
  | 'refused in the stream'
  | 'held back';

/**
 * A collection of an API server and the line to it, in virtual time. Objects change by `change`; every state that it ever
 * had is known by its fingerprint.
 */
export interface FaultyServer {
  readonly requests: WatchRequests;
  /** Makes, changes or deletes an object. */
  change(): void;
  /** Forgets all but the newest changes. */
  compact(): void;
  /** `gone`: nobody listens; `silent`: nothing passes in either direction, on connections that are there, too. */
  line: 'there' | 'gone' | 'silent';
  rights: 'all' | 'none' | 'list';
  /** Faults of the next requests, in their order. */
  readonly faults: Fault[];
  readonly probe: Probe;
  /** Requests so far, those of the probe too. */
  readonly asked: number;
  /** Streams that the client has not closed. */
  readonly open: number;
  /** What is there now. */
  readonly fingerprint: string;
  /** When a state ceased to be that of now, each time, in milliseconds since the epoch; none for one that never was. */
  endsOf(fingerprint: string): readonly number[];
}

/** What a set of rows is: the names and versions of all. */
export function fingerprintOf(rows: Iterable<{ uid: string; version: number | string }>): string {
  return [...rows]
    .map(({ uid, version }) => `${uid}@${version}`)
    .sort()
    .join();
}

interface Change {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly uid: string;
}

const encoder = new TextEncoder();
const bookmarkEvery = 60_000;
const names = 12;
/** More than a page, so that lists have several. */
const pageSize = 4;
const answerTimeout = 60_000;

export function faultyServer(clock: FakeClock, random: () => number, streaming: Streaming): FaultyServer {
  const objects = new Map<string, number>();
  const ends = new Map<string, number[]>();
  /** All of them: a watch that is open gets what has been forgotten for new ones. */
  const changes: Change[] = [];
  let version = 100;
  let floor = 100;
  let asked = 0;
  const streams = new Set<{ wake(): void; broken(): void }>();
  const snapshots = new Map<number, [string, number][]>();
  let line: FaultyServer['line'] = 'there';

  const pick = (most: number) => Math.floor(random() * most);
  const fingerprint = () => fingerprintOf([...objects].map(([uid, at]) => ({ uid, version: at })));
  const later = (milliseconds: number, signal: AbortSignal) => waited(milliseconds, clock, signal);
  const failed = (failure: WatchFailure) => new Failed(failure);
  const status = (code: number, message: string, details?: Status['details']) =>
    failed(
      failureOfStatus(
        { code, message, reason: '', ...(details && { details }) },
        { fault: `${code} ${message}` },
      ),
    );
  const unreachable = () => failed({ kind: 'unreachable', why: { fault: 'nobody answers' } });

  /** The way there and back. Throws what goes wrong; gives what is to go wrong with a stream. */
  const pass = async (signal: AbortSignal, verb: 'list' | 'watch'): Promise<Fault | undefined> => {
    asked++;
    const fault = server.faults.shift();
    await later(1 + pick(120), signal);
    if (line === 'gone' || fault === 'refused') throw unreachable();
    if (line === 'silent' || fault === 'hangs') {
      await later(answerTimeout, signal);
      throw unreachable();
    }
    if (fault === 'status 429') throw status(429, 'busy', { retryAfterSeconds: 1 + pick(3) });
    if (fault === 'status 500') throw status(500, 'etcd does not answer');
    if (fault === 'status 410') throw status(410, 'too old');
    if (server.rights === 'none' || (server.rights === 'list' && verb === 'watch')) throw status(403, 'no');
    return fault;
  };

  const object = (uid: string, at: number) => ({
    cells: [uid],
    object: { metadata: { name: uid, uid, resourceVersion: String(at) } },
  });
  const table = (rows: unknown[], metadata: object = {}) => ({
    kind: 'Table',
    metadata,
    columnDefinitions: [{ name: 'Name', type: 'string', format: 'name' }],
    rows,
  });
  const event = (type: string, uid: string, at: number) => ({ type, object: table([object(uid, at)]) });
  const bookmark = (at: number, annotations: object = {}) => ({
    type: 'BOOKMARK',
    object: table([{ cells: [''], object: { metadata: { resourceVersion: String(at), annotations } } }]),
  });
  const error = (code: number, message: string) => ({
    type: 'ERROR',
    object: { kind: 'Status', code, message, reason: '' },
  });

  const list = async (continueToken: string | undefined, signal: AbortSignal) => {
    await pass(signal, 'list');
    const [at, from] = (continueToken ?? `${version}/0`).split('/').map(Number) as [number, number];
    if (continueToken === undefined) snapshots.set(at, [...objects]);
    const snapshot = snapshots.get(at);
    if (at < floor || !snapshot) throw status(410, 'the token is too old');
    const rest = snapshot.length - from - pageSize;
    return table(
      snapshot.slice(from, from + pageSize).map(([uid, own]) => object(uid, own)),
      {
        resourceVersion: String(at),
        ...(rest > 0 && { continue: `${at}/${from + pageSize}`, remainingItemCount: rest }),
      },
    );
  };

  const watch: WatchRequests['watch'] = async (from, timeoutSeconds, signal) => {
    const fault = await pass(signal, 'watch');
    const isList = from === 'initial-events';
    if (isList && streaming === 'refused by parameter') {
      throw status(422, 'sendInitialEvents is forbidden', { causes: [{ field: 'sendInitialEvents' }] });
    }
    let at = isList ? version : Number(from.resourceVersion);
    const pending: unknown[] = [];
    if (!isList && at < floor) {
      if (random() < 0.5) throw status(410, 'too old');
      pending.push(error(410, 'too old'));
    }
    if (fault === 'error 410') pending.push(error(410, 'too old'));
    if (fault === 'error 500') pending.push(error(500, 'etcd does not answer'));
    if (isList && streaming === 'refused in the stream') {
      pending.push(error(500, 'RequestWatchProgress is disabled'));
    } else if (isList) {
      pending.push(...[...objects].map(([uid, own]) => event('ADDED', uid, own)));
      pending.push(bookmark(at, { 'k8s.io/initial-events-end': 'true' }));
    }
    /** After so many events the fault strikes. */
    let left = 1 + pick(8);
    const over = clock.now() + timeoutSeconds * 1_000;
    let bookmarkAt = clock.now() + bookmarkEvery;
    const isHeldBack = isList && streaming === 'held back';

    return (async function* () {
      let wake = () => {};
      let isBroken = false;
      const stream = {
        wake: () => wake(),
        broken() {
          isBroken = true;
          wake();
        },
      };
      streams.add(stream);
      signal.addEventListener('abort', () => wake());
      try {
        for (;;) {
          if (signal.aborted) throw signal.reason;
          if (isBroken) throw new Error('reset');
          const isMute = line !== 'there' || isHeldBack || (fault === 'silent' && left <= 0);
          if (!isMute) {
            for (const { version: own, type, uid } of changes) {
              if (own <= at) continue;
              pending.push(event(type, uid, own));
              at = own;
            }
            if (clock.now() >= bookmarkAt) {
              bookmarkAt = clock.now() + bookmarkEvery;
              pending.push(bookmark(at), ...(random() < 0.3 ? [bookmark(at)] : []));
            }
            if (pending.length > 0) {
              const some = pending.splice(0, 1 + pick(pending.length));
              left -= some.length;
              const bytes = encoder.encode(some.map((one) => `${JSON.stringify(one)}\n`).join(''));
              const cut = 1 + pick(bytes.length - 1);
              if (left <= 0 && fault === 'truncated') {
                yield bytes.subarray(0, cut);
                return;
              }
              yield bytes.subarray(0, cut);
              yield bytes.subarray(cut);
              if (left <= 0 && fault === 'reset') throw new Error('reset');
              // What is left comes a little later.
              if (pending.length > 0) await later(1 + pick(50), signal);
              continue;
            }
            if (clock.now() >= over) return;
          }
          await new Promise<void>((done) => {
            const cancel = clock.after(
              Math.max(1, Math.min(bookmarkAt, over) - clock.now(), isMute ? 10_000 : 0),
              done,
            );
            wake = () => {
              cancel();
              done();
            };
          });
        }
      } finally {
        streams.delete(stream);
      }
    })();
  };

  const server: FaultyServer = {
    faults: [],
    rights: 'all',
    get line() {
      return line;
    },
    set line(next) {
      line = next;
      for (const stream of streams) next === 'gone' ? stream.broken() : stream.wake();
    },
    requests: {
      prefersStreams: streaming !== 'not tried',
      list,
      watch,
      async currentVersion(signal) {
        await pass(signal, 'list');
        return String(version);
      },
      rowsOfList,
      rowsOfEvent,
      failureOf: (thrown) =>
        thrown instanceof Failed ? thrown.failure : { kind: 'other', why: { fault: String(thrown) } },
      failureOfStatus: (told: Status) => failureOfStatus(told, { fault: told.message }),
    },
    probe: {
      async send(signal) {
        asked++;
        await later(1 + pick(120), signal);
        if (line === 'gone') throw new Error('nobody answers');
        if (line === 'silent') await later(answerTimeout, signal);
        return 'ready';
      },
      renewConnections() {},
      explain: (thrown): Explanation => ({ fault: String(thrown) }),
    },
    change() {
      const before = fingerprint();
      ends.set(before, [...(ends.get(before) ?? []), clock.now()]);
      version += 1 + pick(3);
      const uid = `o${pick(names)}`;
      const isThere = objects.has(uid);
      if (isThere && random() < 0.4) {
        objects.delete(uid);
        changes.push({ version, type: 'DELETED', uid });
      } else {
        objects.delete(uid);
        objects.set(uid, version);
        changes.push({ version, type: isThere ? 'MODIFIED' : 'ADDED', uid });
      }
      for (const stream of streams) stream.wake();
    },
    compact() {
      floor = version;
      snapshots.clear();
    },
    get asked() {
      return asked;
    },
    get open() {
      return streams.size;
    },
    get fingerprint() {
      return fingerprint();
    },
    endsOf: (print) => [...(ends.get(print) ?? []), ...(print === fingerprint() ? [clock.now()] : [])],
  };
  return server;
}

/** A failure that a watcher is told of as it is. */
class Failed extends Error {
  readonly failure: WatchFailure;
  constructor(failure: WatchFailure) {
    super(failure.why.fault);
    this.failure = failure;
  }
}
