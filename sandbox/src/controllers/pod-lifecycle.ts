import { timestamp } from '../clock.ts';
import { withResources } from './container-resources.ts';
import { behaviourOfImage, withoutTag } from './image-behaviour.ts';
import {
  type Condition,
  type Container,
  type ContainerState,
  type ContainerStatus,
  nodeAddress,
  type Pod,
  type PodStatus,
  withCondition,
} from './objects.ts';
import { stableDigest } from './stable-hash.ts';

/** What a pod's status becomes now, and after how long the next step is due; no wait means that it stays so. */
export interface PodStep {
  readonly status: PodStatus;
  readonly waitMilliseconds: number | undefined;
}

export const pace = {
  /** From being scheduled to ContainerCreating. */
  admit: 30,
  /** From ContainerCreating to Running. */
  start: 200,
  /** How long a crashing container runs. */
  crash: 800,
  /** From ErrImagePull to ImagePullBackOff. */
  pullFailure: 1000,
  /** How long a container of a Job runs. */
  jobRun: 1500,
  firstRestart: 10_000,
  longestRestart: 300_000,
  /** From deletion to being gone. */
  stop: 200,
  /** The same on a node that is not there, after which the controller-manager collects it. */
  orphaned: 40_000,
} as const;

/** The first step of a scheduled pod: everything waits. */
export function admittedPod(pod: Pod, now: number): PodStep {
  const time = timestamp(now);
  const hasInit = initContainers(pod).length > 0;
  const status: PodStatus = {
    ...pod.status,
    phase: 'Pending',
    hostIP: nodeAddress,
    hostIPs: [{ ip: nodeAddress }],
    startTime: time,
    conditions: conditionsOf(pod, { started: false, initialized: !hasInit, ready: false }, time),
    ...(hasInit && {
      initContainerStatuses: initContainers(pod).map((container) => waiting(container, 'PodInitializing')),
    }),
    containerStatuses: containersOf(pod).map((container) =>
      waiting(container, hasInit ? 'PodInitializing' : 'ContainerCreating'),
    ),
  };
  return { status, waitMilliseconds: pace.start };
}

/** Every later step: containers start, crash, are restarted, end. */
export function nextPodStep(pod: Pod, now: number, podIP: string): PodStep {
  const time = timestamp(now);
  const before = pod.status ?? {};
  const init = stepAll(pod, initContainers(pod), before.initContainerStatuses, now, 'init');
  const initialized = init.every(({ status }) => status.ready);
  const main = stepAll(pod, containersOf(pod), before.containerStatuses, now, initialized ? 'main' : 'held');
  const statuses = main.map(({ status }) => status);

  const phase = phaseOf(pod, statuses, initialized);
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  const ready = !isOver && initialized && statuses.every((status) => status.ready);
  const started = [...init, ...main].some(({ status }) => status.containerID !== undefined);
  const waits = [...init, ...main].map(({ wait }) => wait).filter((wait) => wait !== undefined);
  return {
    status: {
      ...before,
      phase,
      conditions: conditionsOf(pod, { started: started && !isOver, initialized, ready, isOver }, time),
      ...(started && { podIP, podIPs: [{ ip: podIP }] }),
      ...(init.length > 0 && { initContainerStatuses: init.map(({ status }) => status) }),
      containerStatuses: statuses,
      ...(started && ephemeralStatuses(pod, now)),
    },
    waitMilliseconds: isOver || waits.length === 0 ? undefined : Math.min(...waits),
  };
}

/** The step of a container whose process has ended by itself: it is restarted, or is over, as the pod says. */
export function exitedPodStep(pod: Pod, containerName: string, exitCode: number, now: number): PodStep {
  const before = pod.status ?? {};
  const containerStatuses = (before.containerStatuses ?? []).map((status) =>
    status.name === containerName && status.state.running ? exited(pod, status, now, exitCode) : status,
  );
  return nextPodStep({ ...pod, status: { ...before, containerStatuses } }, now, before.podIP ?? '');
}

/** Containers to debug a pod start in it while it runs, and never again. */
function ephemeralStatuses(pod: Pod, now: number): Pick<PodStatus, 'ephemeralContainerStatuses'> {
  const containers = pod.spec.ephemeralContainers ?? [];
  if (containers.length === 0) return {};
  const known = pod.status?.ephemeralContainerStatuses ?? [];
  return {
    ephemeralContainerStatuses: containers.map((container) => {
      const before = known.find(({ name }) => name === container.name);
      if (before) return before;
      const started = runningStatus(pod, container, waiting(container, 'ContainerCreating'), now, 0);
      // Nobody waits for them, so they are never ready.
      return { ...started, ready: false };
    }),
  };
}

