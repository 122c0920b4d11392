import type { Container, ContainerState, ContainerStatus, Pod } from '../controllers/objects.ts';
import { stableHash } from '../controllers/stable-hash.ts';

/** A line that a container has written, and when. */
export interface LogLine {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly text: string;
}

/** One run of a container, from which its whole log follows: no line is stored. */
export interface ContainerRun {
  readonly pod: Pod;
  readonly container: Container;
  readonly restartCount: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Set when it has ended. */
  readonly finished: { readonly at: number; readonly exitCode: number } | undefined;
}

/** A container writes one line per this time. */
export const lineInterval = 1000;

/** Older lines are gone, as after a log rotation. */
const mostLines = 10_000;

/** The run that `log` (or with `previous`, the one before it) shows; undefined when there is none. */
export function runOf(
  pod: Pod,
  container: Container,
  status: ContainerStatus | undefined,
  which: 'current' | 'previous',
): ContainerRun | undefined {
  const isWaiting = status?.state.waiting !== undefined;
  const state = which === 'previous' || isWaiting ? status?.lastState : status?.state;
  const startedAt = Date.parse(startOf(state) ?? '');
  if (!status || !state || Number.isNaN(startedAt)) return undefined;
  const { terminated } = state;
  const isEarlier = which === 'previous' && !isWaiting;
  return {
    pod,
    container,
    restartCount: status.restartCount - (isEarlier ? 1 : 0),
    startedAt,
    finished: terminated && { at: Date.parse(terminated.finishedAt), exitCode: terminated.exitCode },
  };
}

/** How many lines a run has written until now. */
export function lineCount(run: ContainerRun, now: number): number {
  const end = run.finished ? Math.min(run.finished.at, now) : now;
  const regular = 1 + Math.max(0, Math.floor((end - run.startedAt) / lineInterval));
  return run.finished ? regular + 1 : regular;
}

/** The index of the oldest line that is still kept. */
export function firstLine(run: ContainerRun, now: number): number {
  return Math.max(0, lineCount(run, now) - mostLines);
}

/** The line of an index below `lineCount`: a start, one about each second of work, an end. */
export function lineAt(run: ContainerRun, index: number, now: number): LogLine {
  if (run.finished && index === lineCount(run, now) - 1) {
    const { at, exitCode } = run.finished;
    return { time: at, text: exitCode === 0 ? 'done' : `fatal: cannot go on, exit code ${exitCode}` };
  }
  const time = run.startedAt + index * lineInterval;
  if (index > 0) return { time, text: workLine(run, index) };
  const { name, image } = run.container;
  const attempt = run.restartCount > 0 ? ` (restart ${run.restartCount})` : '';
  return { time, text: `starting ${name} from image ${image}${attempt}` };
}

function workLine({ pod, container }: ContainerRun, index: number): string {
  const dice = stableHash(`${pod.metadata.name}/${container.name}/${index}`, 2);
  const [first, second] = [dice.charCodeAt(0), dice.charCodeAt(1)];
  const item = (first * 31 + second) % 500;
  if (!container.ports?.length) return `worked on item ${item}, ${index} so far`;
  return `GET /items/${item} 200 ${1 + (second % 40)}ms`;
}

function startOf(state: ContainerState | undefined): string | undefined {
  return state?.running?.startedAt ?? state?.terminated?.startedAt;
}
