import { ownField } from '../../../server/src/yaml/own-field.ts';
import type { Resource } from '../cluster/kube-object.ts';

/** A heading of the Clusters view with the kinds under it. */
export interface Category {
  readonly name: string;
  readonly resources: readonly Resource[];
  /** Kinds of definitions, by the group that defines them. */
  readonly groups: readonly { readonly group: string; readonly resources: readonly Resource[] }[];
}

const workloads = 'Workloads';
const network = 'Network';
const configuration = 'Configuration';
const storage = 'Storage';
const accessControl = 'Access Control';
const cluster = 'Cluster';
const customResources = 'Custom Resources';

/** Headings in the order in which they are shown. */
const order = [workloads, network, configuration, storage, accessControl, cluster, customResources];

/** Where a whole API group belongs. */
const byGroup: Readonly<Record<string, string>> = {
  apps: workloads,
  batch: workloads,
  autoscaling: workloads,
  policy: configuration,
  'networking.k8s.io': network,
  'discovery.k8s.io': network,
  'gateway.networking.k8s.io': network,
  'storage.k8s.io': storage,
  'rbac.authorization.k8s.io': accessControl,
  'authentication.k8s.io': accessControl,
  'authorization.k8s.io': accessControl,
  'certificates.k8s.io': accessControl,
};

/** Where a resource of the core group belongs; what is not here is of the cluster. */
const byCoreResource: Readonly<Record<string, string>> = {
  pods: workloads,
  replicationcontrollers: workloads,
  podtemplates: workloads,
  services: network,
  endpoints: network,
  configmaps: configuration,
  secrets: configuration,
  limitranges: configuration,
  resourcequotas: configuration,
  persistentvolumes: storage,
  persistentvolumeclaims: storage,
  serviceaccounts: accessControl,
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
 * The kinds of a cluster under headings: those that can be listed and watched, each in its preferred version. An
 * unknown group stands under Custom Resources by its name.
 *
 * @param resources discovery's rows, the preferred version of each resource first
 */
export function categorize(resources: readonly Resource[]): Category[] {
  const byCategory = new Map<string, Resource[]>();
  for (const resource of shownResources(resources)) {
    const name = categoryOf(resource);
    byCategory.set(name, [...(byCategory.get(name) ?? []), resource]);
  }
  return order
    .filter((name) => byCategory.has(name))
    .map((name) => {
      const inCategory = byCategory.get(name)!.sort(byPlaceThenKind);
      if (name !== customResources) return { name, resources: inCategory, groups: [] };
      return { name, resources: [], groups: grouped(inCategory) };
    });
}

function shownResources(resources: readonly Resource[]): Resource[] {
  const seen = new Set<string>();
  return resources.filter((resource) => {
    if (!resource.verbs.includes('list') || !resource.verbs.includes('watch')) return false;
    // Events are served by two groups, the same objects in both.
    if (resource.group === 'events.k8s.io') return false;
    const name = `${resource.plural}.${resource.group}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function categoryOf({ group, plural }: Resource): string {
  if (group === '') return ownField(byCoreResource, plural) ?? cluster;
  const known = ownField(byGroup, group);
  if (known) return known;
  return group.endsWith('.k8s.io') && !group.endsWith('.x-k8s.io') ? cluster : customResources;
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
