import { expect, test } from 'vitest';
import type { KubeObject } from '../../../../sandbox/src/object-store.ts';
import type { Resource } from '../../../../sandbox/src/resources/resource.ts';
import { isNewGeneration } from '../../../../sandbox/src/store/new-generation.ts';

interface Change {
  name: string;
  counted: boolean;
  before: object;
  after: object;
  subresource?: string;
  isNew: boolean;
}

const labels = (value: string) => ({ metadata: { labels: { a: value } } });
const annotations = (value: string) => ({ metadata: { annotations: { a: value } } });
const spec = (value: string) => ({ metadata: {}, spec: { a: value } });

/** As kube-apiserver 1.35 counts. */
const changes: readonly Change[] = [
  { name: 'apps/deployments', counted: true, before: spec('1'), after: spec('2'), isNew: true },
  { name: 'apps/deployments', counted: true, before: annotations('1'), after: annotations('2'), isNew: true },
  { name: 'apps/deployments', counted: true, before: labels('1'), after: labels('2'), isNew: false },
  {
    name: 'apps/deployments',
    counted: true,
    before: annotations('1'),
    after: annotations('2'),
    subresource: 'status',
    isNew: false,
  },
  {
    name: 'apps/replicasets',
    counted: true,
    before: annotations('1'),
    after: annotations('2'),
    isNew: false,
  },
  {
    name: 'discovery.k8s.io/endpointslices',
    counted: true,
    before: labels('1'),
    after: labels('2'),
    isNew: true,
  },
  {
    name: 'scheduling.k8s.io/priorityclasses',
    counted: true,
    before: spec('1'),
    after: spec('2'),
    isNew: false,
  },
  { name: 'storage.k8s.io/csidrivers', counted: false, before: spec('1'), after: spec('2'), isNew: true },
  { name: '/configmaps', counted: false, before: spec('1'), after: spec('2'), isNew: false },
];

test.each(changes)(
  '$name $before, $after: $isNew',
  ({ name, counted, before, after, subresource, isNew }) => {
    const [group, plural] = name.split('/');
    const resource = {
      kind: { subresources: [{ name: 'status' }] },
      storage: { group, plural },
      generation: counted ? 'counted' : 'none',
    } as unknown as Resource;
    expect(isNewGeneration(resource, before as KubeObject, after as KubeObject, subresource)).toBe(isNew);
  },
);
