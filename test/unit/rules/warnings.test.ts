import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import { serverWarnings } from '../../../server/src/rules/server-warnings.ts';
import type { AdmissionAttributes } from '../../../server/src/rules/shared/admission-attributes.ts';
import { warningText } from '../../../server/src/rules/shared/warning.ts';
import { defaulted } from './defaulted.ts';

interface Head {
  readonly apiVersion: string;
  readonly kind: string;
}

/** An object that kube-apiserver 1.35.4 takes, and the texts of the `Warning` headers of its answer. */
interface Recorded {
  readonly object: JsonObject & Head;
  readonly warnings: readonly string[];
}

const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/rules/warnings.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

function attributesOf(
  object: JsonObject & Head,
  more: Partial<AdmissionAttributes> = {},
): AdmissionAttributes {
  return {
    object: defaulted(object),
    operation: 'create',
    scope: 'Namespaced',
    kubernetesVersion: '1.35',
    ...more,
  };
}

const textsOf = (attributes: AdmissionAttributes, origin: 'built-in' | 'custom' = 'built-in') => [
  ...new Set(serverWarnings(attributes, origin).map(warningText)),
];

describe('what a real API server takes and warns of', () => {
  it.each(recorded.map((row) => [row.object.kind, row] as const))(
    'of a %s',
    (_kind, { object, warnings }) => {
      expect(textsOf(attributesOf(object)).sort()).toEqual([...warnings].sort());
    },
  );
});

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web' },
  spec: { ports: [{ port: 80 }], externalIPs: ['192.0.2.1'], trafficDistribution: 'PreferClose' },
};

it.each([
  ['1.34', []],
  ['1.35', ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']],
  [
    '1.36',
    [
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ],
  ],
] as const)('in Kubernetes %s', (kubernetesVersion, warnings) => {
  expect(textsOf(attributesOf(service, { kubernetesVersion }))).toEqual(warnings);
});

it('of a finalizer of a custom resource, once it is new', () => {
  const object = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a', finalizers: ['cleanup', 'cleanup.example.com', 'example.com/cleanup'] },
  };
  const added = [
    'metadata.finalizers: "cleanup": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
    'metadata.finalizers: "cleanup.example.com": prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers',
  ];
  expect(textsOf(attributesOf(object), 'custom')).toEqual(added);
  const old = { ...object, metadata: { name: 'a', finalizers: ['cleanup'] } };
  expect(textsOf(attributesOf(object, { operation: 'update', old }), 'custom')).toEqual([added[1]]);
});

const deployment = (image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web.v1' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' }, containers: [{ name: 'web', image }] },
    },
  },
});

it('of the template of a stored object when its spec has changed, and never again of its name', () => {
  const { object: old } = attributesOf(deployment('web:1'));
  const update = { operation: 'update', old } as const;
  expect(textsOf(attributesOf(deployment('web:1'), update))).toEqual([]);
  expect(textsOf(attributesOf(deployment('web:2'), update))).toEqual([
    'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ]);
});

/** Stands for what a template will print. */
class Unknown {}

it('of nothing that is not known', () => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', annotations: new Unknown() },
    spec: {
      topologySpreadConstraints: [new Unknown(), { labelSelector: new Unknown() }],
      containers: [{ name: 'a', env: [{ name: 'A' }, { name: new Unknown() }], ports: new Unknown() }],
      volumes: [{ name: 'a', configMap: new Unknown() }, new Unknown()],
    },
  };
  expect(textsOf(attributesOf(pod))).toEqual([]);
  expect(textsOf(attributesOf({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }))).toEqual([]);
});
