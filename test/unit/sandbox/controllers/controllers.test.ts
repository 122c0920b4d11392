import { expect, test } from 'vitest';
import { type Pod, resources, type Workload } from '../../../../sandbox/src/controllers/objects.ts';
import { startControllers } from '../../../../sandbox/src/controllers/start-controllers.ts';
import type { KubeObject, ResourceName } from '../../../../sandbox/src/object-store.ts';
import { ManualClock, MemoryStore } from './memory-store.ts';

function sandbox() {
  const clock = new ManualClock();
  const store = new MemoryStore(clock);
  const controllers = startControllers(store, {
    clock,
    kubernetesVersion: '1.35',
    kubeletVersion: 'v1.35.4',
    authority: 'AUTHORITY',
  });
  const pods = () => store.list(resources.pods, 'shop') as Pod[];
  const states = () => pods().map(stateOf);
  const get = (resource: ResourceName, name: string) => store.get(resource, 'shop', name) as Workload;
  return { clock, store, controllers, pods, states, get };
}

/** As `kubectl get pods` would put it. */
function stateOf({ status }: Pod): string {
  const waiting = status?.containerStatuses?.map(({ state }) => state.waiting?.reason).find(Boolean);
  return waiting ?? status?.phase ?? 'none';
}

function template(app: string, image = 'shop/web:1') {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: app, image }] } };
}

function workload(apiVersion: string, kind: string, name: string, spec: object): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace: 'shop' }, spec };
}

function deployment(name: string, replicas: number, image?: string): KubeObject {
  const selector = { matchLabels: { app: name } };
  return workload('apps/v1', 'Deployment', name, { replicas, selector, template: template(name, image) });
}

test('there is one Ready node, of the release that the sandbox serves', () => {
  const { store } = sandbox();
  const nodes = store.list(resources.nodes) as Pod[];
  expect(nodes.map(({ metadata }) => metadata.name)).toEqual(['sandbox']);
  expect(nodes[0]?.status?.conditions?.at(-1)).toMatchObject({ type: 'Ready', status: 'True' });
  expect(nodes[0]?.status).toMatchObject({ nodeInfo: { kubeletVersion: 'v1.35.4' } });
});

test('a node that somebody makes is Ready soon, and tainted while it is cordoned', () => {
  const { clock, store } = sandbox();
  const taints = [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }];
  store.create(resources.nodes, {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'other' },
    spec: { taints: [...taints, { key: 'dedicated', effect: 'NoSchedule' }] },
  });
  clock.advance(50);
  const node = () => store.get(resources.nodes, undefined, 'other') as KubeObject & { spec: object };
  expect(node().spec).toEqual({ taints: [{ key: 'dedicated', effect: 'NoSchedule' }] });
  expect((node() as Pod).status?.conditions?.at(-1)).toMatchObject({ type: 'Ready', status: 'True' });
  store.update(resources.nodes, undefined, 'other', 'test', (copy) => {
    copy.spec = { unschedulable: true };
  });
  clock.advance(50);
  expect(node().spec).toEqual({
    unschedulable: true,
    taints: [
      { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: expect.any(String) },
    ],
  });
});

test('a volume that no claim has is available', () => {
  const { clock, store } = sandbox();
  const volume = (name: string, spec: object) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec,
    status: { phase: 'Pending' },
  });
  store.create(resources.persistentVolumes, volume('free', {}));
  store.create(resources.persistentVolumes, volume('held', { claimRef: { uid: 'u' } }));
  clock.advance(50);
  const phases = ['free', 'held'].map(
    (name) => store.get(resources.persistentVolumes, undefined, name)?.status,
  );
  expect(phases).toMatchObject([{ phase: 'Available' }, { phase: 'Pending' }]);
});

test('a pod is scheduled, waits, runs, and goes when it is deleted', () => {
  const { clock, store, states } = sandbox();
  store.create(resources.pods, { ...workload('v1', 'Pod', 'web', template('web').spec) });
  expect(states()).toEqual(['none']);
  clock.advance(50);
  expect(states()).toEqual(['ContainerCreating']);
  clock.advance(200);
  expect(states()).toEqual(['Running']);
  const { status, spec } = store.get(resources.pods, 'shop', 'web') as Pod;
  expect(spec.nodeName).toBe('sandbox');
  expect(status?.podIP).toBe('10.244.0.2');
  expect(
    Object.fromEntries((status?.conditions ?? []).map((condition) => [condition.type, condition.status])),
  ).toEqual({
    PodScheduled: 'True',
    PodReadyToStartContainers: 'True',
    Initialized: 'True',
    Ready: 'True',
    ContainersReady: 'True',
  });
  store.update(resources.pods, 'shop', 'web', 'test', (copy) => {
    copy.metadata.deletionTimestamp = '2026-01-01T00:00:01Z';
  });
  clock.advance(250);
  expect(states()).toEqual([]);
});

