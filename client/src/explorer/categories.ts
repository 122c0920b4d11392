import { ownField } from '../../../server/src/yaml/own-field.ts';
import { listableKinds } from '../cluster/discovery/listable-kinds.ts';
import type { Resource } from '../cluster/kube-object.ts';

/** A heading of the Clusters view with the kinds under it. */
export interface Category {
  readonly name: string;
  readonly resources: readonly Resource[];
  /** Kinds of definitions, by the group that defines them. */
  readonly groups: readonly { readonly group: string; readonly resources: readonly Resource[] }[];
  /** The kind that Helm keeps its releases in, where they stand under the heading. */
  readonly releasesIn?: Resource;
}

const workloads = 'Workloads';
const network = 'Network';
const config = 'Config';
const storage = 'Storage';
const access = 'Access';
const cluster = 'Cluster';
const policy = 'Policy';
const scheduling = 'Scheduling & Devices';
const custom = 'Custom Resources';

/** Headings in the order in which they are shown. */
const order = [workloads, network, config, storage, access, cluster, policy, scheduling, custom];

/** Where a whole API group belongs. */
const byGroup: Readonly<Record<string, string>> = {
  apps: workloads,
  batch: workloads,
  autoscaling: workloads,
  'autoscaling.k8s.io': workloads,
  'networking.k8s.io': network,
  'policy.networking.k8s.io': network,
  'discovery.k8s.io': network,
  'gateway.networking.k8s.io': network,
  'storage.k8s.io': storage,
  'snapshot.storage.k8s.io': storage,
  'rbac.authorization.k8s.io': access,
  'authentication.k8s.io': access,
  'authorization.k8s.io': access,
  'certificates.k8s.io': access,
  policy,
  'admissionregistration.k8s.io': policy,
  'flowcontrol.apiserver.k8s.io': policy,
  'scheduling.k8s.io': scheduling,
  'node.k8s.io': scheduling,
  'resource.k8s.io': scheduling,
};

/** Where a resource of the core group belongs; what is not here is of the cluster. */
const byCoreResource: Readonly<Record<string, string>> = {
  pods: workloads,
  replicationcontrollers: workloads,
  podtemplates: workloads,
  services: network,
  endpoints: network,
  configmaps: config,
  secrets: config,
  limitranges: policy,
  resourcequotas: policy,
  persistentvolumes: storage,
  persistentvolumeclaims: storage,
  serviceaccounts: access,
};

/** Resources that lead their heading, in this order; the others follow by name. */
const leading: readonly string[] = [
  'pods',
  'deployments',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'replicasets',
  'services',
  'ingresses',
  'configmaps',
  'secrets',
  'persistentvolumeclaims',
  'persistentvolumes',
  'storageclasses',
  'serviceaccounts',
  'roles',
  'rolebindings',
  'namespaces',
  'nodes',
  'events',
];

/**
 * The kinds of a cluster under headings: each that can be listed under one, in its preferred version. An unknown group stands under
 * Custom Resources by its name.
 *
 * @param resources discovery's rows, the preferred version of each resource first
 */
export function categorize(resources: readonly Resource[]): Category[] {
  const byCategory = new Map<string, Resource[]>();
  const listable = listableKinds(resources);
  const secrets = listable.find(({ plural, group }) => plural === 'secrets' && group === '');
  for (const resource of listable) {
    const name = categoryOf(resource);
    byCategory.set(name, [...(byCategory.get(name) ?? []), resource]);
  }
  return order
    .filter((name) => byCategory.has(name))
    .map((name) => {
      const inCategory = byCategory.get(name)!.sort(byPlaceThenKind);
      if (name === custom) return { name, resources: [], groups: grouped(inCategory) };
      const releasesIn = name === workloads && secrets ? { releasesIn: secrets } : {};
      return { name, resources: inCategory, groups: [], ...releasesIn };
    });
}

function categoryOf({ group, plural }: Resource): string {
  if (group === '') return ownField(byCoreResource, plural) ?? cluster;
  const known = ownField(byGroup, group);
  if (known) return known;
  return group.endsWith('.k8s.io') && !group.endsWith('.x-k8s.io') ? cluster : custom;
}

function grouped(resources: readonly Resource[]): Category['groups'] {
  const groups = new Map<string, Resource[]>();
  for (const resource of resources) {
    const inGroup = groups.get(resource.group);
    if (inGroup) inGroup.push(resource);
    else groups.set(resource.group, [resource]);
  }
  return [...groups]
    .map(([group, inGroup]) => ({ group, resources: inGroup }))
    .sort((one, other) => one.group.localeCompare(other.group, 'en'));
}

function byPlaceThenKind(one: Resource, other: Resource): number {
  return place(one) - place(other) || one.kind.localeCompare(other.kind, 'en');
}

function place({ plural }: Resource): number {
  const index = leading.indexOf(plural);
  return index < 0 ? leading.length : index;
}
