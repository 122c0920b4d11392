import type { Cluster, LogOptions } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import { waited } from '../http/waited.ts';
import type { ObjectReference } from '../kube-object.ts';
import { type Clock, systemClock } from '../watch/clock.ts';
import { decodeLines } from './line-decoder.ts';
import { type LogFailure, logFailureOf } from './log-failure.ts';
import { type PodState, readPodState } from './pod-state.ts';
import { retryDelay } from './retry-delay.ts';
import { readStampedLine, rememberSeenLines, type SeenLines, type StampedLine } from './seen-lines.ts';

/** What following needs beside the pod. */
export interface FollowOptions
  extends Pick<LogOptions, 'container' | 'tailLines' | 'sinceSeconds' | 'signal'> {
  /** Told when the log is asked for again for another reason than the last time; `error` says why. */
  readonly onDidBreak?: (error: ClusterError) => void;
}

/**
 * The lines of a container's log, in the batches they come in, for as long as it may write more: a stream ends when a file
 * is rotated, a container restarts, a server does or a connection breaks, and then goes on after the last line, none
 * twice; also one that has not begun. Ends when the container has ended for good, or the pod is gone or another one of its
 * name. Rejects with a `ClusterError` when the log may not be read or cannot be what is asked for (`log-failure.ts`), or
 * with the signal's reason.
 */
export async function* followLog(
  cluster: Pick<Cluster, 'get' | 'logs'>,
  pod: ObjectReference,
  options: FollowOptions = {},
  clock: Clock = systemClock,
): AsyncGenerator<StampedLine[], void, undefined> {
  const { container, signal, onDidBreak } = options;
  const seen = rememberSeenLines();
  const state = () => readPodState(cluster, pod, container, signal);
  // Whose log it is, is asked for together with its first lines: who waits for these is not to wait for both.
  const first = state();
  first.catch(() => undefined);
  let uid: string | undefined;
  let failures = 0;
  let told = '';
  for (;;) {
    const { gave, failure, error } = yield* readOnce(cluster, pod, options, seen);
    if (gave === 'lines') {
      failures = 0;
      told = '';
    }
    if (failure?.next === 'stop') throw error;
    uid ??= uidOf(await first);
    if (failure?.next === 'gone') {
      // Of a pod that never was there, that is the answer.
      if (uid === undefined && seen.sinceTime === undefined) throw error;
      return;
    }
    if (failure === undefined) {
      const now = await state();
      if (now.is === 'gone' || (now.is === 'there' && now.container === 'has ended')) return;
    } else if (error instanceof ClusterError && error.message !== told) {
      told = error.message;
      onDidBreak?.(error);
    }
    await waited(retryDelay(failures++, clock.random(), failure?.after), clock, signal);
    // Another pod's lines are none of this log. One that has ended meanwhile may have written more before.
    const now = await state();
    const other = uidOf(now);
    if (now.is === 'gone' || (uid !== undefined && other !== undefined && other !== uid)) return;
    uid ??= other;
  }
}

/** How one stream went. */
interface Attempt {
  /** Whether anything new came. */
  readonly gave: 'lines' | 'nothing';
  /** Undefined where it ended as it should. */
  readonly failure: LogFailure | undefined;
  readonly error: unknown;
}

/** One stream, from where the last one was left: the lines that are new, in batches. */
async function* readOnce(
  cluster: Pick<Cluster, 'logs'>,
  pod: ObjectReference,
  { container, tailLines, sinceSeconds, signal }: FollowOptions,
  seen: SeenLines,
): AsyncGenerator<StampedLine[], Attempt, undefined> {
  const since = seen.sinceTime;
  // What was asked of the beginning is not asked again.
  const from = since === undefined ? { tailLines, sinceSeconds } : { sinceTime: since };
  seen.resume();
  const fresh = (lines: string[]) => lines.flatMap((line) => seen.filter(readStampedLine(line)) ?? []);
  let gave: Attempt['gave'] = 'nothing';
  try {
    const decoder = decodeLines();
    const stream = cluster.logs(
      pod,
      definedOf({ ...from, container, follow: true, timestamps: true, signal }),
    );
    for await (const chunk of stream) {
      const lines = fresh(decoder.push(chunk));
      if (lines.length === 0) continue;
      gave = 'lines';
      yield lines;
    }
    const lines = fresh(decoder.end());
    if (lines.length > 0) {
      gave = 'lines';
      yield lines;
    }
    return { gave, failure: undefined, error: undefined };
  } catch (error) {
    signal?.throwIfAborted();
    const read = since === undefined && gave === 'nothing' ? 'never' : 'before';
    return { gave, failure: logFailureOf(error, pod, read), error };
  }
}

function uidOf(state: PodState): string | undefined {
  return state.is === 'there' ? state.uid : undefined;
}

function definedOf(options: { [K in keyof LogOptions]: LogOptions[K] | undefined }): LogOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