export function isOwnedByJob(pod: Pod): boolean {
  return (pod.metadata.ownerReferences ?? []).some(({ kind, controller }) => kind === 'Job' && controller);
}

interface ContainerStep {
  readonly status: ContainerStatus;
  readonly wait: number | undefined;
}

/** `init` runs to its end, `main` as the pod is meant to, `held` waits for the init containers. */
type Role = 'init' | 'main' | 'held';

function stepAll(
  pod: Pod,
  containers: readonly Container[],
  before: readonly ContainerStatus[] | undefined,
  now: number,
  role: Role,
): ContainerStep[] {
  let isBlocked = false;
  return containers.map((container) => {
    const status =
      before?.find(({ name }) => name === container.name) ?? waiting(container, 'PodInitializing');
    if (role === 'held' || isBlocked) return { status, wait: undefined };
    const { status: next, wait } = stepContainer(pod, container, status, now, role);
    const step = { status: next.state.running ? withResources(next, container) : next, wait };
    if (role === 'init' && !step.status.ready) isBlocked = true;
    return step;
  });
}

function stepContainer(
  pod: Pod,
  container: Container,
  status: ContainerStatus,
  now: number,
  role: Role,
): ContainerStep {
  const behaviour = behaviourOfImage(container.image ?? '');
  const isSidecar = role === 'init' && container.restartPolicy === 'Always';
  const endsWell = (role === 'init' && !isSidecar) || (role === 'main' && isOwnedByJob(pod));
  const { waiting: waits, running, terminated } = status.state;

  if (terminated) return { status, wait: undefined };
  if (waits && behaviour === 'cannot be pulled') return failedPull(container, status, waits.reason);
  if (waits?.reason === 'CrashLoopBackOff') {
    const due = restartDue(status);
    if (now < due) return { status, wait: due - now };
    return { status: runningStatus(pod, container, status, now, status.restartCount + 1), wait: pace.crash };
  }
  if (waits) {
    const started = runningStatus(pod, container, status, now, status.restartCount);
    if (behaviour === 'crashes') return { status: started, wait: pace.crash };
    if (role === 'init' && !isSidecar)
      return { status: completedStatus(started, now, role), wait: undefined };
    return { status: started, wait: endsWell ? pace.jobRun : undefined };
  }
  if (!running) return { status, wait: undefined };
  if (behaviour === 'crashes') return crashed(pod, status, now, role);
  return { status: endsWell ? completedStatus(status, now, role) : status, wait: undefined };
}

function failedPull(container: Container, status: ContainerStatus, reason: string): ContainerStep {
  const image = container.image ?? '';
  if (reason === 'ImagePullBackOff') return { status, wait: undefined };
  if (reason === 'ErrImagePull') {
    const message = `Back-off pulling image "${image}"`;
    return {
      status: { ...status, state: { waiting: { reason: 'ImagePullBackOff', message } } },
      wait: undefined,
    };
  }
  const message = `failed to pull and unpack image "${image}": not found`;
  return {
    status: { ...status, state: { waiting: { reason: 'ErrImagePull', message } } },
    wait: pace.pullFailure,
  };
}

function crashed(pod: Pod, status: ContainerStatus, now: number, role: Role): ContainerStep {
  const ended = exited(pod, status, now, 1, role);
  const wait = ended.state.terminated ? undefined : restartDelay(status.restartCount);
  return { status: ended, wait };
}

/** Where it is to be restarted it waits, for longer each time. */
function exited(
  pod: Pod,
  status: ContainerStatus,
  now: number,
  exitCode: number,
  role: Role = 'main',
): ContainerStatus {
  const terminated = terminatedState(status, now, exitCode, exitCode === 0 ? 'Completed' : 'Error');
  const stopped = { ...status, ready: false, started: false };
  const { restartPolicy = 'Always' } = pod.spec;
  if (restartPolicy === 'Never' || (restartPolicy === 'OnFailure' && exitCode === 0)) {
    return { ...stopped, state: terminated };
  }
  const delay = restartDelay(status.restartCount);
  const place = `${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})`;
  const kind = role === 'init' ? 'init container' : 'container';
  const message = `back-off ${delay / 1000}s restarting failed ${kind}=${status.name} pod=${place}`;
  return {
    ...stopped,
    state: { waiting: { reason: 'CrashLoopBackOff', message } },
    lastState: terminated,
  };
}

