/** The Go package of a group's types inside of an API server, which some of its messages name: `core`, `rbac`. */
export function internalPackage(group: string): string {
  return packages.get(group) ?? group.split('.')[0]!;
}

const packages = new Map([
  ['', 'core'],
  ['internal.apiserver.k8s.io', 'apiserverinternal'],
]);
