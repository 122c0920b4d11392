/**
 * Whether a resource version is at least another one of the same kind: undefined where they are not to be ordered. Since
 * Kubernetes 1.35 clients may order those that are decimal numbers without a leading zero (KEP-5504); before, servers
 * promise nothing.
 */
export function hasReached(resourceVersion: string, goal: string): boolean | undefined {
  if (!number.test(resourceVersion) || !number.test(goal)) return undefined;
  if (resourceVersion.length !== goal.length) return resourceVersion.length > goal.length;
  return resourceVersion >= goal;
}

const number = /^[1-9]\d{0,38}$/;

/** Whether the versions of a server of this version (`v1.35.4`) may be ordered. */
export function ordersVersions(serverVersion: string): boolean {
  const [, major = 0, minor = 0] = /^v?(\d+)\.(\d+)/.exec(serverVersion) ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 35);
}
