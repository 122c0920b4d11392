import { ownField } from '../../../../server/src/yaml/own-field.ts';
import type { Discovery } from '../cluster.ts';
import type { KubeObject, Resource } from '../kube-object.ts';
import { fieldSelectorText } from '../objects/field-selector.ts';
import { podSelectorText } from '../objects/label-selector.ts';
import { mayOwnPods } from '../watch/owned-pods.ts';
import { byName } from '../watch/watch-one.ts';
import { field, textOf } from '../wrong-answer.ts';
import { backendsOfIngress, backendsOfRoute, type NamedObject } from './named-services.ts';
import type { Only, Order, Reading, ReadSubject, Source } from './source.ts';

/** What of an object of a kind is read before it is known what stands under it. */
export function readingFor(resource: Resource): Reading {
  return relationOf(resource).reads;
}

/** Where what stands under an object comes from, in the order in which it is shown; beside its containers and its events. */
export function relatedOf(subject: ReadSubject, discovery: Discovery): Source[] {
  return relationOf(subject.resource).under(subject, discovery);
}

/** What stands under the objects of a kind. */
interface Relation {
  readonly reads: Reading;
  readonly under: (subject: ReadSubject, discovery: Discovery) => Source[];
}

const ownedPods: Relation = { reads: 'selector', under: owned('v1', 'Pod', 'by name') };
const route: Relation = {
  reads: 'object',
  under: ofObject((object, subject, discovery) => named(backendsOfRoute(object), subject, discovery)),
};

/** The kinds whose objects lead to others; of what is not here the Pods are looked for that it owns. */
const relations: Readonly<Record<string, Relation>> = {
  'apps/deployments': { reads: 'selector', under: owned('apps/v1', 'ReplicaSet', 'by revision') },
  'apps/replicasets': ownedPods,
  'apps/statefulsets': ownedPods,
  'apps/daemonsets': ownedPods,
  '/replicationcontrollers': ownedPods,
  'batch/jobs': ownedPods,
  'batch/cronjobs': { reads: 'row', under: owned('batch/v1', 'Job', 'newest first') },
  '/services': { reads: 'object', under: ofObject(podsOfService) },
  '/persistentvolumeclaims': { reads: 'object', under: ofClaim },
  '/persistentvolumes': { reads: 'object', under: ofObject(claimOfVolume) },
  '/nodes': { reads: 'row', under: podsOfNode },
  '/namespaces': { reads: 'row', under: ({ name }) => [{ from: 'namespace', namespace: name }] },
  'networking.k8s.io/ingresses': {
    reads: 'object',
    under: ofObject((object, subject, discovery) => named(backendsOfIngress(object), subject, discovery)),
  },
  'gateway.networking.k8s.io/httproutes': route,
  'gateway.networking.k8s.io/grpcroutes': route,
  'gateway.networking.k8s.io/tlsroutes': route,
  'gateway.networking.k8s.io/tcproutes': route,
  'gateway.networking.k8s.io/udproutes': route,
};

const nothing: Relation = { reads: 'row', under: () => [] };
/** Containers are read from the object itself. */
const containers: Relation = { reads: 'object', under: () => [] };
const podsOfAnyDepth: Relation = {
  reads: 'selector',
  under: ({ namespace, labelSelector }) =>
    namespace === undefined ? [] : [{ from: 'pods of owner', namespace, labelSelector }],
};

function relationOf(resource: Resource): Relation {
  const { group, plural, subresources } = resource;
  const known = ownField(relations, `${group}/${plural}`);
  if (known) return known;
  if (subresources.some(({ name }) => name === 'log')) return containers;
  return mayOwnPods(resource) ? podsOfAnyDepth : nothing;
}

/** What an object owns of a kind. */
function owned(apiVersion: string, kind: string, order: Order): Relation['under'] {
  return ({ uid, namespace, labelSelector }, discovery) => {
    const resource = discovery.find(apiVersion, kind);
    if (!resource) return [];
    const selection = labelSelector === undefined ? {} : { labelSelector };
    return [{ from: 'selection', resource, namespace, selection, only: { by: 'owner', uid }, order }];
  };
}

