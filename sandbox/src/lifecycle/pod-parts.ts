import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { KubeObject } from '../object-store.ts';
import { jsonCopy } from '../store/json.ts';
import { resizableIn } from '../validation/pod-parts.ts';

/** Of a Pod that is written through its ephemeral containers or its resize, all else stays as it was. */
export function keepPodParts(
  pod: KubeObject,
  before: KubeObject,
  subresource: string | undefined,
  version: KubernetesVersion,
): void {
  const parts = subresource === undefined ? undefined : written.get(subresource);
  const spec = parts?.(pod.spec as PodSpec, before.spec as PodSpec, version);
  if (!spec) return;
  pod.spec = spec;
  if (before.status !== undefined) pod.status = jsonCopy(before.status);
  for (const field of ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const) {
    if (before.metadata[field] === undefined) delete pod.metadata[field];
    else Object.assign(pod.metadata, { [field]: jsonCopy(before.metadata[field]) });
  }
}

interface PodContainer {
  name?: string;
  resources?: unknown;
  resizePolicy?: unknown;
}

type PodSpec = Record<string, unknown> & {
  resources?: unknown;
  containers?: PodContainer[];
  initContainers?: PodContainer[];
  ephemeralContainers?: PodContainer[];
};

/** The spec that a write leaves; undefined where it is judged as it was sent. */
const written: ReadonlyMap<
  string,
  (sent: PodSpec, old: PodSpec, version: KubernetesVersion) => PodSpec | undefined
> = new Map([
  ['ephemeralcontainers', withEphemeralContainers],
  ['resize', withResources],
]);

function withEphemeralContainers({ ephemeralContainers }: PodSpec, old: PodSpec): PodSpec {
  const { ephemeralContainers: _old, ...rest } = jsonCopy(old);
  return { ...rest, ...(ephemeralContainers?.length && { ephemeralContainers }) };
}

/** Containers that come or go are refused later: such a spec is not touched. */
function withResources(sent: PodSpec, old: PodSpec, version: KubernetesVersion): PodSpec | undefined {
  const lists = ['containers', 'initContainers'] as const;
  if (lists.some((list) => (sent[list]?.length ?? 0) !== (old[list]?.length ?? 0))) return undefined;
  const spec = jsonCopy(old);
  const { containers, initContainers, resources } = sent;
  if (resizableIn(version) === 'all') {
    delete spec.resources;
    if (resources !== undefined) spec.resources = resources;
  }
  if (containers) spec.containers = withResourcesOf(containers, spec.containers ?? []);
  if (initContainers) spec.initContainers = withResourcesOf(initContainers, spec.initContainers ?? []);
  return spec;
}

function withResourcesOf(sent: PodContainer[], old: PodContainer[]): PodContainer[] {
  if (sent.some(({ name }, index) => name !== old[index]?.name)) return sent;
  return old.map(({ resources: _resources, resizePolicy: _policy, ...rest }, index) => {
    const { resources, resizePolicy } = sent[index]!;
    return {
      ...rest,
      ...(resources !== undefined && { resources }),
      ...(resizePolicy !== undefined && { resizePolicy }),
    };
  });
}
