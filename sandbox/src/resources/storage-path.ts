import type { KubeObject } from '../object-store.ts';
import type { Resource } from './resource.ts';

/** The key that an API server has for an object in etcd, which some of its messages tell. */
export function storagePath({ storage, origin }: Resource, { metadata }: KubeObject): string {
  const { group, plural } = storage;
  const hasGroup = origin === 'custom' || withGroup.has(group);
  const folder = folders.get(plural) ?? plural;
  const parts = [...(hasGroup ? [group] : []), folder, metadata.namespace, metadata.name];
  return `/registry/${parts.filter((part) => part !== undefined).join('/')}`;
}

/** The servers behind kube-apiserver, which it contains, keep their objects below their group. */
const withGroup = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** What had another name once. */
const folders = new Map([
  ['replicationcontrollers', 'controllers'],
  ['endpoints', 'services/endpoints'],
  ['services', 'services/specs'],
  ['nodes', 'minions'],
  ['ingresses', 'ingress'],
]);
