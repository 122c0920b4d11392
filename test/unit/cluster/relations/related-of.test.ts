import { describe, expect, it } from 'vitest';
import type { Discovery } from '../../../../client/src/cluster/cluster.ts';
import type { KubeObject, Resource } from '../../../../client/src/cluster/kube-object.ts';
import { eventsOf } from '../../../../client/src/cluster/relations/events-of.ts';
import { readingFor, relatedOf } from '../../../../client/src/cluster/relations/related-of.ts';
import type { ReadSubject, Source } from '../../../../client/src/cluster/relations/source.ts';
import { resource } from '../../client/fake-cluster.ts';

const cluster = 'Cluster' as const;
const scale = [{ name: 'scale', kind: 'Scale', verbs: [] }];
const kinds = {
  Pod: resource({
    kind: 'Pod',
    plural: 'pods',
    subresources: [{ name: 'log', kind: 'Pod', verbs: ['get'] }],
  }),
  Service: resource({ kind: 'Service', plural: 'services' }),
  Event: resource({ kind: 'Event', plural: 'events' }),
  ConfigMap: resource({ kind: 'ConfigMap', plural: 'configmaps' }),
  Node: resource({ kind: 'Node', plural: 'nodes', scope: cluster }),
  Namespace: resource({ kind: 'Namespace', plural: 'namespaces', scope: cluster }),
  PersistentVolume: resource({ kind: 'PersistentVolume', plural: 'persistentvolumes', scope: cluster }),
  PersistentVolumeClaim: resource({ kind: 'PersistentVolumeClaim', plural: 'persistentvolumeclaims' }),
  Deployment: resource({ group: 'apps', kind: 'Deployment', plural: 'deployments', subresources: scale }),
  ReplicaSet: resource({ group: 'apps', kind: 'ReplicaSet', plural: 'replicasets', subresources: scale }),
  Job: resource({ group: 'batch', kind: 'Job', plural: 'jobs' }),
  CronJob: resource({ group: 'batch', kind: 'CronJob', plural: 'cronjobs' }),
  Ingress: resource({ group: 'networking.k8s.io', kind: 'Ingress', plural: 'ingresses' }),
  HTTPRoute: resource({ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', plural: 'httproutes' }),
  Rollout: resource({ group: 'argoproj.io', kind: 'Rollout', plural: 'rollouts', subresources: scale }),
  Bucket: resource({ group: 'example.com', kind: 'Bucket', plural: 'buckets' }),
  Lookalike: resource({ group: 'example.com', kind: 'Deployment', plural: 'deployments' }),
} satisfies Record<string, Resource>;
const served = Object.values(kinds);
const discovery: Discovery = {
  serverVersion: 'v1.35.4',
  resources: served,
  find: (apiVersion, kind) => served.find((one) => one.apiVersion === apiVersion && one.kind === kind),
};

function subject(kind: keyof typeof kinds, fields: object = {}, labelSelector?: string): ReadSubject {
  const of = kinds[kind];
  const name = 'web';
  const namespace = of.scope === 'Cluster' ? undefined : 'shop';
  const metadata: KubeObject['metadata'] = { name, uid: 'u' };
  return {
    resource: of,
    uid: 'u',
    name,
    namespace,
    metadata,
    object: { apiVersion: of.apiVersion, kind: of.kind, metadata, ...fields },
    labelSelector,
  };
}

/** A source in a line: which kind, where, selected by what, of which these. */
function words(source: Source): string {
  switch (source.from) {
    case 'nothing':
      return source.why;
    case 'namespace':
      return `all in ${source.namespace}`;
    case 'pods of owner':
      return `owned pods in ${source.namespace} ${source.labelSelector ?? '*'}`;
    case 'selection': {
      const { resource: of, namespace, selection, only, order } = source;
      const by = selection.labelSelector ?? selection.fieldSelector ?? '*';
      const which = {
        selection: () => '',
        owner: () => ` owned by ${only.by === 'owner' && only.uid}`,
        names: () => ` named ${only.by === 'names' && only.names.join(' ')}`,
        claim: () => ` with claim ${only.by === 'claim' && only.name}`,
      }[only.by]();
      return `${of.plural} in ${namespace ?? 'all'} ${by}${which}${order === 'by name' ? '' : `, ${order}`}`;
    }
  }
}

const backend = (name: string) => ({ service: { name, port: { number: 80 } } });

describe('what stands under', () => {
  it.each<[string, ReadSubject, string[]]>([
    [
      'a Deployment: its ReplicaSets',
      subject('Deployment', {}, 'app=web'),
      ['replicasets in shop app=web owned by u, by revision'],
    ],
    [
      'a Deployment whose selector is not known: of all ReplicaSets its own',
      subject('Deployment'),
      ['replicasets in shop * owned by u, by revision'],
    ],
    ['a ReplicaSet: its Pods', subject('ReplicaSet', {}, 'app=web'), ['pods in shop app=web owned by u']],
    ['a Job: its Pods', subject('Job', {}, 'job=web'), ['pods in shop job=web owned by u']],
    ['a CronJob: its Jobs', subject('CronJob'), ['jobs in shop * owned by u, newest first']],
    [
      'a Service: the Pods that it selects',
      subject('Service', { spec: { selector: { app: 'web', tier: 'front' } } }),
      ['pods in shop app=web,tier=front'],
    ],
    [
      'a Service without a selector',
      subject('Service', { spec: {} }),
      ['It has no selector: its EndpointSlices are written by others'],
    ],
    [
      'a Service of another name',
      subject('Service', { spec: { type: 'ExternalName', externalName: 'db.example.com' } }),
      ['It is another name of db.example.com, and has no Pods'],
    ],
    ['a Service that may not be read', { ...subject('Service'), object: undefined }, []],
    [
      'a claim that is bound: its volume and the Pods that use it',
      subject('PersistentVolumeClaim', { spec: { volumeName: 'pv-1' } }),
      ['persistentvolumes in all metadata.name=pv-1 named pv-1', 'pods in shop * with claim web'],
    ],
    [
      'a claim that is not bound',
      subject('PersistentVolumeClaim', { spec: {} }),
      ['No PersistentVolume is bound to it', 'pods in shop * with claim web'],
    ],
    [
      'a claim that may not be read: the Pods that use it',
      { ...subject('PersistentVolumeClaim'), object: undefined },
      ['pods in shop * with claim web'],
    ],
    [
      'a volume that is bound: its claim, where that is',
      subject('PersistentVolume', { spec: { claimRef: { namespace: 'shop', name: 'data' } } }),
      ['persistentvolumeclaims in shop metadata.name=data named data'],
    ],
    [
      'a volume that is not bound',
      subject('PersistentVolume', { spec: {} }),
      ['It is bound to no PersistentVolumeClaim'],
    ],
    ['a Node: the Pods on it', subject('Node'), ['pods in all spec.nodeName=web']],
    ['a Namespace: all in it', subject('Namespace'), ['all in web']],
    [
      'an Ingress: the Services that it names, each once',
      subject('Ingress', {
        spec: {
          defaultBackend: backend('front'),
          rules: [
            { http: { paths: [{ backend: backend('api') }, { backend: backend('front') }] } },
            { host: 'example.com' },
          ],
        },
      }),
      ['services in shop * named front api'],
    ],
    [
      'an Ingress with one Service: that alone is watched',
      subject('Ingress', { spec: { defaultBackend: backend('front') } }),
      ['services in shop metadata.name=front named front'],
    ],
    [
      'an Ingress with other backends',
      subject('Ingress', {
        spec: {
          rules: [
            {
              http: {
                paths: [
                  { backend: { resource: { apiGroup: 'example.com', kind: 'Bucket', name: 'files' } } },
                  { backend: { resource: { apiGroup: 'example.com', kind: 'Vault', name: 'keys' } } },
                ],
              },
            },
          ],
        },
      }),
      ['buckets in shop metadata.name=files named files', 'It names Vault keys: the server has no such kind'],
    ],
    [
      'an HTTPRoute: the Services that it names, by their namespaces',
      subject('HTTPRoute', {
        spec: {
          rules: [
            {
              backendRefs: [
                { name: 'front', port: 80 },
                { name: 'api', kind: 'Service', group: '' },
              ],
            },
            { backendRefs: [{ name: 'shared', namespace: 'common' }] },
          ],
        },
      }),
      ['services in shop * named front api', 'services in common metadata.name=shared named shared'],
    ],
    [
      'an object of an unknown kind that has Pods',
      subject('Rollout', {}, 'app=web'),
      ['owned pods in shop app=web'],
    ],
    ['an object of an unknown kind', subject('Bucket'), []],
    ['an object whose kind has the name of another', subject('Lookalike'), []],
    ['a Pod: nothing but its containers', subject('Pod'), []],
  ])('%s', (_name, of, expected) => {
    expect(relatedOf(of, discovery).map(words)).toEqual(expected);
  });

  it.each<[keyof typeof kinds, string]>([
    ['Pod', 'object'],
    ['Service', 'object'],
    ['Deployment', 'selector'],
    ['Rollout', 'selector'],
    ['Node', 'row'],
    ['ConfigMap', 'row'],
  ])('a %s is known by its %s', (kind, expected) => {
    expect(readingFor(kinds[kind])).toBe(expected);
  });

  it.each(['Service', 'PersistentVolumeClaim', 'PersistentVolume', 'Ingress', 'HTTPRoute'] as const)(
    'a %s of any other shape is nothing, or a sentence',
    (kind) => {
      const odd = [null, 7, 'text', [], { rules: 'all' }, { rules: [null, { http: [] }], selector: 7 }];
      for (const spec of odd) relatedOf(subject(kind, { spec }), discovery).map(words);
    },
  );
});

describe('the events of', () => {
  it.each<[string, ReadSubject, string]>([
    ['an object are those with its uid', subject('Pod'), 'shop involvedObject.uid=u'],
    ['what has no namespace are in default', subject('Namespace'), 'default involvedObject.uid=u'],
    [
      'a Node are those with its name, for kubelets have that in the place of its uid',
      subject('Node'),
      'default involvedObject.kind=Node,involvedObject.name=web',
    ],
    [
      'a Pod that a kubelet has from a file are those with the uid that this has given it',
      { ...subject('Pod'), metadata: { annotations: { 'kubernetes.io/config.mirror': 'abc' } } },
      'shop involvedObject.uid=abc',
    ],
  ])('%s', (_name, of, expected) => {
    const { namespace, fieldSelector } = eventsOf(of, discovery)!;
    expect(`${namespace} ${fieldSelector}`).toBe(expected);
  });

  it('an event are none', () => {
    expect(eventsOf(subject('Event'), discovery)).toBeUndefined();
  });
});
