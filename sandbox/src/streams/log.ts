import type { ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { type Container, type Pod, resources } from '../controllers/objects.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { StatusError } from '../status-error.ts';
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

export interface LogRequest {
  /** Watched for the pod's end when the log is followed. */
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly pod: KubeObject;
  /** Of the request's URL: `container`, `follow`, `tailLines`, ... */
  readonly query: URLSearchParams;
  readonly response: ServerResponse;
}

/**
 * Answers `GET /api/v1/namespaces/N/pods/P/log`. The caller has routed and authorised the request and found the
 * pod (or answered 404). Throws a `StatusError` before anything is written: send that as a Status. After a
 * normal return the response belongs to this function, which ends it (with `follow`: when the container or the
 * pod ends, or the client goes away).
 */
export function handleLog({ store, clock, pod, query, response }: LogRequest): void {
  const options = readLogOptions(query, pod.metadata.name ?? '', clock.now());
  const container = chosenContainer(pod as Pod, options.container);
  if (!(pod as Pod).spec.nodeName) {
    response.writeHead(204).end();
    return;
  }
  const run = chosenRun(pod as Pod, container, options);
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.flushHeaders();
  new LogStream(run, options, { store, clock, response }).start();
}

function chosenContainer({ metadata, spec }: Pod, wanted: string | undefined): Container {
  const containers = [
    ...(spec.initContainers ?? []),
    ...spec.containers,
    ...((spec.ephemeralContainers as Container[] | undefined) ?? []),
  ];
  const found = wanted === undefined ? containers[0] : containers.find(({ name }) => name === wanted);
  if (found && (wanted !== undefined || containers.length === 1)) return found;
  const message =
    wanted === undefined
      ? `a container name must be specified for pod ${metadata.name}, choose one of: [${containers.map(({ name }) => name).join(' ')}]`
      : `container ${wanted} is not valid for pod ${metadata.name}`;
  throw new StatusError(400, 'BadRequest', message);
}

function chosenRun(pod: Pod, container: Container, { previous }: LogOptions): ContainerRun {
  const { name } = pod.metadata;
  const status = [
    ...(pod.status?.containerStatuses ?? []),
    ...(pod.status?.initContainerStatuses ?? []),
  ].find((each) => each.name === container.name);
  const run = runOf(pod, container, status, previous ? 'previous' : 'current');
  if (run) return run;
  const message = previous
    ? `previous terminated container "${container.name}" in pod "${name}" not found`
    : `container "${container.name}" in pod "${name}" is waiting to start: ${waitingText(status?.state.waiting?.reason)}`;
  throw new StatusError(400, 'BadRequest', message);
}

/** A failing image is told by what the kubelet is trying, anything else by the reason itself. */
function waitingText(reason = 'ContainerCreating'): string {
  if (reason === 'ErrImagePull') return "image can't be pulled";
  return reason === 'ImagePullBackOff' ? 'trying and failing to pull image' : reason;
}

interface Surroundings {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly response: ServerResponse;
}

/** Writes the lines there are, then with `follow` each as it comes; one timer, none while the client does not read. */
class LogStream {
  readonly #options: LogOptions;
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #response: ServerResponse;
  #run: ContainerRun;
  #next: number;
  #bytesLeft: number;
  #timer: { dispose(): void } | undefined;
  #subscription: { dispose(): void } | undefined;

  constructor(run: ContainerRun, options: LogOptions, { store, clock, response }: Surroundings) {
    this.#run = run;
    this.#options = options;
    this.#store = store;
    this.#clock = clock;
    this.#response = response;
    this.#next = this.#firstWanted();
    this.#bytesLeft = options.limitBytes ?? Number.POSITIVE_INFINITY;
  }

  start(): void {
    this.#response.on('close', () => this.#dispose());
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
        this.#response.once('drain', () => this.#write());
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
    return this.#response.write(bytes);
  }

  #watchPod(): void {
    const { uid } = this.#run.pod.metadata;
    this.#subscription = this.#store.subscribe(resources.pods, ({ type, object }) => {
      if (object.metadata.uid !== uid) return;
      if (type === 'DELETED') return this.#end();
      const status = [
        ...((object as Pod).status?.containerStatuses ?? []),
        ...((object as Pod).status?.initContainerStatuses ?? []),
      ].find(({ name }) => name === this.#run.container.name);
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
    this.#response.end();
  }

  #dispose(): void {
    this.#timer?.dispose();
    this.#subscription?.dispose();
  }
}

function nanoseconds(time: number): string {
  return new Date(time).toISOString().replace(/Z$/, '000000Z');
}
