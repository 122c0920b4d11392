import type { Clock } from '../clock.ts';
import { timestamp } from '../clock.ts';
import type { ObjectStore } from '../object-store.ts';
import { boundPod } from './bind-pod.ts';
import { isOutOfDate } from './container-resources.ts';
import { nodeLabels } from './node.ts';
import {
  isFinished,
  nodeAddress,
  nodeName,
  type Pod,
  type PodStatus,
  resources,
  withCondition,
} from './objects.ts';
import { admittedPod, exitedPodStep, nextPodStep, type PodStep, pace } from './pod-lifecycle.ts';
import { keyOf, splitKey, WorkQueue } from './work-queue.ts';

const manager = 'kubelet';

/** Runs the containers of the node. */
export interface Kubelet {
  /** Tells it that the process of a container of a pod has ended by itself. */
  containerExited(pod: Pod, containerName: string, exitCode: number): void;
  dispose(): void;
}

/** Schedules pods onto the sandbox's node, takes them through their lives, and removes the deleted. */
export function startKubelet(store: ObjectStore, clock: Clock): Kubelet {
  const busy = new Set<string>();
  let addressesGiven = 1;

  const queue = new WorkQueue(clock, (key) => {
    busy.delete(key);
    const { namespace, name } = splitKey(key);
    const pod = store.get(resources.pods, namespace, name) as Pod | undefined;
    if (!pod) return;
    if (pod.metadata.deletionTimestamp) store.delete(resources.pods, namespace, name);
    else if (!pod.spec.nodeName) schedule(store, clock, pod);
    else advance(pod, key);
  });

  function advance(pod: Pod, key: string): void {
    if (pod.spec.nodeName !== nodeName || isFinished(pod)) return;
    const now = clock.now();
    const isNew = !pod.status?.containerStatuses?.length;
    const step = isNew ? admittedPod(pod, now) : nextPodStep(pod, now, addressOf(pod));
    take(step, key);
  }

  function take(step: PodStep, key: string): void {
    const { namespace, name } = splitKey(key);
    wait(key, step.waitMilliseconds);
    store.update(
      resources.pods,
      namespace,
      name,
      manager,
      (copy) => {
        copy.status = { ...(copy.status as object), ...step.status };
      },
      'status',
    );
  }

  /** Addresses are given one after the other and not used again for a long time. */
  function addressOf(pod: Pod): string {
    if (pod.spec.hostNetwork) return nodeAddress;
    return pod.status?.podIP ?? podAddress(++addressesGiven);
  }

  function wait(key: string, milliseconds: number | undefined): void {
    if (milliseconds === undefined) return;
    busy.add(key);
    queue.addAfter(key, milliseconds);
  }

  /** A pod with a step still to come is left to it; any other is looked at again when it is new or going. */
  function notice(pod: Pod): void {
    const key = keyOf(pod.metadata);
    if (pod.metadata.deletionTimestamp) queue.addAfter(key, timeToEnd(pod));
    else if (!pod.spec?.nodeName) noticeUnbound(pod, key);
    else if (busy.has(key)) return;
    else if (!pod.status?.containerStatuses?.length) wait(key, pace.admit);
    else if (pod.spec.nodeName === nodeName && isOutOfDate(pod)) wait(key, pace.start);
  }

  /** A pod that names another scheduler waits for that one. */
  function noticeUnbound({ spec }: Pod, key: string): void {
    if ((spec?.schedulerName ?? defaultScheduler) === defaultScheduler) queue.add(key);
  }

  const subscription = store.subscribe(resources.pods, ({ type, object }) => {
    if (type === 'DELETED') busy.delete(keyOf(object.metadata));
    else notice(object as Pod);
  });
  for (const pod of store.list(resources.pods)) resume(pod as Pod);

  function resume(pod: Pod): void {
    notice(pod);
    if (pod.spec?.nodeName === nodeName && pod.status?.containerStatuses?.length)
      wait(keyOf(pod.metadata), 0);
  }

  return {
    containerExited({ metadata }, containerName, exitCode) {
      const key = keyOf(metadata);
      const { namespace, name } = splitKey(key);
      const pod = store.get(resources.pods, namespace, name) as Pod | undefined;
      if (!pod || pod.metadata.uid !== metadata.uid || isFinished(pod)) return;
      take(exitedPodStep(pod, containerName, exitCode, clock.now()), key);
    },
    dispose() {
      subscription.dispose();
      queue.dispose();
    },
  };
}

/** Who is on another node than the sandbox's is taken away when nobody has stopped them for a while. */
function timeToEnd(pod: Pod): number {
  if (isFinished(pod)) return 0;
  return pod.spec?.nodeName && pod.spec.nodeName !== nodeName ? pace.orphaned : pace.stop;
}

const defaultScheduler = 'default-scheduler';

/** Binds a pod to the node, or says in its status why it cannot be. */
function schedule(store: ObjectStore, clock: Clock, pod: Pod): void {
  const { namespace, name } = splitKey(keyOf(pod.metadata));
  const now = timestamp(clock.now());
  const obstacle = obstacleTo(pod);
  if (!obstacle) {
    store.amend(resources.pods, namespace, name, (unbound) =>
      boundPod(unbound as Pod, { node: nodeName }, clock.now()),
    );
    return;
  }
  store.update(
    resources.pods,
    namespace,
    name,
    'kube-scheduler',
    (copy) => {
      const status = statusOf(copy as Pod);
      status.phase = 'Pending';
      status.conditions = withCondition(
        status.conditions,
        { type: 'PodScheduled', status: 'False', lastProbeTime: null, ...obstacle },
        now,
      );
    },
    'status',
  );
}

function obstacleTo(pod: Pod): { reason: string; message: string } | undefined {
  if (pod.spec.schedulingGates?.length) {
    return { reason: 'SchedulingGated', message: 'Scheduling is blocked due to non-empty scheduling gates' };
  }
  const wanted = Object.entries(pod.spec.nodeSelector ?? {});
  if (wanted.every(([key, value]) => nodeLabels[key] === value)) return undefined;
  return {
    reason: 'Unschedulable',
    message: "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.",
  };
}

function podAddress(number: number): string {
  return `10.244.${(number >> 8) & 255}.${number & 255}`;
}

function statusOf(pod: Pod): PodStatus {
  pod.status ??= {};
  return pod.status;
}