test('a Deployment of 3 runs within a second, and says so', () => {
  const { clock, store, states, get } = sandbox();
  store.create(resources.deployments, deployment('web', 3));
  clock.advance(1000);
  expect(states()).toEqual(['Running', 'Running', 'Running']);
  const { status, metadata } = get(resources.deployments, 'web');
  expect(metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' });
  expect(status).toMatchObject({
    observedGeneration: 1,
    replicas: 3,
    updatedReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    conditions: [
      { type: 'Available', status: 'True' },
      { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
    ],
  });
  expect(status).not.toHaveProperty('unavailableReplicas');
});

test('a new template rolls over without losing availability, the old ReplicaSet stays empty', () => {
  const { clock, store, pods, get } = sandbox();
  store.create(resources.deployments, deployment('web', 4));
  clock.advance(1000);
  store.update(resources.deployments, 'shop', 'web', 'test', (copy) => {
    (copy as Workload).spec.template = template('web', 'shop/web:2');
  });
  for (let step = 0; step < 40; step++) {
    clock.advance(50);
    const ready = pods().filter(({ status }) => status?.phase === 'Running').length;
    expect(ready).toBeGreaterThanOrEqual(3);
    expect(pods().length).toBeLessThanOrEqual(5);
  }
  expect(pods().map(({ spec }) => spec.containers[0]?.image)).toEqual(Array(4).fill('shop/web:2'));
  const sets = store.list(resources.replicaSets, 'shop') as Workload[];
  expect(sets.map(({ spec }) => spec.replicas).sort()).toEqual([0, 4]);
  expect(get(resources.deployments, 'web').metadata.annotations?.['deployment.kubernetes.io/revision']).toBe(
    '2',
  );
});

test('scaling down and up, and a pod that is taken away is replaced', () => {
  const { clock, store, pods } = sandbox();
  store.create(resources.deployments, deployment('web', 3));
  clock.advance(1000);
  const scale = (replicas: number) =>
    store.update(resources.deployments, 'shop', 'web', 'test', (copy) => {
      (copy as Workload).spec.replicas = replicas;
    });
  scale(1);
  clock.advance(500);
  expect(pods()).toHaveLength(1);
  store.delete(resources.pods, 'shop', pods()[0]?.metadata.name ?? '');
  clock.advance(500);
  expect(pods()).toHaveLength(1);
  scale(0);
  clock.advance(500);
  expect(pods()).toHaveLength(0);
});

test('images say by their names that they crash or cannot be pulled', () => {
  const { clock, store, states } = sandbox();
  store.create(resources.deployments, deployment('reports', 1, 'shop/reports-crash:1'));
  store.create(resources.deployments, deployment('search', 1, 'shop/doesnotexist:1'));
  clock.advance(400);
  expect(states().sort()).toEqual(['ErrImagePull', 'Running']);
  clock.advance(2000);
  expect(states().sort()).toEqual(['CrashLoopBackOff', 'ImagePullBackOff']);
  clock.advance(10_000);
  const crashing = store.list(resources.pods, 'shop')[0] as Pod;
  expect(crashing.status?.containerStatuses?.[0]).toMatchObject({
    restartCount: 1,
    lastState: { terminated: { exitCode: 1, reason: 'Error' } },
  });
});

test('init containers run before the others', () => {
  const { clock, store, states } = sandbox();
  const spec = {
    initContainers: [{ name: 'prepare', image: 'shop/prepare:1' }],
    containers: [{ name: 'web', image: 'w' }],
  };
  store.create(resources.pods, workload('v1', 'Pod', 'web', spec));
  clock.advance(60);
  expect(states()).toEqual(['PodInitializing']);
  clock.advance(500);
  expect(states()).toEqual(['Running']);
  const pod = store.get(resources.pods, 'shop', 'web') as Pod;
  expect(pod.status?.initContainerStatuses?.[0]?.state.terminated?.reason).toBe('Completed');
});

test('a StatefulSet starts its pods in order and gives each its claim', () => {
  const { clock, store, pods, get } = sandbox();
  store.create(
    resources.statefulSets,
    workload('apps/v1', 'StatefulSet', 'db', {
      replicas: 2,
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      template: template('db'),
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } }],
    }),
  );
  clock.advance(100);
  expect(pods().map(({ metadata }) => metadata.name)).toEqual(['db-0']);
  clock.advance(1000);
  expect(pods().map(({ metadata }) => metadata.name)).toEqual(['db-0', 'db-1']);
  expect(get(resources.statefulSets, 'db').status).toMatchObject({ replicas: 2, readyReplicas: 2 });
  const claims = store.list(resources.persistentVolumeClaims, 'shop') as Pod[];
  expect(claims.map(({ metadata, status }) => [metadata.name, status?.phase])).toEqual([
    ['data-db-0', 'Bound'],
    ['data-db-1', 'Bound'],
  ]);
});

