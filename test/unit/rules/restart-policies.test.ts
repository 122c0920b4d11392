import { expect, test } from 'vitest';
import { violations } from '../../../server/src/rules/violations.ts';
import { defaulted } from './defaulted.ts';

/** What kube-apiserver 1.34.4 took, of which it drops the field, and what 1.35.4 said of the same. */
const containers = [
  ['containers', { restartPolicy: 'Always' }, []],
  ['containers', { restartPolicy: 'Sometimes' }, ['spec.containers[0].restartPolicy']],
  ['initContainers', { restartPolicy: 'Never' }, []],
  ['initContainers', { restartPolicy: 'Sometimes' }, ['spec.initContainers[0].restartPolicy']],
  ['initContainers', { restartPolicy: 'Always' }, []],
] as const;

test.each(containers)('a restart policy of its own in %s: %j', (list, container, refused) => {
  expect(fieldsRefused('1.34', list, container)).toEqual([]);
  expect(fieldsRefused('1.35', list, container)).toEqual(refused);
});

function fieldsRefused(kubernetesVersion: '1.34' | '1.35', list: string, container: object): string[] {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'a', image: 'b' }], [list]: [{ name: 'c', image: 'b', ...container }] },
  };
  return violations({
    object: defaulted(object),
    operation: 'create',
    scope: 'Namespaced',
    kubernetesVersion,
  }).map(({ field }) => field);
}
