import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { compareKubernetesVersions } from '../../../server/src/catalog/version.ts';
import { cause } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import type { StatusCause } from '../status-error.ts';
import { jsonEqual } from '../store/json.ts';
import { qualityOfService } from './quality-of-service.ts';

const mirror = 'kubernetes.io/config.mirror';
/** How Go writes the path that is empty. */
const whole = '[]';

/** What the API server refuses in new ephemeral containers of a Pod, beyond what it refuses in any. Its diff of Go's structs is left out. */
export function ephemeralContainerProblems(pod: KubeObject, before: KubeObject): StatusCause[] {
  const now = specOf(pod).ephemeralContainers ?? [];
  return (specOf(before).ephemeralContainers ?? []).flatMap((old) => {
    const found = now.find(({ name }) => name === old.name);
    if (found && jsonEqual(found, old)) return [];
    const done = found ? 'changed' : 'removed';
    const why = `existing ephemeral containers ${JSON.stringify(old.name)} may not be ${done}\n`;
    return [cause.forbidden('spec.ephemeralContainers', why)];
  });
}

/** What hinders any ephemeral container, whatever else is wrong. */
export function ephemeralContainerObstacle(before: KubeObject): StatusCause | undefined {
  return before.metadata.annotations?.[mirror] === undefined
    ? undefined
    : cause.forbidden(whole, 'static pods do not support ephemeral containers');
}

/** What hinders any resize, whatever else is wrong. */
export function resizeObstacle(before: KubeObject): StatusCause | undefined {
  if (before.metadata.annotations?.[mirror] !== undefined) {
    return cause.forbidden(whole, 'static pods cannot be resized');
  }
  const { os } = specOf(before);
  return os?.name === 'windows' ? cause.forbidden(whole, 'windows pods cannot be resized') : undefined;
}

/** What of a Pod may be resized: containers that run; or, from 1.36 on, those before them and what all have together too. */
export type Resizable = 'what runs' | 'all';

export function resizableIn(version: KubernetesVersion): Resizable {
  return compareKubernetesVersions(version, '1.36') >= 0 ? 'all' : 'what runs';
}

/** What the API server refuses in a resize of a Pod, where its spec is in order otherwise: `before` says what that is. */
export function resizeProblems(
  pod: KubeObject,
  before: KubeObject,
  earlier: readonly StatusCause[],
  resizable: Resizable,
): StatusCause[] {
  const [spec, old] = [specOf(pod), specOf(before)];
  const causes = [...earlier];
  const qosClass = qualityOfService(before);
  if (qualityOfService(pod) !== qosClass) {
    causes.push(cause.invalid('spec', qosClass, 'Pod QOS Class may not change as a result of resizing'));
  }
  if (!supportsResize(before)) {
    causes.push(cause.forbidden('spec', 'Pod running on node without support for resize'));
  }
  if (hasResources(spec) || hasResources(old)) {
    if (resizable === 'what runs') {
      const gate = 'InPlacePodLevelResourcesVerticalScalingEnabled';
      const why = `resize of pods with pod-level resources is forbidden when ${gate} feature gate is disabled`;
      return [...causes, cause.forbidden(whole, why)];
    }
    causes.push(...podResourceProblems(spec, old));
  }
  const moved = orderProblems(spec, old);
  if (moved.length > 0) return [...causes, ...moved];
  causes.push(...removals(spec, old, resizable), ...otherResources(spec, old, resizable));
  return causes;
}

interface Requirements {
  readonly requests?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, unknown>>;
  readonly claims?: unknown;
}

interface PodContainer {
  readonly name?: string;
  readonly restartPolicy?: string;
  readonly resources?: Requirements;
  readonly resizePolicy?: readonly { readonly restartPolicy?: string }[];
}

interface PodSpec {
  readonly os?: { name?: string };
  readonly resources?: Requirements;
  readonly containers?: readonly PodContainer[];
  readonly initContainers?: readonly PodContainer[];
  readonly ephemeralContainers?: readonly PodContainer[];
}

const lists = ['containers', 'initContainers'] as const;

function specOf({ spec }: KubeObject): PodSpec {
  return (spec ?? {}) as PodSpec;
}

/** A node that resizes tells what its containers have. */
function supportsResize({ status }: KubeObject): boolean {
  const { containerStatuses } = (status ?? {}) as {
    containerStatuses?: { state?: { running?: unknown }; resources?: unknown }[];
  };
  const running = containerStatuses?.find(({ state }) => state?.running);
  return running === undefined || running.resources !== undefined;
}

function hasResources({ resources }: PodSpec): boolean {
  return [resources?.requests, resources?.limits].some((list) => Object.keys(list ?? {}).length > 0);
}

