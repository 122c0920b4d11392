import { expect, test } from 'vitest';
import { dropDisabledFields } from '../../../../sandbox/src/lifecycle/disabled-fields.ts';
import type { Resource } from '../../../../sandbox/src/resources/resource.ts';

const slices = { storage: { group: 'resource.k8s.io', plural: 'resourceslices' } } as Resource;
const slice = () => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceSlice',
  metadata: {},
  spec: { sharedCounters: [{}], devices: [{ name: 'a', allNodes: true }, { name: 'b' }] },
});
const without = { ...slice(), spec: { devices: [{ name: 'a' }, { name: 'b' }] } };

test.each([
  ['off', '1.35', undefined, without],
  ['on', '1.36', undefined, slice()],
  ['in use already', '1.35', slice(), slice()],
] as const)('of a feature that is %s', (_title, version, before, expected) => {
  const object = slice();
  dropDisabledFields(slices, object, before, version);
  expect(object).toEqual(expected);
});
