import type { Catalog, Kind } from '../../../server/src/catalog/catalog.ts';
import type { ResourceName } from '../object-store.ts';
import type { ServerFacts } from '../server-facts.ts';
import type { Resource } from './resource.ts';

/**
 * The resources of a catalog, with their schemas read. Rejects when a chunk of the catalog cannot be read.
 */
export async function builtInResources(
  catalog: Catalog,
  { storageVersions, warnings }: Pick<ServerFacts, 'storageVersions' | 'warnings'>,
): Promise<Resource[]> {
  const kinds = catalog.kinds().filter((kind) => kind.listOf === undefined && kind.plural !== '');
  await Promise.all(kinds.map((kind) => catalog.load(kind)));
  return kinds.map((kind) => ({
    kind,
    storage: storageOf(kind),
    storedAs: storageVersions[`${kind.group}/${kind.plural}`],
    schema: catalog.schema(kind),
    origin: 'built-in',
    listKind: `${kind.kind}List`,
    generation: countsGeneration.has(`${kind.group}/${kind.plural}`) ? 'counted' : 'none',
    warning: warnings[`${kind.apiVersion} ${kind.kind}`],
  }));
}

/** Events of both groups are the same objects; so are all versions of a resource. */
function storageOf(kind: Kind): ResourceName {
  if (kind.group === 'events.k8s.io' && kind.plural === 'events') return { group: '', plural: 'events' };
  return { group: kind.group, plural: kind.plural };
}

/** Resources whose strategy in kube-apiserver 1.35 counts generations; asked of a server by creating one of each. */
const countsGeneration = new Set([
  '/pods',
  '/replicationcontrollers',
  '/podtemplates',
  'admissionregistration.k8s.io/mutatingadmissionpolicies',
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'admissionregistration.k8s.io/validatingadmissionpolicybindings',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'apiextensions.k8s.io/customresourcedefinitions',
  'apps/daemonsets',
  'apps/deployments',
  'apps/replicasets',
  'apps/statefulsets',
  'batch/cronjobs',
  'batch/jobs',
  'discovery.k8s.io/endpointslices',
  'flowcontrol.apiserver.k8s.io/flowschemas',
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations',
  'networking.k8s.io/ingressclasses',
  'networking.k8s.io/ingresses',
  'networking.k8s.io/networkpolicies',
  'policy/poddisruptionbudgets',
  'resource.k8s.io/deviceclasses',
  'resource.k8s.io/devicetaintrules',
  'resource.k8s.io/resourceslices',
  'scheduling.k8s.io/priorityclasses',
]);
