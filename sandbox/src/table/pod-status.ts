import { formatAge } from './duration.ts';
import { count, field, list, text } from './field.ts';

/** What a Pod's row says of its state. */
export interface PodStatus {
  /** `1/2`. */
  ready: string;
  /** The phase, or why it is not in the phase one would expect: `Running`, `CrashLoopBackOff`, `Init:0/2`, `Terminating`. */
  status: string;
  /** `3`, or `3 (5m ago)`. */
  restarts: string;
}

/** Sums up a Pod's containers as the server does. */
export function podStatus(pod: unknown, now: Date): PodStatus {
  const initContainers = new Map(
    list(pod, 'spec', 'initContainers').map((entry) => [text(entry, 'name'), entry]),
  );
  const sidecars = [...initContainers.values()].filter(restartsAlways).length;
  const init = initStatus(pod, initContainers);
  const sums = { ready: init.ready, restarts: init.restarts, lastRestart: init.lastRestart };
  let status = text(pod, 'status', 'reason') || text(pod, 'status', 'phase');
  if (conditions(pod, 'PodScheduled').some((condition) => text(condition, 'reason') === 'SchedulingGated')) {
    status = 'SchedulingGated';
  }
  if (init.status !== undefined) status = init.status;
  if (init.status === undefined || isTrue(pod, 'Initialized')) {
    const main = mainStatus(pod);
    sums.ready += main.ready;
    sums.restarts = init.sidecarRestarts + main.restarts;
    sums.lastRestart = Math.max(init.lastSidecarRestart, main.lastRestart);
    status = main.status ?? status;
    if (status === 'Completed') {
      if (main.running && isTrue(pod, 'Ready')) status = 'Running';
      else if (main.failure !== undefined) status = main.failure;
      else if (main.running) status = 'NotReady';
    }
  }
  if (field(pod, 'metadata', 'deletionTimestamp') !== undefined) {
    const phase = text(pod, 'status', 'phase');
    if (text(pod, 'status', 'reason') === 'NodeLost') status = 'Unknown';
    else if (phase !== 'Succeeded' && phase !== 'Failed') status = 'Terminating';
  }
  const hasTime = sums.restarts !== 0 && sums.lastRestart > 0;
  const ago = hasTime ? ` (${formatAge(new Date(sums.lastRestart).toISOString(), now)} ago)` : '';
  return {
    ready: `${sums.ready}/${list(pod, 'spec', 'containers').length + sidecars}`,
    status,
    restarts: `${sums.restarts}${ago}`,
  };
}

interface InitStatus {
  /** Set while an init container is not done. */
  status?: string;
  ready: number;
  restarts: number;
  lastRestart: number;
  sidecarRestarts: number;
  lastSidecarRestart: number;
}

function initStatus(pod: unknown, containers: ReadonlyMap<string, unknown>): InitStatus {
  const result: InitStatus = {
    ready: 0,
    restarts: 0,
    lastRestart: 0,
    sidecarRestarts: 0,
    lastSidecarRestart: 0,
  };
  for (const [index, status] of list(pod, 'status', 'initContainerStatuses').entries()) {
    const isSidecar = restartsAlways(containers.get(text(status, 'name')));
    result.restarts += count(status, 'restartCount');
    result.lastRestart = Math.max(result.lastRestart, lastRestartOf(status));
    if (isSidecar) {
      result.sidecarRestarts += count(status, 'restartCount');
      result.lastSidecarRestart = Math.max(result.lastSidecarRestart, lastRestartOf(status));
    }
    const terminated = field(status, 'state', 'terminated');
    const waiting = text(status, 'state', 'waiting', 'reason');
    if (terminated !== undefined && count(terminated, 'exitCode') === 0) continue;
    if (isSidecar && field(status, 'started') === true) {
      if (field(status, 'ready') === true) result.ready++;
      continue;
    }
    if (terminated !== undefined) result.status = `Init:${terminationOf(terminated)}`;
    else if (waiting !== '' && waiting !== 'PodInitializing') result.status = `Init:${waiting}`;
    else result.status = `Init:${index}/${containers.size}`;
    break;
  }
  return result;
}

function mainStatus(pod: unknown): {
  status?: string;
  /** How the first of those that failed ended. */
  failure?: string;
  ready: number;
  restarts: number;
  lastRestart: number;
  running: boolean;
} {
  const result: ReturnType<typeof mainStatus> = { ready: 0, restarts: 0, lastRestart: 0, running: false };
  for (const status of list(pod, 'status', 'containerStatuses').toReversed()) {
    result.restarts += count(status, 'restartCount');
    result.lastRestart = Math.max(result.lastRestart, lastRestartOf(status));
    const waiting = text(status, 'state', 'waiting', 'reason');
    const terminated = field(status, 'state', 'terminated');
    if (waiting !== '') result.status = waiting;
    else if (terminated !== undefined) {
      result.status = terminationOf(terminated);
      if (count(terminated, 'exitCode') !== 0) result.failure = result.status;
    } else if (field(status, 'ready') === true && field(status, 'state', 'running') !== undefined) {
      result.running = true;
      result.ready++;
    }
  }
  return result;
}

function terminationOf(terminated: unknown): string {
  const reason = text(terminated, 'reason');
  if (reason !== '') return reason;
  const signal = count(terminated, 'signal');
  return signal === 0 ? `ExitCode:${count(terminated, 'exitCode')}` : `Signal:${signal}`;
}

function lastRestartOf(status: unknown): number {
  return Date.parse(text(status, 'lastState', 'terminated', 'finishedAt')) || 0;
}

function restartsAlways(container: unknown): boolean {
  return text(container, 'restartPolicy') === 'Always';
}

function conditions(pod: unknown, type: string): readonly unknown[] {
  return list(pod, 'status', 'conditions').filter((condition) => text(condition, 'type') === type);
}

function isTrue(pod: unknown, type: string): boolean {
  return conditions(pod, type).some((condition) => text(condition, 'status') === 'True');
}
