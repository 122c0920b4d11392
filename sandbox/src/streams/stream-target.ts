import { type Container, type ContainerStatus, type Pod, resources } from '../controllers/objects.ts';
import { badRequest, notFound } from '../errors.ts';
import type { ObjectStore } from '../object-store.ts';

/** The container that a request names, or the only one. Throws the `StatusError` that the API server answers. */
export function chosenContainer(pod: Pod, wanted: string | undefined): Container {
  const { name } = pod.metadata;
  const { initContainers = [], containers } = pod.spec;
  const all = [...initContainers, ...containers, ...ephemeralContainers(pod)];
  if (wanted !== undefined) {
    const found = all.find((container) => container.name === wanted);
    if (found) return found;
    throw badRequest(`container ${wanted} is not valid for pod ${name}`);
  }
  if (containers.length === 1) return containers[0]!;
  const names = all.map((container) => container.name).join(' ');
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names}]`);
}

/** What is known of how a container fares; undefined before a kubelet has looked at it. */
export function statusOfContainer(
  { status }: Pod,
  { name }: Pick<Container, 'name'>,
): ContainerStatus | undefined {
  const ephemeral = (status?.ephemeralContainerStatuses as ContainerStatus[] | undefined) ?? [];
  const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? []), ...ephemeral];
  return all.find((each) => each.name === name);
}

/** Throws the `StatusError` of a pod that is on no node, or on one that is not there. */
export function checkHost(store: ObjectStore, pod: Pod): void {
  if (!pod.spec.nodeName) throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
  checkNode(store, pod.spec.nodeName);
}

/** Throws the `StatusError` of a node that is not there, which the server calls by the resource that was asked for. */
export function checkNode(store: ObjectStore, nodeName: string): void {
  if (!store.get(resources.nodes, undefined, nodeName)) throw notFound(resources.pods, nodeName);
}

function ephemeralContainers({ spec }: Pod): Container[] {
  return (spec.ephemeralContainers as Container[] | undefined) ?? [];
}
