import type { Cluster, LogOptions } from '../../cluster.ts';
import { ClusterError } from '../../errors.ts';
import { waited } from '../../http/waited.ts';
import type { ObjectReference } from '../../kube-object.ts';
import { type Clock, systemClock } from '../../watch/clock.ts';
import { type PodState, readPodState } from '../pod-state.ts';
import { retryDelay } from '../retry-delay.ts';
import { decodeLines } from './line-decoder.ts';
import { type LogFailure, logFailureOf } from './log-failure.ts';
import { withSilences } from './paused-stream.ts';
import { type LogGap, type NewLines, rememberSeenLines, type SeenLines } from './seen-lines.ts';
import { isLater, type StampedLine, stampedLineReader } from './stamped-line.ts';

/** What following needs beside the pod. */
export interface FollowOptions
  extends Pick<LogOptions, 'container' | 'tailLines' | 'sinceSeconds' | 'signal'> {
  /** Told when the log is asked for again for another reason than the last time; `error` says why. */
  readonly onDidBreak?: (error: ClusterError) => void;
  /** Told before the lines behind a place where others may be missing. */
  readonly onDidMiss?: (gap: LogGap) => void;
}

/** The last line of before comes with the first bytes, wherever they are: a log that has not got it falls silent. */
const lookingPatience = 2_000;
/** A kubelet may be silent although there are lines: it is asked for the last one, ever less often. */
const firstPatience = 60_000;
const longestPatience = 300_000;
/** A server that has just come back refuses what it will give a moment later. */
const settling = 15_000;

/**
 * The lines of a container's log, in the batches they come in, for as long as it may write more: a stream ends when a file
 * is rotated, a container restarts, a server does or a connection breaks, and then goes on after the last line, none
 * twice; also one that has not begun. What a run of the container has written last is read when the next one has begun.
 * Ends when the container has ended for good, or the pod is gone or another one of its name. Rejects with a
 * `ClusterError` when the log may not be read or cannot be what is asked for (`log-failure.ts`), or with the signal's reason.
 */
export async function* followLog(
  cluster: Pick<Cluster, 'get' | 'logs'>,
  pod: ObjectReference,
  options: FollowOptions = {},
  clock: Clock = systemClock,
): AsyncGenerator<readonly StampedLine[], void, undefined> {
  const { container, signal, onDidBreak } = options;
  const seen = rememberSeenLines();
  const log: FollowedLog = { cluster, pod, options, seen, clock, begun: 'not begun' };
  const state = () => readPodState(cluster, pod, container, signal);
  // Whose log it is, is asked for together with its first lines: who waits for these is not to wait for both.
  const first = state();
  first.catch(() => undefined);
  let uid: string | undefined;
  let run: string | undefined;
  let failures = 0;
  let told = '';
  let brokenAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { gave, failure, error, rest } = yield* readOnce(log);
    if (gave === 'lines') {
      failures = 0;
      told = '';
    }
    if (failure?.next === 'stop' && !(failure.because === 'forbidden' && clock.now() - brokenAt < settling)) {
      throw error;
    }
    const known = await first;
    uid ??= uidOf(known);
    run ??= runOf(known);
    if (failure?.next === 'gone') {
      // Of a pod that never was there, that is the answer.
      if (uid === undefined && log.begun === 'not begun') throw error;
      return;
    }
    if (failure === undefined) {
      const now = await state();
      if (now.is === 'gone' || (now.is === 'there' && now.container === 'has ended')) {
        yield* shown(seen.giveUp(), options);
        yield* shown(seen.take(rest), options);
        return;
      }
    } else {
      if (failure.next === 'try again') brokenAt = clock.now();
      if (error instanceof ClusterError && error.message !== told) {
        told = error.message;
        onDidBreak?.(error);
      }
    }
    await waited(retryDelay(failures++, clock.random(), failure?.after), clock, signal);
    // Another pod's lines are none of this log. One that has ended meanwhile may have written more before.
    const now = await state();
    const other = uidOf(now);
    if (now.is === 'gone' || (uid !== undefined && other !== undefined && other !== uid)) return;
    uid ??= other;
    const isAnother = run !== undefined && runOf(now) !== undefined && runOf(now) !== run;
    if (isAnother) yield* readEnd(log, now.is === 'there' && now.previousRun === run ? 'kept' : 'lost');
    run = runOf(now) ?? run;
  }
}

/** A log on its way. */
interface FollowedLog {
  readonly cluster: Pick<Cluster, 'get' | 'logs'>;
  readonly pod: ObjectReference;
  readonly options: FollowOptions;
  readonly seen: SeenLines;
  readonly clock: Clock;
  /** What was asked of the beginning is not asked again. */
  begun: 'begun' | 'not begun';
}

