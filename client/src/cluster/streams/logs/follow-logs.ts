import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cluster, LogOptions } from '../../cluster.ts';
import { ClusterError, explanationOf } from '../../errors.ts';
import { waited } from '../../http/waited.ts';
import { type Clock, systemClock } from '../../watch/clock.ts';
import { retryDelay } from '../retry-delay.ts';
import { type FollowedContainer, type FollowedContainers, followContainers } from './follow-containers.ts';
import { followLog } from './follow-log.ts';
import type { LogNote, LogRow } from './log-row.ts';
import type { LogSource } from './log-source.ts';
import { mergeLines } from './merge-lines.ts';
import { everyName, type NameFilter } from './name-filter.ts';
import { type SourcePods, watchSourcePods } from './source-pods.ts';

/** What is asked of the cluster of a source. */
export type LogCluster = Pick<
  Cluster,
  'discover' | 'get' | 'watch' | 'watchObjects' | 'watchContainers' | 'logs'
>;

/** What following needs beside the sources. */
export interface FollowLogsOptions extends Pick<LogOptions, 'tailLines' | 'sinceSeconds'> {
  /** The cluster of a context, by its id. Asked once for each. */
  readonly open: (cluster: string) => Promise<LogCluster>;
  /** Which Pods are meant, and which containers of them, by their names; all, where it is left out. */
  readonly pods?: NameFilter;
  readonly containers?: NameFilter;
  /** How many logs of one cluster are open at a time; 50 where nothing is said. */
  readonly mostStreams?: number;
  /** Ends everything. */
  readonly signal?: AbortSignal;
}

const mostStreams = 50;
/** Milliseconds in which others are given a turn. */
const turnLength = 20;

/**
 * The logs of many containers as one, by the times of their lines (`merge-lines.ts`), for as long as it is read: containers
 * that begin join, those of Pods that are there from the beginning with as much as is asked of what they wrote before, later
 * ones with all of it. What of a source or a container goes wrong is a row, and ends no other. No line that is given is
 * given twice, however many sources name its container. Ends by its signal, with whose reason it rejects.
 */
export async function* followLogs(
  sources: readonly LogSource[],
  options: FollowLogsOptions,
  clock: Clock = systemClock,
): AsyncGenerator<readonly LogRow[], never, undefined> {
  const { signal } = options;
  signal?.throwIfAborted();
  const own = new AbortController();
  const until = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  const merge = mergeLines();
  const turn = awaitedTurn(clock, until);
  const room = awaitedRoom(until);
  const clusters = openedOnce(options.open);

  /** Gives the merge what a container writes. */
  const read = async ({ origin, cluster, pod, from, signal: stop }: FollowedContainer<LogCluster>) => {
    const stream = merge.open(origin, clock.now());
    const tell = (note: LogNote) => {
      stream.say(note);
      turn.wake();
    };
    tell({ is: 'begun', origin });
    try {
      const lines = followLog(
        cluster,
        pod,
        {
          ...(from === 'the tail' ? beginningOf(options) : {}),
          container: origin.container,
          signal: stop,
          onDidBreak: ({ explanation }) => tell({ is: 'broken', origin, why: explanation }),
          onDidMiss: (gap) => tell({ is: 'gap', origin, gap }),
        },
        clock,
      );
      for await (const batch of lines) {
        stream.take(batch, clock.now());
        turn.wake();
        while (!stream.hasRoom && !stop.aborted) await room.more();
      }
      tell({ is: 'ended', origin });
    } catch (error) {
      if (!stop.aborted) tell({ is: 'refused', origin, why: explanationOf(error) });
    } finally {
      stream.end();
      turn.wake();
    }
    return tell;
  };

  const say = (note: LogNote) => {
    merge.say(note);
    turn.wake();
  };
  const containers = followContainers<LogCluster>({
    read,
    say,
    isMeant: (pod, container) =>
      (options.pods ?? everyName)(pod) && (options.containers ?? everyName)(container),
    mostStreams: options.mostStreams ?? mostStreams,
    signal: until,
    clock,
  });
  const watched: SourcePods[] = [];
  try {
    for (const source of sources) {
      void beginSource(source, { clusters, containers, watched, say, signal: until, clock });
    }
    let since = clock.now();
    for (;;) {
      until.throwIfAborted();
      const { rows, again } = merge.next(clock.now());
      if (rows.length > 0) {
        yield rows;
        room.made();
      } else {
        await turn.until(again);
        since = clock.now();
      }
      if (clock.now() - since > turnLength) {
        await nextTurn();
        since = clock.now();
      }
    }
  } finally {
    own.abort(new Error('the logs are closed'));
    containers.dispose();
    for (const pods of watched) pods.dispose();
  }
}

