import type { Container, ContainerStatus, Pod } from './objects.ts';

/** What a container asks for and is given, as a kubelet tells it once the container runs. */
export function withResources(status: ContainerStatus, { resources }: Container): ContainerStatus {
  const { requests } = resources ?? {};
  const { allocatedResources: _before, ...rest } = status;
  return { ...rest, resources: resources ?? {}, ...(requests && { allocatedResources: requests }) };
}

/** Whether a Pod that runs asks for something that its status does not tell: other resources, another container to debug it. */
export function isOutOfDate({ spec, status }: Pod): boolean {
  if (status?.phase !== 'Running') return false;
  const lists: [readonly Container[] | undefined, readonly ContainerStatus[] | undefined][] = [
    [spec.containers, status.containerStatuses],
    [spec.initContainers, status.initContainerStatuses],
  ];
  const told = new Set(status.ephemeralContainerStatuses?.map(({ name }) => name));
  if (spec.ephemeralContainers?.some(({ name }) => !told.has(name))) return true;
  return lists.some(([containers, statuses]) =>
    containers?.some((container) =>
      differs(
        container,
        statuses?.find(({ name }) => name === container.name),
      ),
    ),
  );
}

function differs({ resources }: Container, status: ContainerStatus | undefined): boolean {
  if (!status?.state.running) return false;
  return JSON.stringify(status.resources ?? {}) !== JSON.stringify(resources ?? {});
}
