import { expect, it } from 'vitest';
import type { ObjectTarget } from '../../../client/src/connections/object-target.ts';
import { byCluster } from '../../../client/src/objects/by-cluster.ts';
import { configMaps, FakeCluster, namespaces } from './fake-cluster.ts';

const target = (cluster: string, name: string, uid?: string, resource = configMaps): ObjectTarget => ({
  context: new FakeCluster({ context: { id: cluster } }).context,
  reference: { resource, namespace: resource === configMaps ? 'shop' : undefined, name },
  uid,
});

it.each([
  { of: 'nothing', objects: [], groups: [] },
  {
    of: 'several clusters, in the order in which they come',
    objects: [target('prod', 'a', '1'), target('test', 'a', '1'), target('prod', 'b', '2')],
    groups: ['prod: a b', 'test: a'],
  },
  {
    of: 'an object that stands at two places of the view',
    objects: [target('prod', 'a', '1'), target('prod', 'a', '1')],
    groups: ['prod: a'],
  },
  {
    of: 'objects whose uid nobody knows',
    objects: [target('prod', 'a'), target('prod', 'a'), target('prod', 'a', undefined, namespaces)],
    groups: ['prod: a a'],
  },
])('a deletion asks for each cluster about each object once: $of', ({ objects, groups }) => {
  const asked = byCluster(objects).map((group) => {
    const names = group.map(({ reference }) => reference.name);
    return `${group[0]!.context.id}: ${names.join(' ')}`;
  });
  expect(asked).toEqual(groups);
});