function restartDelay(restarts: number): number {
  return Math.min(pace.firstRestart * 2 ** Math.min(restarts, 10), pace.longestRestart);
}

function restartDue(status: ContainerStatus): number {
  const finished = Date.parse(status.lastState.terminated?.finishedAt ?? '');
  return (Number.isNaN(finished) ? 0 : finished) + restartDelay(status.restartCount);
}

function runningStatus(
  pod: Pod,
  container: Container,
  status: ContainerStatus,
  now: number,
  restartCount: number,
): ContainerStatus {
  const image = container.image ?? '';
  return {
    ...status,
    imageID: `${withoutTag(image)}@sha256:${stableDigest(image)}`,
    containerID: `sandbox://${stableDigest(`${pod.metadata.uid}/${container.name}/${restartCount}`)}`,
    ready: true,
    started: true,
    restartCount,
    state: { running: { startedAt: timestamp(now) } },
  };
}

/** An init container that has ended well is ready, any other that has ended is not. */
function completedStatus(status: ContainerStatus, now: number, role: Role): ContainerStatus {
  const state = terminatedState(status, now, 0, 'Completed');
  return { ...status, ready: role === 'init', started: false, state };
}

function terminatedState(
  status: ContainerStatus,
  now: number,
  exitCode: number,
  reason: string,
): ContainerState {
  const finishedAt = timestamp(now);
  const startedAt = status.state.running?.startedAt ?? finishedAt;
  return { terminated: { exitCode, reason, startedAt, finishedAt, containerID: status.containerID ?? '' } };
}

function phaseOf(
  pod: Pod,
  statuses: readonly ContainerStatus[],
  initialized: boolean,
): NonNullable<PodStatus['phase']> {
  const initFailed = (pod.status?.initContainerStatuses ?? []).some(
    ({ state }) => (state.terminated?.exitCode ?? 0) !== 0,
  );
  if (initFailed && pod.spec.restartPolicy === 'Never') return 'Failed';
  if (!initialized) return 'Pending';
  if (statuses.length > 0 && statuses.every(({ state }) => state.terminated)) {
    return statuses.every(({ state }) => state.terminated?.exitCode === 0) ? 'Succeeded' : 'Failed';
  }
  const everStarted = statuses.some(
    ({ state, lastState }) => state.running || state.terminated || lastState.terminated,
  );
  return everStarted ? 'Running' : 'Pending';
}

interface Progress {
  started: boolean;
  initialized: boolean;
  ready: boolean;
  isOver?: boolean;
}

/** In the order in which a kubelet writes them. */
function conditionsOf(
  pod: Pod,
  { started, initialized, ready, isOver }: Progress,
  time: string,
): Condition[] {
  const notReady = isOver
    ? { reason: pod.status?.phase === 'Failed' ? 'PodFailed' : 'PodCompleted' }
    : {
        reason: 'ContainersNotReady',
        message: `containers with unready status: [${containersOf(pod)
          .map(({ name }) => name)
          .join(' ')}]`,
      };
  const incomplete = { reason: 'ContainersNotInitialized', message: 'containers with incomplete status' };
  const wanted: [string, boolean, { reason: string; message?: string }?][] = [
    ['PodReadyToStartContainers', started],
    ['Initialized', initialized, incomplete],
    ['Ready', ready, notReady],
    ['ContainersReady', ready, notReady],
    ['PodScheduled', true],
  ];
  let conditions = (pod.status?.conditions ?? []) as Condition[];
  for (const [type, holds, otherwise] of wanted) {
    const observedGeneration = pod.metadata.generation;
    const condition: Condition = {
      type,
      status: holds ? 'True' : 'False',
      lastProbeTime: null,
      ...(!holds && otherwise),
      ...(observedGeneration !== undefined && { observedGeneration }),
    };
    conditions = withCondition(conditions, condition, time);
  }
  return conditions;
}

function waiting({ name, image = '' }: Container, reason: string): ContainerStatus {
  return {
    name,
    image,
    imageID: '',
    ready: false,
    started: false,
    restartCount: 0,
    state: { waiting: { reason } },
    lastState: {},
  };
}

function containersOf(pod: Pod): readonly Container[] {
  return Array.isArray(pod.spec?.containers) ? pod.spec.containers : [];
}

function initContainers(pod: Pod): readonly Container[] {
  return Array.isArray(pod.spec?.initContainers) ? pod.spec.initContainers : [];
}
