import type { Cluster, LogOptions } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import type { KubeObject, ObjectReference } from '../kube-object.ts';
import { failed, healthy, initialBackoff } from '../watch/backoff.ts';
import { type Clock, systemClock } from '../watch/clock.ts';
import { decodeLines } from './line-decoder.ts';
import { readStampedLine, rememberSeenLines, type StampedLine } from './seen-lines.ts';

/** What following needs beside the pod. */
export interface FollowOptions
  extends Pick<LogOptions, 'container' | 'tailLines' | 'sinceSeconds' | 'signal'> {
  /** Told when the stream broke off and is asked for again; `error` says why. */
  readonly onDidBreak?: (error: ClusterError) => void;
}

/**
 * The lines of a container's log, in the batches they come in, for as long as it may write more: a stream ends when a file
 * is rotated, a container restarts or a connection breaks, and then goes on after the last line, none twice. Ends when
 * the container has ended for good or the pod is gone. Rejects with a `ClusterError` when the log cannot be read at all, or the signal's reason.
 */
export async function* followLog(
  cluster: Pick<Cluster, 'get' | 'logs'>,
  pod: ObjectReference,
  { onDidBreak, signal, ...options }: FollowOptions = {},
  clock: Clock = systemClock,
): AsyncGenerator<StampedLine[], void, undefined> {
  const seen = rememberSeenLines();
  let backoff = initialBackoff;
  let uid: string | undefined;
  for (;;) {
    const since = seen.sinceTime;
    // What was asked of the beginning is not asked again.
    const from = since === undefined ? options : { container: options.container, sinceTime: since };
    seen.resume();
    let broken: ClusterError | undefined;
    try {
      const decoder = decodeLines();
      const stream = cluster.logs(pod, definedOf({ ...from, follow: true, timestamps: true, signal }));
      for await (const chunk of stream) {
        backoff = healthy(backoff, clock.now());
        const lines = fresh(decoder.push(chunk), seen.filter);
        if (lines.length > 0) yield lines;
      }
      const lines = fresh(decoder.end(), seen.filter);
      if (lines.length > 0) yield lines;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ClusterError) || (since === undefined && seen.sinceTime === undefined))
        throw error;
      broken = error;
    }
    const state = await podState(cluster, pod, options.container, signal);
    uid ??= state.uid;
    if (state.ended || (uid !== undefined && state.uid !== undefined && state.uid !== uid)) return;
    if (broken !== undefined) onDidBreak?.(broken);
    const next = failed(backoff, clock.now(), clock.random());
    backoff = next.backoff;
    await pause(next.delay, clock, signal);
  }
}

function fresh(lines: string[], filter: (line: StampedLine) => StampedLine | undefined): StampedLine[] {
  return lines.flatMap((line) => filter(readStampedLine(line)) ?? []);
}

interface PodState {
  readonly ended: boolean;
  readonly uid: string | undefined;
}

async function podState(
  cluster: Pick<Cluster, 'get'>,
  pod: ObjectReference,
  container: string | undefined,
  signal: AbortSignal | undefined,
): Promise<PodState> {
  try {
    const object = await cluster.get(pod, signal);
    return { ended: hasEnded(object as PodObject, container), uid: object.metadata.uid };
  } catch (error) {
    signal?.throwIfAborted();
    // Only a server that answers can say that it is gone.
    return { ended: error instanceof ClusterError && error.failure === 'status', uid: undefined };
  }
}

/** The fields of a Pod that say whether a container will write more. */
interface PodObject extends KubeObject {
  readonly spec?: {
    readonly restartPolicy?: string;
    readonly initContainers?: readonly { readonly name: string; readonly restartPolicy?: string }[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
    readonly ephemeralContainerStatuses?: readonly ContainerStatus[];
  };
}

interface ContainerStatus {
  readonly name: string;
  readonly state?: { readonly terminated?: { readonly exitCode?: number } };
}

function hasEnded({ spec = {}, status = {} }: PodObject, container: string | undefined): boolean {
  if (status.phase === 'Succeeded' || status.phase === 'Failed') return true;
  const named = (statuses: readonly ContainerStatus[] = []) =>
    statuses.find(({ name }) => container === undefined || name === container);
  const main = named(status.containerStatuses);
  if (main) {
    const { terminated } = main.state ?? {};
    if (!terminated) return false;
    return (
      spec.restartPolicy === 'Never' || (spec.restartPolicy === 'OnFailure' && terminated.exitCode === 0)
    );
  }
  if (named(status.ephemeralContainerStatuses)?.state?.terminated) return true;
  const init = named(status.initContainerStatuses);
  const sidecar = spec.initContainers?.some(
    ({ name, restartPolicy }) => name === container && restartPolicy === 'Always',
  );
  return init?.state?.terminated?.exitCode === 0 && !sidecar;
}

function pause(milliseconds: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    const abort = () => {
      cancel();
      reject(signal?.reason);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function definedOf(options: { [K in keyof LogOptions]: LogOptions[K] | undefined }): LogOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
