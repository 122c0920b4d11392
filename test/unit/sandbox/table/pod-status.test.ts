import { expect, test } from 'vitest';
import { podStatus } from '../../../../sandbox/src/table/pod-status.ts';

const now = new Date('2026-11-21T21:35:55Z');
const containers = [{ name: 'a' }, { name: 'b' }];
const withSidecar = {
  containers,
  initContainers: [{ name: 'i' }, { name: 'side', restartPolicy: 'Always' }],
};
const exitedAt = (finishedAt: string) => ({ terminated: { exitCode: 1, finishedAt } });
const completed = { terminated: { exitCode: 0, reason: 'Completed' } };
const running = { running: {} };

/** The cells Ready, Status and Restarts that kube-apiserver 1.35.4 printed of such Pods. */
const cases: [string, object, [string, string, string]][] = [
  [
    'waits for its scheduling gates',
    {
      spec: { containers: [{ name: 'a' }] },
      status: {
        phase: 'Pending',
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
      },
    },
    ['0/1', 'SchedulingGated', '0'],
  ],
  [
    'has a running sidecar and a crashing container',
    {
      spec: withSidecar,
      status: {
        phase: 'Pending',
        initContainerStatuses: [
          { name: 'i', restartCount: 1, state: completed },
          {
            name: 'side',
            ready: true,
            started: true,
            restartCount: 2,
            state: running,
            lastState: exitedAt('2026-11-21T21:20:00Z'),
          },
        ],
        containerStatuses: [
          {
            name: 'a',
            restartCount: 7,
            state: { waiting: { reason: 'CrashLoopBackOff' } },
            lastState: exitedAt('2026-11-21T21:25:00Z'),
          },
          { name: 'b', ready: true, restartCount: 0, state: running },
        ],
      },
    },
    ['2/3', 'CrashLoopBackOff', '9 (10m ago)'],
  ],
  [
    'failed in its first init container',
    {
      spec: withSidecar,
      status: {
        phase: 'Pending',
        initContainerStatuses: [
          {
            name: 'i',
            restartCount: 3,
            state: { terminated: { exitCode: 3 } },
            lastState: exitedAt('2026-11-21T21:20:00Z'),
          },
        ],
      },
    },
    ['0/3', 'Init:ExitCode:3', '3 (15m ago)'],
  ],
  [
    'cannot pull the image of an init container',
    {
      spec: { containers: [{ name: 'a' }], initContainers: [{ name: 'i' }] },
      status: {
        phase: 'Pending',
        initContainerStatuses: [
          { name: 'i', restartCount: 0, state: { waiting: { reason: 'ImagePullBackOff' } } },
        ],
      },
    },
    ['0/1', 'Init:ImagePullBackOff', '0'],
  ],
  [
    'has one completed and one running container, and is not ready',
    {
      spec: { containers },
      status: {
        phase: 'Running',
        containerStatuses: [
          { name: 'a', restartCount: 0, state: completed },
          { name: 'b', ready: true, restartCount: 0, state: running },
        ],
      },
    },
    ['1/2', 'NotReady', '0'],
  ],
  [
    'has one completed and one failed container',
    {
      spec: { containers },
      status: {
        phase: 'Failed',
        containerStatuses: [
          { name: 'a', restartCount: 0, state: completed },
          { name: 'b', restartCount: 0, state: { terminated: { exitCode: 1, reason: 'Error' } } },
        ],
      },
    },
    ['0/2', 'Error', '0'],
  ],
  [
    'was evicted while a container was killed',
    {
      spec: { containers },
      status: {
        phase: 'Failed',
        reason: 'Evicted',
        containerStatuses: [
          { name: 'a', restartCount: 0, state: { terminated: { exitCode: 137, signal: 9 } } },
        ],
      },
    },
    ['0/2', 'Signal:9', '0'],
  ],
  [
    'is being deleted',
    {
      metadata: { deletionTimestamp: '2026-11-21T21:35:00Z' },
      spec: { containers },
      status: { phase: 'Running' },
    },
    ['0/2', 'Terminating', '0'],
  ],
];

test.each(cases)('a Pod that %s', (_, pod, [ready, status, restarts]) => {
  expect(podStatus(pod, now)).toEqual({ ready, status, restarts });
});
