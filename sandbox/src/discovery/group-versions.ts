import { compareApiVersionPriority } from '../../../server/src/catalog/version.ts';
import type { KubeObject } from '../object-store.ts';
import type { Resource } from '../resources/resource.ts';

/** One version of a group with its resources, in the order that discovery shows. */
export interface GroupVersion {
  readonly version: string;
  readonly resources: readonly Resource[];
  /** Whether the server itself serves it; what a server behind an APIService would serve is not known here. */
  readonly servedBy: 'this server' | 'another server';
}

/** An API group; `''` is the core group. */
export interface Group {
  readonly group: string;
  /** The preferred one first. */
  readonly versions: readonly GroupVersion[];
}

/** What an APIService says of a group version. */
export interface RegisteredVersion {
  readonly group: string;
  readonly version: string;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
  /** The Service that is to answer for it, and nobody else. */
  readonly service: object | undefined;
}

/** What an APIService says; fields that it has not are zeros, which come last. */
export function registeredVersion({ spec }: KubeObject): RegisteredVersion {
  const {
    group = '',
    version = '',
    groupPriorityMinimum = 0,
    versionPriority = 0,
    service,
  } = (spec ?? {}) as Partial<RegisteredVersion>;
  return { group, version, groupPriorityMinimum, versionPriority, service: service ?? undefined };
}

/**
 * Groups in the order of discovery: the priority that APIServices give a group, then its name; before them the groups that none
 * speaks of, in the order of the registry. Versions stand in the order of their own priority, then in that of Kubernetes.
 */
export function groupsOf(
  resources: readonly Resource[],
  registered: readonly RegisteredVersion[] = [],
): Group[] {
  const groups = new Map<string, Map<string, Resource[]>>();
  const ofVersion = (group: string, version: string) => {
    const versions = groups.get(group) ?? new Map<string, Resource[]>();
    groups.set(group, versions);
    const known = versions.get(version) ?? [];
    versions.set(version, known);
    return known;
  };
  for (const resource of resources) ofVersion(resource.kind.group, resource.kind.version).push(resource);
  for (const { group, version } of registered) ofVersion(group, version);
  const priorities = new Priorities(registered);
  return [...groups]
    .map(([group, versions]) => ({
      group,
      versions: [...versions]
        .map(([version, known]) => groupVersion(version, known, priorities.isElsewhere(group, version)))
        .sort(
          (left, right) =>
            priorities.ofVersion(group, right.version) - priorities.ofVersion(group, left.version) ||
            compareApiVersionPriority(left.version, right.version),
        ),
    }))
    .sort((left, right) => priorities.compareGroups(left.group, right.group));
}

function groupVersion(version: string, resources: Resource[], isElsewhere: boolean): GroupVersion {
  if (isElsewhere) return { version, resources: [], servedBy: 'another server' };
  return {
    version,
    resources: resources.sort((left, right) => (left.kind.plural < right.kind.plural ? -1 : 1)),
    servedBy: 'this server',
  };
}

/** What APIServices say of groups and versions, looked up by their names. */
class Priorities {
  readonly #ofGroup = new Map<string, number>();
  readonly #ofVersion = new Map<string, RegisteredVersion>();

  constructor(registered: readonly RegisteredVersion[]) {
    for (const one of registered) {
      this.#ofGroup.set(one.group, Math.max(one.groupPriorityMinimum, this.#ofGroup.get(one.group) ?? 0));
      this.#ofVersion.set(`${one.group}/${one.version}`, one);
    }
  }

  ofVersion(group: string, version: string): number {
    return this.#ofVersion.get(`${group}/${version}`)?.versionPriority ?? 0;
  }

  isElsewhere(group: string, version: string): boolean {
    return this.#ofVersion.get(`${group}/${version}`)?.service !== undefined;
  }

  compareGroups(left: string, right: string): number {
    const [first, second] = [this.#ofGroup.get(left), this.#ofGroup.get(right)];
    if (first === undefined || second === undefined) {
      return Number(first !== undefined) - Number(second !== undefined);
    }
    return second - first || (left < right ? -1 : 1);
  }
}

/** `v1`, `apps/v1`. */
export function groupVersionName(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
