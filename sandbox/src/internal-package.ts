/** The Go package of a group's types inside of an API server, which some of its messages name: `core`, `rbac`. */
export function internalPackage(group: string): string {
  return packages.get(group) ?? group.split('.')[0]!;
}

/** The group that an API server says a kind is of when it refuses an object: events are kept as those of the core group. */
export function internalGroup(group: string): string {
  return group === 'events.k8s.io' ? '' : group;
}

const packages = new Map([
  ['', 'core'],
  ['events.k8s.io', 'core'],
  ['internal.apiserver.k8s.io', 'apiserverinternal'],
]);