function beginningOf({
  tailLines,
  sinceSeconds,
}: FollowLogsOptions): Pick<LogOptions, 'tailLines' | 'sinceSeconds'> {
  return {
    ...(tailLines === undefined ? {} : { tailLines }),
    ...(sinceSeconds === undefined ? {} : { sinceSeconds }),
  };
}

interface Beginning {
  readonly clusters: (id: string) => Promise<LogCluster>;
  readonly containers: FollowedContainers<LogCluster>;
  readonly watched: SourcePods[];
  readonly say: (note: LogNote) => void;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Finds the Pods of a source; tries again for as long as nobody answers. Never rejects: what goes wrong is a row. */
async function beginSource(
  source: LogSource,
  { clusters, containers, watched, say, signal, clock }: Beginning,
) {
  let told = '';
  for (let failures = 0; ; failures++) {
    try {
      const cluster = await clusters(source.cluster);
      const discovery = await cluster.discover({ signal });
      if (signal.aborted) return;
      const resource = discovery.find('v1', 'Pod');
      if (!resource) return say({ is: 'unsure', source, why: { fault: 'the server has no Pods' } });
      const followed = containers.add(source, cluster, resource);
      const pods = watchSourcePods(source, { cluster, discovery, clock, changed: followed.changed });
      watched.push(pods);
      followed.have(pods);
      return;
    } catch (error) {
      if (signal.aborted) return;
      const why = explanationOf(error);
      if (why.fault !== told) say({ is: 'unsure', source, why });
      told = why.fault;
      if (!mayPass(error)) return;
    }
    try {
      await waited(retryDelay(failures, clock.random()), clock, signal);
    } catch {
      return;
    }
  }
}

/** Whether asking again may help: nobody has answered, or the server was not ready to. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ClusterError)) return false;
  const { failure, code = 0 } = error;
  return failure === 'unreachable' || failure === 'protocol' || code >= 500 || code === 429;
}

/** Each cluster is opened once; one that could not be is, when it is asked for again. */
function openedOnce(open: FollowLogsOptions['open']): (id: string) => Promise<LogCluster> {
  const opened = new Map<string, Promise<LogCluster>>();
  return (id) => {
    const known = opened.get(id);
    if (known) return known;
    const opening = open(id);
    opened.set(id, opening);
    opening.catch(() => opened.delete(id));
    return opening;
  };
}

/** What the reader of the merge waits for: that something came, or that it is time. */
function awaitedTurn(clock: Clock, signal: AbortSignal) {
  let wake = () => {};
  signal.addEventListener('abort', () => wake(), { once: true });
  return {
    wake: () => wake(),
    until(time: number | undefined): Promise<void> {
      return new Promise((resolve) => {
        const cancel =
          time === undefined ? undefined : clock.after(Math.max(0, time - clock.now()), () => wake());
        wake = () => {
          wake = () => {};
          cancel?.();
          resolve();
        };
      });
    },
  };
}

/** What those wait for who have read as much as may wait here. */
function awaitedRoom(signal: AbortSignal) {
  let waiting: (() => void)[] = [];
  const made = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  signal.addEventListener('abort', made, { once: true });
  return {
    made,
    more: (): Promise<void> => new Promise((resolve) => void waiting.push(resolve)),
  };
}