/** Only where the object may be read. */
function ofObject(
  under: (object: KubeObject, subject: ReadSubject, discovery: Discovery) => Source[],
): Relation['under'] {
  return (subject, discovery) => (subject.object ? under(subject.object, subject, discovery) : []);
}

function podsOfService({ spec }: KubeObject, { namespace }: ReadSubject, discovery: Discovery): Source[] {
  const host = textOf(spec, 'externalName');
  if (textOf(spec, 'type') === 'ExternalName' && host !== undefined) {
    return [{ from: 'nothing', why: `It is another name of ${host}, and has no Pods` }];
  }
  const labelSelector = podSelectorText(field(spec, 'selector'));
  if (labelSelector === undefined) {
    return [{ from: 'nothing', why: 'It has no selector: its EndpointSlices are written by others' }];
  }
  return selectedPods(discovery, namespace, { labelSelector }, { by: 'selection' });
}

function podsOfNode({ name }: ReadSubject, discovery: Discovery): Source[] {
  const fieldSelector = fieldSelectorText({ 'spec.nodeName': name });
  return selectedPods(discovery, undefined, { fieldSelector }, { by: 'selection' });
}

/** Pods name their claims, so that they are known also where the claim itself may not be read. */
function ofClaim(subject: ReadSubject, discovery: Discovery): Source[] {
  const { name, namespace, object } = subject;
  const pods = selectedPods(discovery, namespace, {}, { by: 'claim', name });
  return object ? [...volumeOfClaim(object, subject, discovery), ...pods] : pods;
}

function volumeOfClaim({ spec }: KubeObject, subject: ReadSubject, discovery: Discovery): Source[] {
  const name = textOf(spec, 'volumeName');
  if (name === undefined) return [{ from: 'nothing', why: 'No PersistentVolume is bound to it' }];
  return named([{ group: '', kind: 'PersistentVolume', namespace: undefined, name }], subject, discovery);
}

function claimOfVolume({ spec }: KubeObject, subject: ReadSubject, discovery: Discovery): Source[] {
  const claim = field(spec, 'claimRef');
  const name = textOf(claim, 'name');
  if (name === undefined) return [{ from: 'nothing', why: 'It is bound to no PersistentVolumeClaim' }];
  const namespace = textOf(claim, 'namespace');
  return named([{ group: '', kind: 'PersistentVolumeClaim', namespace, name }], subject, discovery);
}

function selectedPods(
  discovery: Discovery,
  namespace: string | undefined,
  selection: { readonly labelSelector?: string; readonly fieldSelector?: string },
  only: Only,
): Source[] {
  const resource = discovery.find('v1', 'Pod');
  return resource ? [{ from: 'selection', resource, namespace, selection, only, order: 'by name' }] : [];
}

/** Objects by their names: a source for those of a kind and a namespace. */
function named(objects: readonly NamedObject[], subject: ReadSubject, { resources }: Discovery): Source[] {
  const gathered = new Map<string, NamedObject[]>();
  for (const object of objects) {
    const key = `${object.group}/${object.kind}/${object.namespace ?? subject.namespace ?? ''}`;
    gathered.set(key, [...(gathered.get(key) ?? []), object]);
  }
  return [...gathered.values()].map((together) => {
    const { group, kind, namespace } = together[0]!;
    const names = [...new Set(together.map(({ name }) => name))];
    const resource = resources.find((served) => served.group === group && served.kind === kind);
    if (!resource) {
      return { from: 'nothing', why: `It names ${kind} ${names.join(', ')}: the server has no such kind` };
    }
    return {
      from: 'selection',
      resource,
      namespace: resource.scope === 'Namespaced' ? (namespace ?? subject.namespace) : undefined,
      // One name can be selected; to watch several once costs less than each of them.
      selection: names.length === 1 ? byName(names[0]!) : {},
      only: { by: 'names', names },
      order: 'by name',
    };
  });
}
