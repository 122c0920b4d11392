import { expect, test } from 'vitest';
import { unfitReasons } from '../../../scripts/facts/unfit-server.ts';
import type { ResourceFacts } from '../../../server/src/catalog/files.ts';

const known = {
  facts: [{ resources: [kind('v1', 'Pod')] }, { resources: [kind('v1', 'Pod'), kind('v1beta1', 'Widget')] }],
  lifecycle: [
    { group: '', version: 'v1beta1', kind: 'Widget', introduced: '1.9', deprecated: '1.12', removed: '1.15' },
  ],
};
const own = { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' };
const waysOut = {
  missing:
    'which the server does not serve: start its kube-apiserver with --runtime-config=api/all=true --feature-gates=AllBeta=true, or say in server/facts/lifecycle.json in which version they were removed',
  foreign:
    "came to the server by a CustomResourceDefinition or an APIService: take a server that has Kubernetes' own APIs alone",
};

function kind(version: string, name: string): ResourceFacts {
  const plural = `${name.toLowerCase()}s`;
  return {
    group: '',
    version,
    kind: name,
    plural,
    singular: name.toLowerCase(),
    scope: 'Cluster',
    verbs: [],
    shortNames: [],
    categories: [],
    subresources: [],
  };
}

test.each<[name: string, version: string, served: ResourceFacts[], reasons: string[]]>([
  ['all is served', 'v1.9.1', [kind('v1', 'Pod'), kind('v1beta1', 'Widget')], []],
  ['a new kind is welcome', 'v1.16.0', [kind('v1', 'Pod'), kind('v1', 'Gadget')], []],
  ['one that came later is not asked for', 'v1.8.9', [kind('v1', 'Pod')], []],
  ['one that is gone is not asked for', 'v1.15.0', [kind('v1', 'Pod')], []],
  ['an API is off', 'v1.14.0', [kind('v1', 'Pod')], [`v1.14.0 has v1beta1 Widget, ${waysOut.missing}`]],
  [
    'a kind without a lifecycle has always been there',
    'v1.2.0',
    [],
    [`v1.2.0 has v1 Pod, ${waysOut.missing}`],
  ],
])('%s', (_name, version, resources, reasons) => {
  expect(unfitReasons({ version, resources }, { items: [] }, known)).toEqual(reasons);
});

test("a server has Kubernetes' own APIs alone", () => {
  const items = [
    { metadata: { name: 'v1.', labels: own } },
    { metadata: { name: 'v1.example.com', labels: { ...own, [Object.keys(own)[0]!]: 'true' } } },
    { metadata: { name: 'v1beta1.metrics.k8s.io' } },
  ];
  const resources = [kind('v1', 'Pod')];
  expect(unfitReasons({ version: 'v1.16.0', resources }, { items }, known)).toEqual([
    `v1.example.com, v1beta1.metrics.k8s.io ${waysOut.foreign}`,
  ]);
});