/** How one stream went. */
interface Attempt {
  /** Whether anything new came. */
  readonly gave: 'lines' | 'nothing';
  /** Undefined where it ended as it should. */
  readonly failure: LogFailure | undefined;
  readonly error: unknown;
  /** A last line without an end: more of it may come. */
  readonly rest: readonly StampedLine[];
}

/** One stream, from where the last one was left: the lines that are new, in batches. */
async function* readOnce(log: FollowedLog): AsyncGenerator<readonly StampedLine[], Attempt, undefined> {
  const { cluster, pod, options, seen, clock } = log;
  const { container, tailLines, sinceSeconds, signal } = options;
  const { sinceTime } = seen;
  const read = log.begun === 'begun' ? 'before' : 'never';
  const from = read === 'before' ? { sinceTime } : { tailLines, sinceSeconds };
  seen.resume();
  let gave: Attempt['gave'] = 'nothing';
  const own = new AbortController();
  const until = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  const decoder = decodeLines(stampedLineReader());
  let patience = firstPatience;
  try {
    const stream = cluster.logs(
      pod,
      definedOf({ ...from, container, follow: true, timestamps: true, signal: until }),
    );
    const silence = () => (seen.isLooking ? lookingPatience : patience);
    for await (const arrival of withSilences(stream, silence, clock)) {
      let fresh: NewLines;
      if (arrival !== 'silence') {
        patience = firstPatience;
        fresh = seen.take(decoder.push(arrival.item));
      } else if (seen.isLooking) {
        if (!seen.seemsGone) continue;
        fresh = seen.giveUp();
      } else {
        if (await isBehind(log)) return { gave, failure: undefined, error: undefined, rest: [] };
        patience = Math.min(patience + firstPatience, longestPatience);
        continue;
      }
      if (fresh.lines.length === 0) continue;
      gave = 'lines';
      log.begun = 'begun';
      yield* shown(fresh, options);
    }
    return { gave, failure: undefined, error: undefined, rest: decoder.end() };
  } catch (error) {
    signal?.throwIfAborted();
    const before = gave === 'lines' ? 'before' : read;
    return { gave, failure: logFailureOf(error, pod, before), error, rest: [] };
  } finally {
    own.abort();
  }
}

/** What a run of the container wrote after the last line that was read of it, while its log is kept; then the next begins. */
async function* readEnd(
  { cluster, pod, options, seen }: FollowedLog,
  log: 'kept' | 'lost',
): AsyncGenerator<readonly StampedLine[], void, undefined> {
  const { container, signal } = options;
  const { last, sinceTime } = seen;
  try {
    if (log === 'lost' || last === undefined) return;
    seen.resume();
    const decoder = decodeLines(stampedLineReader());
    const asked = definedOf({ container, previous: true, timestamps: true, sinceTime, signal });
    for await (const chunk of cluster.logs(pod, asked)) yield* shown(seen.take(decoder.push(chunk)), options);
    yield* shown(seen.take(decoder.end()), options);
    const isMissing = seen.isLooking;
    const rest = seen.giveUp();
    yield* shown(rest, options);
    if (isMissing && rest.gap === undefined) log = 'lost';
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ClusterError)) throw error;
    log = 'lost';
  } finally {
    if (log === 'lost' && last) options.onDidMiss?.({ after: last.timestamp, before: undefined });
    seen.begin();
  }
}

/** Whether there is a line that has not come. What cannot be asked is no reason to believe so. */
async function isBehind({ cluster, pod, options, seen }: FollowedLog): Promise<boolean> {
  const { container, signal } = options;
  const decoder = decodeLines(stampedLineReader());
  const newest: StampedLine[] = [];
  try {
    const asked = definedOf({ container, tailLines: 1, timestamps: true, signal });
    for await (const chunk of cluster.logs(pod, asked)) newest.push(...decoder.push(chunk));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ClusterError) return false;
    throw error;
  }
  const line = newest.at(-1);
  if (line === undefined || line.timestamp === '') return false;
  return seen.last === undefined || isLater(line, seen.last);
}

function* shown({ lines, gap }: NewLines, { onDidMiss }: FollowOptions): Generator<readonly StampedLine[]> {
  if (gap) onDidMiss?.(gap);
  if (lines.length > 0) yield lines;
}

function uidOf(state: PodState): string | undefined {
  return state.is === 'there' ? state.uid : undefined;
}

function runOf(state: PodState): string | undefined {
  return state.is === 'there' ? state.run : undefined;
}

function definedOf(options: { [K in keyof LogOptions]: LogOptions[K] | undefined }): LogOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
