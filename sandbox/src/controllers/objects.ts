import type { KubeObject } from '../object-store.ts';

/** The parts of workloads that the controllers read and write; all else passes through untouched. */
export interface Pod extends KubeObject {
  spec: PodSpec;
  status?: PodStatus;
}

export interface PodSpec {
  nodeName?: string;
  hostNetwork?: boolean;
  restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  nodeSelector?: Record<string, string>;
  schedulerName?: string;
  schedulingGates?: { name: string }[];
  initContainers?: Container[];
  containers: Container[];
  ephemeralContainers?: Container[];
  volumes?: unknown[];
  [field: string]: unknown;
}

export interface Container {
  name: string;
  image?: string;
  restartPolicy?: string;
  ports?: { name?: string; containerPort: number; protocol?: string }[];
  resources?: ContainerResources;
  [field: string]: unknown;
}

/** As `v1 ResourceRequirements`. */
export interface ContainerResources {
  requests?: Record<string, string>;
  limits?: Record<string, string>;
  [field: string]: unknown;
}

export interface PodStatus {
  phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  conditions?: Condition[];
  podIP?: string;
  podIPs?: { ip: string }[];
  hostIP?: string;
  hostIPs?: { ip: string }[];
  startTime?: string;
  initContainerStatuses?: ContainerStatus[];
  containerStatuses?: ContainerStatus[];
  ephemeralContainerStatuses?: ContainerStatus[];
  qosClass?: string;
  observedGeneration?: number;
  [field: string]: unknown;
}

export interface ContainerStatus {
  name: string;
  image: string;
  imageID: string;
  containerID?: string;
  ready: boolean;
  started: boolean;
  restartCount: number;
  state: ContainerState;
  lastState: ContainerState;
  /** Told once it runs. */
  resources?: ContainerResources;
  allocatedResources?: Record<string, string>;
}

export interface ContainerState {
  waiting?: { reason: string; message?: string };
  running?: { startedAt: string };
  terminated?: {
    exitCode: number;
    reason: string;
    startedAt: string;
    finishedAt: string;
    containerID: string;
  };
}

export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
  lastUpdateTime?: string;
  lastProbeTime?: string | null;
  observedGeneration?: number;
}

export interface PodTemplate {
  metadata?: {
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    [field: string]: unknown;
  };
  spec: PodSpec;
}

/** A workload with a pod template. `status` is written by its controller only. */
export interface Workload extends KubeObject {
  spec: { replicas?: number; selector?: unknown; template: PodTemplate; [field: string]: unknown };
  status?: Record<string, unknown>;
}

export const resources = {
  nodes: { group: '', plural: 'nodes' },
  namespaces: { group: '', plural: 'namespaces' },
  configMaps: { group: '', plural: 'configmaps' },
  serviceAccounts: { group: '', plural: 'serviceaccounts' },
  pods: { group: '', plural: 'pods' },
  services: { group: '', plural: 'services' },
  endpoints: { group: '', plural: 'endpoints' },
  events: { group: '', plural: 'events' },
  endpointSlices: { group: 'discovery.k8s.io', plural: 'endpointslices' },
  persistentVolumeClaims: { group: '', plural: 'persistentvolumeclaims' },
  persistentVolumes: { group: '', plural: 'persistentvolumes' },
  certificateSigningRequests: { group: 'certificates.k8s.io', plural: 'certificatesigningrequests' },
  serviceCidrs: { group: 'networking.k8s.io', plural: 'servicecidrs' },
  ipAddresses: { group: 'networking.k8s.io', plural: 'ipaddresses' },
  podDisruptionBudgets: { group: 'policy', plural: 'poddisruptionbudgets' },
  replicationControllers: { group: '', plural: 'replicationcontrollers' },
  deployments: { group: 'apps', plural: 'deployments' },
  replicaSets: { group: 'apps', plural: 'replicasets' },
  statefulSets: { group: 'apps', plural: 'statefulsets' },
  daemonSets: { group: 'apps', plural: 'daemonsets' },
  jobs: { group: 'batch', plural: 'jobs' },
} as const;

/** The one node of the sandbox. */
export const nodeName = 'sandbox';
export const nodeAddress = '10.0.0.2';

export function isReady(pod: Pod): boolean {
  return (
    !pod.metadata.deletionTimestamp &&
    (pod.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')
  );
}

export function isFinished(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

/** Whether `owner` is the controller of `object`. */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  return (object.metadata.ownerReferences ?? []).some(
    ({ uid, controller }) => controller && uid === owner.metadata.uid,
  );
}

/** The ownerReferences of what a controller makes for `owner`. */
export function controlledBy(owner: KubeObject): NonNullable<KubeObject['metadata']['ownerReferences']> {
  const { apiVersion, kind, metadata } = owner;
  return [
    {
      apiVersion,
      kind,
      name: metadata.name ?? '',
      uid: metadata.uid ?? '',
      controller: true,
      blockOwnerDeletion: true,
    },
  ];
}

/** `conditions` with one set; its transition time moves only when its status does. */
export function withCondition(
  conditions: readonly Condition[] | undefined,
  condition: Condition,
  now: string,
): Condition[] {
  const others = (conditions ?? []).filter(({ type }) => type !== condition.type);
  return [...others, dated(condition, sameOf(conditions, condition), now)];
}

/** The same with the condition where it was, or last where it is new: how the API server itself and client-go set one. */
export function withConditionInPlace(
  conditions: readonly Condition[] | undefined,
  condition: Condition,
  now: string,
): Condition[] {
  const earlier = sameOf(conditions, condition);
  const set = dated(condition, earlier, now);
  if (!earlier) return [...(conditions ?? []), set];
  return conditions!.map((one) => (one === earlier ? set : one));
}

function sameOf(conditions: readonly Condition[] | undefined, { type }: Condition): Condition | undefined {
  return conditions?.find((one) => one.type === type);
}

function dated(condition: Condition, earlier: Condition | undefined, now: string): Condition {
  const isSame = earlier?.status === condition.status;
  return { ...condition, lastTransitionTime: isSame ? (earlier.lastTransitionTime ?? now) : now };
}
