import { ownField } from '../../../server/src/yaml/own-field.ts';
import type { Resource } from '../cluster/kube-object.ts';

/** Codicons of well-known resources, by their plural; looks only, nothing else knows them. */
export const iconByPlural: Readonly<Record<string, string>> = {
  pods: 'package',
  deployments: 'rocket',
  statefulsets: 'database',
  daemonsets: 'server-process',
  replicasets: 'layers',
  replicationcontrollers: 'layers',
  jobs: 'tasklist',
  cronjobs: 'history',
  services: 'broadcast',
  endpoints: 'plug',
  endpointslices: 'plug',
  ingresses: 'globe',
  networkpolicies: 'shield',
  configmaps: 'note',
  secrets: 'lock',
  persistentvolumes: 'database',
  persistentvolumeclaims: 'archive',
  storageclasses: 'archive',
  serviceaccounts: 'account',
  roles: 'key',
  clusterroles: 'key',
  rolebindings: 'link',
  clusterrolebindings: 'link',
  namespaces: 'symbol-namespace',
  nodes: 'vm',
  events: 'bell',
  customresourcedefinitions: 'symbol-class',
};

/** The codicon of a resource. */
export function iconOf({ plural }: Resource): string {
  return ownField(iconByPlural, plural) ?? 'symbol-object';
}
