import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import type { KubeObject } from '../object-store.ts';
import {
  type Condition,
  type Container,
  type ContainerStatus,
  nodeName,
  type Pod,
  type PodSpec,
  type PodStatus,
} from './objects.ts';

/** What is told of an object: of itself, or of who controls it. */
export interface WorkloadEvent {
  readonly about: 'itself' | 'its controller';
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Who tells it: `kubelet`, `job-controller`. */
  readonly component: string;
  /** Which part of the object it is about: `spec.containers{main}`. */
  readonly fieldPath?: string;
  /** What the scheduler was doing, who alone says so. */
  readonly action?: 'Binding' | 'Scheduling';
}

/** What the controllers, the scheduler and the node's kubelet tell of a Pod that was written, in their words. */
export function podEvents(
  previous: Pod | undefined,
  pod: Pod,
  version: KubernetesVersion,
): readonly WorkloadEvent[] {
  return [
    ...(previous ? [] : creationEvents(pod, version)),
    ...schedulingEvents(previous, pod),
    ...(pod.spec.nodeName === nodeName ? kubeletEvents(previous, pod, version) : []),
  ];
}

/** What its controller tells of a Job that was written. */
export function jobEvents(previous: KubeObject | undefined, job: KubeObject): readonly WorkloadEvent[] {
  const events: WorkloadEvent[] = [];
  const told = { about: 'itself', component: 'job-controller' } as const;
  if (becameTrue(previous, job, 'Complete')) {
    events.push({ ...told, type: 'Normal', reason: 'Completed', message: 'Job completed' });
  }
  const failed = becameTrue(previous, job, 'Failed');
  if (failed) {
    const { reason = '', message = '' } = failed;
    events.push({ ...told, type: 'Warning', reason, message });
  }
  return events;
}

function becameTrue(
  previous: KubeObject | undefined,
  object: KubeObject,
  type: string,
): Condition | undefined {
  const holding = (one: KubeObject | undefined) =>
    ((one?.status as { conditions?: Condition[] } | undefined)?.conditions ?? []).find(
      (condition) => condition.type === type && condition.status === 'True',
    );
  return holding(previous) ? undefined : holding(object);
}

/** Who tells that a Pod was made, by the kind of its controller. */
const makers: Readonly<Record<string, string>> = {
  DaemonSet: 'daemonset-controller',
  Job: 'job-controller',
  ReplicaSet: 'replicaset-controller',
  ReplicationController: 'replication-controller',
  StatefulSet: 'statefulset-controller',
};

function creationEvents({ metadata }: Pod, version: KubernetesVersion): WorkloadEvent[] {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  const component = owner && Object.hasOwn(makers, owner.kind) ? makers[owner.kind] : undefined;
  if (!owner || !component) return [];
  const create = isSince(version, '1.35') ? 'Create' : 'create';
  const message =
    owner.kind === 'StatefulSet'
      ? `${create} Pod ${metadata.name} in StatefulSet ${owner.name} successful`
      : `Created pod: ${metadata.name}`;
  return [{ about: 'its controller', type: 'Normal', reason: 'SuccessfulCreate', message, component }];
}

function schedulingEvents(previous: Pod | undefined, pod: Pod): WorkloadEvent[] {
  const { namespace, name } = pod.metadata;
  const told = { about: 'itself', component: 'default-scheduler' } as const;
  if (pod.spec.nodeName === nodeName && previous?.spec.nodeName === undefined) {
    const message = `Successfully assigned ${namespace}/${name} to ${nodeName}`;
    return [{ ...told, type: 'Normal', reason: 'Scheduled', message, action: 'Binding' }];
  }
  const obstacle = obstacleOf(pod.status);
  if (!obstacle || obstacleOf(previous?.status) === obstacle) return [];
  return [{ ...told, type: 'Warning', reason: 'FailedScheduling', message: obstacle, action: 'Scheduling' }];
}

function obstacleOf(status: PodStatus | undefined): string | undefined {
  const condition = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  return condition?.reason === 'Unschedulable' ? condition.message : undefined;
}

function kubeletEvents(previous: Pod | undefined, pod: Pod, version: KubernetesVersion): WorkloadEvent[] {
  const events: WorkloadEvent[] = [];
  const isEnding = pod.metadata.deletionTimestamp !== undefined && !previous?.metadata.deletionTimestamp;
  for (const { list, statuses } of lists) {
    for (const status of pod.status?.[statuses] ?? []) {
      const container = (pod.spec[list] as Container[] | undefined)?.find(({ name }) => name === status.name);
      if (!container) continue;
      const before = previous?.status?.[statuses]?.find(({ name }) => name === status.name);
      const told = isEnding
        ? endingEvents(status)
        : containerEvents({ pod, container, before, status, version });
      const fieldPath = `spec.${list}{${status.name}}`;
      for (const [type, reason, message] of told) {
        events.push({ about: 'itself', type, reason, message, component: 'kubelet', fieldPath });
      }
    }
  }
  return events;
}

const lists: readonly { list: keyof PodSpec & string; statuses: StatusList }[] = [
  { list: 'initContainers', statuses: 'initContainerStatuses' },
  { list: 'containers', statuses: 'containerStatuses' },
  { list: 'ephemeralContainers', statuses: 'ephemeralContainerStatuses' },
];

type StatusList = 'initContainerStatuses' | 'containerStatuses' | 'ephemeralContainerStatuses';

type Told = readonly [type: 'Normal' | 'Warning', reason: string, message: string];

interface ContainerChange {
  readonly pod: Pod;
  readonly container: Container;
  readonly before: ContainerStatus | undefined;
  readonly status: ContainerStatus;
  readonly version: KubernetesVersion;
}

function endingEvents({ name, state }: ContainerStatus): Told[] {
  return state.running ? [['Normal', 'Killing', `Stopping container ${name}`]] : [];
}

function containerEvents({ pod, container, before, status, version }: ContainerChange): Told[] {
  const image = JSON.stringify(container.image ?? '');
  const started = status.containerID !== undefined && status.containerID !== before?.containerID;
  const events: Told[] = started ? startEvents(container.name, image, version) : [];
  const reason = status.state.waiting?.reason;
  if (reason === undefined || reason === before?.state.waiting?.reason) return events;
  const place = `${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})`;
  switch (reason) {
    case 'CrashLoopBackOff': {
      const message = `Back-off restarting failed container ${container.name} in pod ${place}`;
      return [...events, ['Warning', 'BackOff', message]];
    }
    case 'ErrImagePull':
      return [
        ...events,
        ['Normal', 'Pulling', `Pulling image ${image}`],
        ['Warning', 'Failed', `Failed to pull image ${image}: ${status.state.waiting?.message}`],
        ['Warning', 'Failed', 'Error: ErrImagePull'],
      ];
    case 'ImagePullBackOff':
      return [
        ...events,
        ['Normal', 'BackOff', `Back-off pulling image ${image}`],
        ['Warning', 'Failed', 'Error: ImagePullBackOff'],
      ];
    default:
      return events;
  }
}

function startEvents(name: string, image: string, version: KubernetesVersion): Told[] {
  const isLater = isSince(version, '1.35');
  const pulled = `Container image ${image} already present on machine`;
  return [
    ['Normal', 'Pulled', isLater ? `${pulled} and can be accessed by the pod` : pulled],
    ['Normal', 'Created', isLater ? 'Container created' : `Created container: ${name}`],
    ['Normal', 'Started', isLater ? 'Container started' : `Started container ${name}`],
  ];
}

function isSince(version: KubernetesVersion, since: string): boolean {
  return compareKubernetesVersions(version, since) >= 0;
}
