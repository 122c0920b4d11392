import { expect, test } from 'vitest';
import { startKubelet } from '../../../../sandbox/src/controllers/kubelet.ts';
import { nodeName, type Pod, resources } from '../../../../sandbox/src/controllers/objects.ts';
import { ManualClock, MemoryStore } from './memory-store.ts';

/** A Pod that runs on the sandbox's node, and what becomes of it once it is changed. */
function running(spec: Record<string, unknown> = {}) {
  const clock = new ManualClock();
  const store = new MemoryStore(clock);
  startKubelet(store, clock);
  store.create(resources.pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      containers: [{ name: 'main', image: 'shop/web:1', resources: { requests: { cpu: '10m' } } }],
      ...spec,
    },
  });
  clock.advance(1000);
  const pod = () => store.get(resources.pods, 'shop', 'web') as Pod;
  const change = (edit: (copy: Pod) => void) => {
    store.update(resources.pods, 'shop', 'web', 'test', (copy) => edit(copy as Pod));
    clock.advance(1000);
  };
  return { clock, store, pod, change };
}

test('a container tells what it is given, and what it is given later', () => {
  const { pod, change } = running();
  const told = (cpu: string) => [
    { name: 'main', resources: { requests: { cpu } }, allocatedResources: { cpu }, restartCount: 0 },
  ];
  expect(pod().status?.containerStatuses).toMatchObject(told('10m'));
  change(({ spec }) => {
    spec.containers[0]!.resources = { requests: { cpu: '20m' } };
  });
  expect(pod().status?.containerStatuses).toMatchObject(told('20m'));
});

test('a container to debug it starts once, beside the others, and is never ready', () => {
  const { pod, change } = running();
  const debug = (name: string) => ({ name, image: 'shop/debug:1' });
  change(({ spec }) => {
    spec.ephemeralContainers = [debug('look')];
  });
  const [first] = pod().status?.ephemeralContainerStatuses ?? [];
  expect(first).toMatchObject({ name: 'look', ready: false, state: { running: expect.anything() } });
  change(({ spec }) => {
    spec.ephemeralContainers = [debug('look'), debug('again')];
  });
  expect(pod().status?.ephemeralContainerStatuses).toEqual([
    first,
    expect.objectContaining({ name: 'again' }),
  ]);
  expect(pod().status).toMatchObject({ phase: 'Running', containerStatuses: [{ ready: true }] });
});

test('a Pod that is bound by somebody else runs, one on another node does not', () => {
  const { pod, change } = running({ schedulerName: 'other' });
  expect(pod().spec.nodeName).toBeUndefined();
  change(({ spec }) => {
    spec.nodeName = nodeName;
  });
  expect(pod().status?.phase).toBe('Running');
});

test('on a node that is not there a Pod that is deleted stays for a while', () => {
  const { clock, store, pod, change } = running({ nodeName: 'elsewhere' });
  expect(pod().status?.phase).toBeUndefined();
  change(({ metadata }) => {
    metadata.deletionTimestamp = '2026-01-01T00:00:02Z';
  });
  expect(pod()).toBeDefined();
  clock.advance(45_000);
  expect(store.get(resources.pods, 'shop', 'web')).toBeUndefined();
});