test('a DaemonSet has one pod on the one node', () => {
  const { clock, store, states, get } = sandbox();
  store.create(
    resources.daemonSets,
    workload('apps/v1', 'DaemonSet', 'agent', {
      selector: { matchLabels: { app: 'agent' } },
      template: template('agent'),
    }),
  );
  clock.advance(1000);
  expect(states()).toEqual(['Running']);
  expect(get(resources.daemonSets, 'agent').status).toMatchObject({
    desiredNumberScheduled: 1,
    numberReady: 1,
  });
});

test('a Job completes, a failing one gives up after its backoff limit', () => {
  const { clock, store, states, get } = sandbox();
  const job = (name: string, image: string) =>
    workload('batch/v1', 'Job', name, {
      completions: 2,
      parallelism: 1,
      backoffLimit: 1,
      template: { spec: { ...template(name, image).spec, restartPolicy: 'Never' } },
    });
  store.create(resources.jobs, job('import', 'shop/import:1'));
  clock.advance(10_000);
  expect(states()).toEqual(['Succeeded', 'Succeeded']);
  expect(get(resources.jobs, 'import').status).toMatchObject({
    succeeded: 2,
    conditions: [{ type: 'SuccessCriteriaMet' }, { type: 'Complete', status: 'True' }],
  });
  store.create(resources.jobs, job('broken', 'shop/import-fail:1'));
  clock.advance(10_000);
  expect(get(resources.jobs, 'broken').status).toMatchObject({
    failed: 2,
    conditions: [{ type: 'FailureTarget' }, { type: 'Failed', reason: 'BackoffLimitExceeded' }],
  });
});

test('a Service has the addresses of its ready pods', () => {
  const { clock, store } = sandbox();
  store.create(
    resources.services,
    workload('v1', 'Service', 'web', { selector: { app: 'web' }, ports: [{ port: 80 }] }),
  );
  store.create(resources.deployments, deployment('web', 2));
  clock.advance(1000);
  expect(store.get(resources.endpoints, 'shop', 'web')?.subsets).toMatchObject([
    { addresses: [{ ip: '10.244.0.2' }, { ip: '10.244.0.3' }], ports: [{ port: 80, protocol: 'TCP' }] },
  ]);
  const [slice] = store.list(resources.endpointSlices, 'shop');
  expect(slice?.endpoints).toMatchObject([{ conditions: { ready: true } }, { conditions: { ready: true } }]);
});

test('a malformed workload stops nobody else', () => {
  const { clock, store, states } = sandbox();
  store.create(
    resources.deployments,
    workload('apps/v1', 'Deployment', 'broken', { template: null, selector: 5 }),
  );
  store.create(resources.jobs, {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'odd', namespace: 'shop' },
  });
  store.create(resources.deployments, deployment('web', 1));
  clock.advance(1000);
  expect(states()).toContain('Running');
});

test('when everything runs nothing is scheduled any more, and disposing leaves no timer', () => {
  const { clock, store, controllers } = sandbox();
  store.create(resources.deployments, deployment('web', 2));
  clock.advance(2000);
  expect(clock.pending).toBe(0);
  store.create(resources.deployments, deployment('api', 2));
  clock.advance(40);
  controllers.dispose();
  clock.advance(10);
  expect(clock.pending).toBe(0);
});
