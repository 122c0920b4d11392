import { describe, expect, test } from 'vitest';
import type { ContainerState, Pod } from '../../../../sandbox/src/controllers/objects.ts';
import { tellWorkloadEvents } from '../../../../sandbox/src/controllers/tell-workload-events.ts';
import { jobEvents, podEvents } from '../../../../sandbox/src/controllers/workload-events.ts';
import type { KubeObject, ResourceName, StoreEvent } from '../../../../sandbox/src/object-store.ts';
import { ManualClock, MemoryStore } from './memory-store.ts';

const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'set', controller: true };

function pod(part: {
  node?: string;
  state?: ContainerState;
  id?: string;
  ending?: boolean;
  status?: object;
}): Pod {
  const { node = 'sandbox', state, id, ending, status } = part;
  const container = {
    name: 'main',
    image: 'nginx',
    imageID: '',
    ready: false,
    started: false,
    restartCount: 0,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web-1',
      namespace: 'shop',
      uid: 'u',
      ownerReferences: [owner],
      ...(ending && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
    spec: { containers: [{ name: 'main', image: 'nginx' }], ...(node && { nodeName: node }) },
    status: {
      ...status,
      ...(state && {
        containerStatuses: [{ ...container, state, lastState: {}, ...(id && { containerID: id }) }],
      }),
    },
  };
}

const waiting = (reason: string, message = ''): ContainerState => ({ waiting: { reason, message } });
const creating = pod({ state: waiting('ContainerCreating') });
const running = pod({ state: { running: { startedAt: '' } }, id: 'containerd://1' });
const fromMain = 'kubelet spec.containers{main}';

describe('what is told of a Pod', () => {
  test.each<[title: string, previous: Pod | undefined, now: Pod, told: string[]]>([
    [
      'it is made by a controller',
      undefined,
      pod({ node: '' }),
      ['replicaset-controller: Normal SuccessfulCreate: Created pod: web-1'],
    ],
    [
      'it is given a node',
      pod({ node: '' }),
      pod({}),
      ['default-scheduler: Normal Scheduled: Successfully assigned shop/web-1 to sandbox'],
    ],
    [
      'no node fits',
      pod({ node: '' }),
      pod({
        node: '',
        status: {
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'none' }],
        },
      }),
      ['default-scheduler: Warning FailedScheduling: none'],
    ],
    [
      'its container runs',
      creating,
      running,
      [
        `${fromMain}: Normal Pulled: Container image "nginx" already present on machine and can be accessed by the pod`,
        `${fromMain}: Normal Created: Container created`,
        `${fromMain}: Normal Started: Container started`,
      ],
    ],
    ['nothing has changed', running, running, []],
    [
      'its container crashes',
      running,
      pod({ state: waiting('CrashLoopBackOff'), id: 'containerd://1' }),
      [`${fromMain}: Warning BackOff: Back-off restarting failed container main in pod web-1_shop(u)`],
    ],
    [
      'its image is not there',
      creating,
      pod({ state: waiting('ErrImagePull', 'not found') }),
      [
        `${fromMain}: Normal Pulling: Pulling image "nginx"`,
        `${fromMain}: Warning Failed: Failed to pull image "nginx": not found`,
        `${fromMain}: Warning Failed: Error: ErrImagePull`,
      ],
    ],
    [
      'it is to end',
      running,
      pod({ state: { running: { startedAt: '' } }, id: 'containerd://1', ending: true }),
      [`${fromMain}: Normal Killing: Stopping container main`],
    ],
    [
      'another node has it',
      pod({ node: 'other' }),
      pod({ node: 'other', state: waiting('ErrImagePull') }),
      [],
    ],
  ])('%s', (_title, previous, now, told) => {
    const events = podEvents(previous, now, '1.35').map(
      ({ component, fieldPath, type, reason, message }) =>
        `${[component, fieldPath].filter(Boolean).join(' ')}: ${type} ${reason}: ${message}`,
    );
    expect(events).toEqual(told);
  });

  test('before 1.35 a kubelet says which container it is', () => {
    const messages = podEvents(creating, running, '1.34').map(({ message }) => message);
    expect(messages).toEqual([
      'Container image "nginx" already present on machine',
      'Created container: main',
      'Started container main',
    ]);
  });
});

test('a Job tells its end, once', () => {
  const job = (...conditions: object[]) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {},
    status: { conditions },
  });
  const complete = job({ type: 'Complete', status: 'True' });
  expect(jobEvents(job(), complete)).toMatchObject([{ reason: 'Completed', message: 'Job completed' }]);
  expect(jobEvents(complete, complete)).toEqual([]);
  const failed = job({ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded', message: 'too many' });
  expect(jobEvents(job(), failed)).toMatchObject([
    { type: 'Warning', reason: 'BackoffLimitExceeded', message: 'too many' },
  ]);
});

test('of very many Pods not all is told', () => {
  const store = new ListeningStore(new ManualClock());
  tellWorkloadEvents(store, new ManualClock(), '1.35').dispose();
  for (let count = 0; count < 5000; count++) {
    const placed = pod({});
    placed.metadata.name = `p-${count}`;
    store.tell({ type: 'ADDED', object: placed, previous: undefined });
  }
  expect(store.created).toBe(1000);
});

/** Counts what is created, and keeps nothing. */
class ListeningStore extends MemoryStore {
  created = 0;
  #listeners: ((event: StoreEvent) => void)[] = [];

  override subscribe({ plural }: ResourceName, listener: (event: StoreEvent) => void) {
    if (plural === 'pods') this.#listeners.push(listener);
    return { dispose() {} };
  }

  override create(_resource: ResourceName, object: KubeObject): KubeObject {
    this.created++;
    return object;
  }

  tell(event: StoreEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
