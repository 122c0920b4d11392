import type { Cluster } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import type { KubeObject, ObjectReference } from '../kube-object.ts';
import type { Status } from '../status.ts';

/** What is known of the pod of a log. */
export type PodState =
  /** The server has none of this name. */
  | { readonly is: 'gone' }
  /** Whether it is there cannot be told: it may not be read, or nobody answers. */
  | { readonly is: 'unknown' }
  | {
      readonly is: 'there';
      readonly uid: string | undefined;
      /** Whether the container will write nothing more. */
      readonly container: 'may write' | 'has ended';
      /** Which run of the container it is, and which one was before: each has a log of its own. */
      readonly run: string | undefined;
      readonly previousRun: string | undefined;
    };

/** Asks for the pod once. Rejects with the signal's reason alone. */
export async function readPodState(
  cluster: Pick<Cluster, 'get'>,
  pod: ObjectReference,
  container: string | undefined,
  signal: AbortSignal | undefined,
): Promise<PodState> {
  try {
    const object = await cluster.get(pod, signal);
    const ended = hasEnded(object as PodObject, container);
    return {
      is: 'there',
      uid: object.metadata.uid,
      container: ended ? 'has ended' : 'may write',
      ...runsOf(object as PodObject, container),
    };
  } catch (error) {
    signal?.throwIfAborted();
    return { is: error instanceof ClusterError && saysGone(error.status, pod) ? 'gone' : 'unknown' };
  }
}

/**
 * Whether a refusal says that there is no such pod. Others are 404 too: of a path that is not served yet, or of a
 * kubelet that has not heard of the pod.
 */
export function saysGone(status: Status | undefined, { resource, name }: ObjectReference): boolean {
  if (status?.code !== 404) return false;
  const { details, message } = status;
  if (details?.name === name && details.kind === resource.plural) return true;
  return message.includes(`${resource.plural} "${name}" not found`);
}

/** The fields of a Pod that say whether a container will write more. */
interface PodObject extends KubeObject {
  readonly spec?: {
    readonly restartPolicy?: string;
    readonly containers?: readonly ContainerSpec[];
    readonly initContainers?: readonly ContainerSpec[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
    readonly ephemeralContainerStatuses?: readonly ContainerStatus[];
  };
}

interface ContainerSpec {
  readonly name: string;
  /** Before the pod's own: `Always` of an init container is a sidecar; others have it since Kubernetes 1.34. */
  readonly restartPolicy?: string;
  readonly restartPolicyRules?: readonly RestartRule[];
}

interface RestartRule {
  readonly action?: string;
  readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] };
}

interface ContainerStatus {
  readonly name: string;
  readonly containerID?: string;
  readonly state?: { readonly terminated?: { readonly exitCode?: number } };
  readonly lastState?: { readonly terminated?: { readonly containerID?: string } };
}

function runsOf({ status = {} }: PodObject, container: string | undefined) {
  const { containerStatuses, initContainerStatuses, ephemeralContainerStatuses } = status;
  const found = [containerStatuses, initContainerStatuses, ephemeralContainerStatuses]
    .flatMap((statuses) => statuses ?? [])
    .find(({ name }) => container === undefined || name === container);
  return {
    run: found?.containerID || undefined,
    previousRun: found?.lastState?.terminated?.containerID || undefined,
  };
}

function hasEnded({ metadata, spec = {}, status = {} }: PodObject, container: string | undefined): boolean {
  if (status.phase === 'Succeeded' || status.phase === 'Failed') return true;
  const isMeant = ({ name }: { readonly name: string }) => container === undefined || name === container;
  const main = status.containerStatuses?.find(isMeant);
  if (main) {
    const own = spec.containers?.find(({ name }) => name === main.name);
    const isDeleted = metadata.deletionTimestamp !== undefined;
    return endedForGood(main, own, spec.restartPolicy, isDeleted ? 'deleted' : 'kept');
  }
  if (status.ephemeralContainerStatuses?.find(isMeant)?.state?.terminated) return true;
  const init = status.initContainerStatuses?.find(isMeant);
  const isSidecar = spec.initContainers?.some((one) => isMeant(one) && one.restartPolicy === 'Always');
  return init?.state?.terminated?.exitCode === 0 && !isSidecar;
}

/** A container that was terminated, and that the kubelet will not start again. */
function endedForGood(
  { state }: ContainerStatus,
  own: ContainerSpec | undefined,
  ofPod: string | undefined,
  pod: 'kept' | 'deleted',
): boolean {
  const { terminated } = state ?? {};
  if (!terminated) return false;
  if (pod === 'deleted') return true;
  const exitCode = terminated.exitCode ?? 0;
  if (own?.restartPolicyRules?.some((rule) => restarts(rule, exitCode))) return false;
  const policy = own?.restartPolicy ?? ofPod;
  return policy === 'Never' || (policy === 'OnFailure' && exitCode === 0);
}

function restarts({ action, exitCodes }: RestartRule, exitCode: number): boolean {
  if (action !== 'Restart' && action !== 'RestartAllContainers') return false;
  const isListed = exitCodes?.values?.includes(exitCode) ?? false;
  return exitCodes?.operator === 'NotIn' ? !isListed : isListed;
}
