import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { type Container, type Pod, resources } from '../controllers/objects.ts';
import { badRequest, notFound } from '../errors.ts';
import type { ObjectStore } from '../object-store.ts';
import {
  type ContainerRun,
  firstLine,
  type LogLine,
  lineAt,
  lineCount,
  lineInterval,
  runOf,
} from './container-log.ts';
import { type LogOptions, readLogOptions } from './log-options.ts';
import { checkNode, chosenContainer, statusOfContainer } from './stream-target.ts';

export interface LogRequest {
  /** Watched for the pod's end when the log is followed. */
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly namespace: string | undefined;
  /** The pod's. */
  readonly name: string;
  /** Of the request's URL: `container`, `follow`, `tailLines`, ... */
  readonly query: URLSearchParams;
  readonly response: ServerResponse;
}

/**
 * Answers `GET /api/v1/namespaces/N/pods/P/log`. The caller has routed and authorised the request. Throws a
 * `StatusError` before anything is written: send that as a Status. After a normal return the response belongs to this
 * function, which ends it (with `follow`: when the container or the pod ends, or the client goes away).
 */
export function handleLog({ store, clock, namespace, name, query, response }: LogRequest): void {
  const options = readLogOptions(query, name, clock.now());
  const pod = store.get(resources.pods, namespace, name) as Pod | undefined;
  if (!pod) throw notFound(resources.pods, name);
  const container = chosenContainer(pod, options.container);
  if (!pod.spec.nodeName) {
    response.writeHead(204).end();
    return;
  }
  checkNode(store, pod.spec.nodeName);
  const run = chosenRun(pod, container, options);
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-cache, private' });
  response.flushHeaders();
  new LogStream(run, options, { store, clock, sink: response }).start();
}

/** Writes what a container says from now on, until it ends; ends the sink then. */
export function followFromNow(run: ContainerRun, surroundings: LogSurroundings): void {
  const options: LogOptions = {
    container: run.container.name,
    follow: true,
    previous: false,
    timestamps: false,
    tailLines: 0,
    limitBytes: undefined,
    since: undefined,
  };
  new LogStream(run, options, surroundings).start();
}

function chosenRun(pod: Pod, container: Container, { previous }: LogOptions): ContainerRun {
  const { name } = pod.metadata;
  const status = statusOfContainer(pod, container);
  if (!status) {
    throw badRequest(
      `container ${JSON.stringify(container.name)} in pod ${JSON.stringify(name)} is not available`,
    );
  }
  const run = runOf(pod, container, status, previous ? 'previous' : 'current');
  if (run) return run;
  throw badRequest(
    previous
      ? `previous terminated container "${container.name}" in pod "${name}" not found`
      : `container "${container.name}" in pod "${name}" is waiting to start: ${waitingText(status.state.waiting?.reason)}`,
  );
}

/** A failing image is told by what the kubelet is trying, anything else by the reason itself. */
function waitingText(reason = 'ContainerCreating'): string {
  if (reason === 'ErrImagePull') return "image can't be pulled";
  return reason === 'ImagePullBackOff' ? 'trying and failing to pull image' : reason;
}

/** What a log is written to, and what it is written by. */
export interface LogSurroundings {
  /** Watched for the pod's end. */
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly sink: Writable;
}

/** Writes the lines there are, then with `follow` each as it comes; one timer, none while the client does not read. */
class LogStream {
  readonly #options: LogOptions;
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #sink: Writable;
  #run: ContainerRun;
  #next: number;
  #bytesLeft: number;
  #timer: { dispose(): void } | undefined;
  #subscription: { dispose(): void } | undefined;

  constructor(run: ContainerRun, options: LogOptions, { store, clock, sink }: LogSurroundings) {
    this.#run = run;
    this.#options = options;
    this.#store = store;
    this.#clock = clock;
    this.#sink = sink;
    this.#next = this.#firstWanted();
    this.#bytesLeft = options.limitBytes ?? Number.POSITIVE_INFINITY;
  }

  start(): void {
    this.#sink.on('close', () => this.#dispose());
    if (this.#options.follow && !this.#run.finished) this.#watchPod();
    this.#write();
  }

  #firstWanted(): number {
    const now = this.#clock.now();
    const { since, tailLines } = this.#options;
    const count = lineCount(this.#run, now);
    let first = firstLine(this.#run, now);
    if (since !== undefined) {
      while (first < count && lineAt(this.#run, first, now).time < since) first++;
    }
    return tailLines === undefined ? first : Math.max(first, count - tailLines);
  }

  #write(): void {
    const now = this.#clock.now();
    const count = lineCount(this.#run, now);
    while (this.#next < count) {
      const hasRoom = this.#writeLine(lineAt(this.#run, this.#next++, now));
      if (this.#bytesLeft <= 0) {
        this.#end();
        return;
      }
      if (!hasRoom) {
        this.#sink.once('drain', () => this.#write());
        return;
      }
    }
    if (!this.#options.follow || this.#run.finished) {
      this.#end();
      return;
    }
    const due = this.#run.startedAt + count * lineInterval - now;
    this.#timer?.dispose();
    this.#timer = this.#clock.after(Math.max(1, due), () => this.#write());
  }

  #writeLine({ time, text }: LogLine): boolean {
    const prefix = this.#options.timestamps ? `${nanoseconds(time)} ` : '';
    const bytes = Buffer.from(`${prefix}${text}\n`).subarray(0, Math.min(this.#bytesLeft, 1 << 20));
    this.#bytesLeft -= bytes.length;
    return this.#sink.write(bytes);
  }

  #watchPod(): void {
    const { uid } = this.#run.pod.metadata;
    this.#subscription = this.#store.subscribe(resources.pods, ({ type, object }) => {
      if (object.metadata.uid !== uid) return;
      if (type === 'DELETED') return this.#end();
      const status = statusOfContainer(object as Pod, this.#run.container);
      const isSame = status?.restartCount === this.#run.restartCount;
      const ended = isSame ? (status.state.terminated ?? status.lastState.terminated) : undefined;
      if (!isSame) return this.#end();
      if (!ended || status.state.running) return;
      this.#run = { ...this.#run, finished: { at: Date.parse(ended.finishedAt), exitCode: ended.exitCode } };
      this.#write();
    });
  }

  #end(): void {
    this.#dispose();
    this.#sink.end();
  }

  #dispose(): void {
    this.#timer?.dispose();
    this.#subscription?.dispose();
  }
}

function nanoseconds(time: number): string {
  return new Date(time).toISOString().replace(/Z$/, '000000Z');
}
