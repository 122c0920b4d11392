import { expect, test } from 'vitest';
import { containerRunsOf } from '../../../client/src/cluster/objects/container-runs.ts';
import { podSelectorText } from '../../../client/src/cluster/objects/label-selector.ts';

const crashed = { state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated: {} } };

test.each<[string, object | undefined, string | undefined, string]>([
  ['that has no status yet', undefined, undefined, 'waiting'],
  ['that waits', { state: { waiting: {} } }, undefined, 'waiting'],
  ['that runs', { containerID: 'c://1', state: { running: {} } }, 'c://1', 'running'],
  ['that has ended', { containerID: 'c://1', state: { terminated: {} } }, 'c://1', 'ended'],
  ['that waits to run again', { containerID: 'c://1', ...crashed }, 'c://1', 'waiting'],
  ['whose id is not told', { restartCount: 3, state: { running: {} } }, '3', 'running'],
])('a container %s', (_name, status, run, state) => {
  const object = {
    spec: { containers: [{ name: 'main' }] },
    status: status && { containerStatuses: [{ name: 'main', ...status }] },
  };
  expect(containerRunsOf(object)).toEqual([{ name: 'main', role: 'container', run, state }]);
});

test('containers are in the order in which they run, whatever else is in the object', () => {
  const object = {
    spec: {
      ephemeralContainers: [{ name: 'debug' }],
      containers: [{ name: 'main' }, null, 7, { image: 'nameless' }],
      initContainers: [{ name: 'setup' }],
    },
    status: { containerStatuses: 'none', initContainerStatuses: [null] },
  };
  expect(containerRunsOf(object).map(({ name, role }) => `${name} ${role}`)).toEqual([
    'setup init',
    'main container',
    'debug ephemeral',
  ]);
  for (const odd of [null, 7, [], { spec: [] }]) expect(containerRunsOf(odd)).toEqual([]);
});

test.each<[unknown, string | undefined]>([
  [{ app: 'web', tier: 'front' }, 'app=web,tier=front'],
  [{ matchLabels: { app: 'web' } }, 'app=web'],
  [{ matchLabels: 'web' }, 'matchLabels=web'],
  [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['a', 'b'] }] }, 'app in (a,b)'],
  [{ app: 'web', port: 7 }, undefined],
  [{}, undefined],
  [undefined, undefined],
  ['app=web', undefined],
])('the selector %j', (selector, text) => {
  expect(podSelectorText(selector)).toBe(text);
});
