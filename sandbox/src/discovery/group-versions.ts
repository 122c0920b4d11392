import { compareApiVersionPriority } from '../../../server/src/catalog/version.ts';
import type { Resource } from '../resources/resource.ts';

/** One version of a group with its resources, in the order that discovery shows. */
export interface GroupVersion {
  readonly version: string;
  readonly resources: readonly Resource[];
}

/** An API group; `''` is the core group. */
export interface Group {
  readonly group: string;
  /** The preferred one first. */
  readonly versions: readonly GroupVersion[];
}

/** Groups in the order of the registry: built-in ones first. */
export function groupsOf(resources: readonly Resource[]): Group[] {
  const groups = new Map<string, Map<string, Resource[]>>();
  for (const resource of resources) {
    const { group, version } = resource.kind;
    const versions = groups.get(group) ?? new Map<string, Resource[]>();
    groups.set(group, versions);
    const ofVersion = versions.get(version) ?? [];
    versions.set(version, ofVersion);
    ofVersion.push(resource);
  }
  return [...groups].map(([group, versions]) => ({
    group,
    versions: [...versions]
      .map(([version, ofVersion]) => ({
        version,
        resources: ofVersion.sort((left, right) => (left.kind.plural < right.kind.plural ? -1 : 1)),
      }))
      .sort((left, right) => compareApiVersionPriority(left.version, right.version)),
  }));
}

/** `v1`, `apps/v1`. */
export function groupVersionName(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