/** What the containers of a Pod may have together is resized as that of each is, and stays said once it is. */
function podResourceProblems({ resources: now }: PodSpec, { resources: then }: PodSpec): StatusCause[] {
  if (then !== undefined && now === undefined) {
    return [cause.forbidden('spec.resources', 'pod-level resources cannot be removed')];
  }
  const causes = (['requests', 'limits'] as const)
    .filter((kind) => isRemoved(now?.[kind], then?.[kind]))
    .map((kind) => cause.forbidden(`spec.resources.${kind}`, `pod-level resource ${kind} cannot be removed`));
  if (now && then && differsBeside({ resources: now }, { resources: then })) {
    causes.push(cause.forbidden('spec', 'only cpu and memory resources are mutable at pod-level'));
  }
  return causes;
}

function orderProblems(spec: PodSpec, old: PodSpec): StatusCause[] {
  return lists.flatMap((list) => {
    const [now, then] = [spec[list] ?? [], old[list] ?? []];
    if (now.length !== then.length) {
      return [cause.forbidden(`spec.${list}`, `${list} may not be added or removed on resize`)];
    }
    return then.flatMap(({ name }, index) =>
      now[index]!.name === name
        ? []
        : [
            cause.forbidden(
              `spec.${list}[${index}].name`,
              `${list} may not be renamed or reordered on resize`,
            ),
          ],
    );
  });
}

/** What was asked for may be more or less, and not nothing. */
function removals(spec: PodSpec, old: PodSpec, resizable: Resizable): StatusCause[] {
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    (old[list] ?? []).flatMap((container, index) => {
      if (list === 'initContainers' && resizable === 'what runs' && !runsBeside(container)) return [];
      const now = spec[list]![index]!.resources;
      return (['requests', 'limits'] as const)
        .filter((kind) => isRemoved(now?.[kind], container.resources?.[kind]))
        .map((kind) =>
          cause.forbidden(`spec.${list}[${index}].resources.${kind}`, `resource ${kind} cannot be removed`),
        );
    }),
  );
}

function isRemoved(now: Requirements['limits'], then: Requirements['limits']): boolean {
  return Object.keys(then ?? {}).some((name) => now?.[name] === undefined);
}

/** Of what may be resized at all, processor and memory alone may be. */
function otherResources(spec: PodSpec, old: PodSpec, resizable: Resizable): StatusCause[] {
  const causes: StatusCause[] = [];
  for (const [index, container] of (old.containers ?? []).entries()) {
    if (differsBeside(spec.containers![index]!, container)) {
      causes.push(cause.forbidden('spec', 'only cpu and memory resources are mutable'));
    }
  }
  const initProblems = resizable === 'what runs' ? runningInitProblems : anyInitProblems;
  for (const [index, container] of (old.initContainers ?? []).entries()) {
    causes.push(...initProblems(spec.initContainers![index]!, container, index));
  }
  return causes;
}

function runningInitProblems(now: PodContainer, then: PodContainer): StatusCause[] {
  if (!runsBeside(then)) {
    if (jsonEqual(now, then)) return [];
    return [cause.forbidden('spec', 'resources for non-sidecar init containers are immutable')];
  }
  if (!differsBeside(now, then)) return [];
  return [cause.forbidden('spec', 'only cpu and memory resources for sidecar containers are mutable')];
}

function anyInitProblems(now: PodContainer, then: PodContainer, index: number): StatusCause[] {
  const at = `spec.initContainers[${index}]`;
  const causes: StatusCause[] = [];
  if (differsBeside(now, then)) {
    const why = 'only cpu and memory resources for init or sidecar containers are mutable';
    causes.push(cause.forbidden(at, why));
  }
  if (!jsonEqual(now, then) && !runsBeside(then)) {
    const restarts = (now.resizePolicy ?? []).filter(
      ({ restartPolicy }) => restartPolicy === 'RestartContainer',
    );
    const why = 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
    for (const _ of restarts) causes.push(cause.forbidden(at, why));
  }
  return causes;
}

function runsBeside({ restartPolicy }: PodContainer): boolean {
  return restartPolicy === 'Always';
}

function differsBeside(now: PodContainer, then: PodContainer): boolean {
  return !jsonEqual(withoutResizable(now), withoutResizable(then));
}

function withoutResizable({ resources, ...rest }: PodContainer): unknown {
  const { requests, limits } = resources ?? {};
  const left = (list: Requirements['limits']) =>
    Object.fromEntries(Object.entries(list ?? {}).filter(([name]) => name !== 'cpu' && name !== 'memory'));
  return { ...rest, requests: left(requests), limits: left(limits) };
}
