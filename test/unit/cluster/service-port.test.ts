import { describe, expect, test } from 'vitest';
import { portsOffered } from '../../../client/src/cluster/forwarding/leads-to-pods.ts';
import { mayPass } from '../../../client/src/cluster/forwarding/may-pass.ts';
import { podConditionOf } from '../../../client/src/cluster/forwarding/pod-condition.ts';
import { servicePortOf } from '../../../client/src/cluster/forwarding/service-port.ts';
import { takenPods } from '../../../client/src/cluster/forwarding/taken-pods.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { SpdyError } from '../../../spdy/src/spdy-error.ts';

const object = (fields: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Any',
  metadata: { name: 'web' },
  ...fields,
});

test.each<[string, object, number | string, object]>([
  ['its number', { ports: [{ port: 80, targetPort: 8080 }] }, 80, { target: 8080, name: undefined }],
  [
    'its name',
    { ports: [{ name: 'http', port: 80, targetPort: 'web' }] },
    'http',
    { target: 'web', name: 'http' },
  ],
  ['no target', { ports: [{ port: 80 }] }, 80, { target: 80, name: undefined }],
  ['a target that is none', { ports: [{ port: 80, targetPort: 0 }] }, 80, { target: 80, name: undefined }],
  ['null for a list', { ports: null }, 80, { fault: 'it has no port 80', wayOut: 'It has no ports at all' }],
  ['what is no list', { ports: 'x' }, 80, { fault: 'it has no port 80', wayOut: 'It has no ports at all' }],
  [
    'entries that are none',
    { ports: [null, 1, { port: 'x' }] },
    80,
    { fault: 'it has no port 80', wayOut: 'It has no ports at all' },
  ],
  [
    'UDP',
    { ports: [{ port: 53, protocol: 'UDP' }] },
    53,
    { fault: 'its port 53 is UDP', wayOut: 'Only TCP can be forwarded' },
  ],
  ['headless', { clusterIP: 'None' }, 80, { target: 80, name: undefined }],
  [
    'a name that a headless one has not',
    { clusterIP: 'None' },
    'http',
    { fault: 'it has no port http', wayOut: 'It has no ports at all' },
  ],
])('a port of a Service by %s', (_name, spec, port, expected) => {
  expect(servicePortOf(object({ spec }), port)).toEqual(expected);
});

describe('the condition of a Pod', () => {
  const ready = [{ type: 'Ready', status: 'True' }];
  test.each<[object, string]>([
    [{ status: { phase: 'Running', conditions: ready } }, 'ready'],
    [{ status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] } }, 'running'],
    [{ status: { phase: 'Running' } }, 'running'],
    [{ status: { phase: 'Running', conditions: ready }, metadata: { deletionTimestamp: 'now' } }, 'running'],
    [{ status: { phase: 'Pending', conditions: ready } }, 'waiting'],
    [{}, 'waiting'],
    [{ status: null }, 'waiting'],
    [{ status: { phase: 'Succeeded' } }, 'ended'],
    [{ status: { phase: 'Failed' } }, 'ended'],
  ])('%j is %s', (fields, expected) => {
    expect(podConditionOf(object(fields)).is).toBe(expected);
  });
});

test('of several Pods the newest that is ready is taken, and of the others it is said why not', () => {
  const pod = (
    name: string,
    creationTimestamp: string,
    phase = 'Running',
    ports: object[] = [{ name: 'http', containerPort: 80 }],
  ) =>
    object({
      metadata: { name, uid: name, creationTimestamp },
      spec: { containers: [{ name: 'main', ports }] },
      status: { phase, conditions: [{ type: 'Ready', status: 'True' }] },
    });
  const found = takenPods({ takes: 'ready', port: 'http' }, [
    pod('old', '2026-01-01T00:00:00Z'),
    pod('new', '2026-01-03T00:00:00Z'),
    pod('starting', '2026-01-04T00:00:00Z', 'Pending'),
    pod('other', '2026-01-02T00:00:00Z', 'Running', []),
  ]);
  expect(found).toEqual({
    taken: [
      { name: 'new', uid: 'new', port: 80 },
      { name: 'old', uid: 'old', port: 80 },
    ],
    left: ['starting is Pending', 'other has no port named http'],
  });
});

test('the ports of an object are its own, or those of the containers that it has or makes', () => {
  const spec = { containers: [{ name: 'main', ports: [{ containerPort: 8080 }] }] };
  expect(portsOffered(object({ spec }))).toEqual([{ number: 8080, name: undefined, container: 'main' }]);
  expect(portsOffered(object({ spec: { template: { spec } } }))).toEqual([
    { number: 8080, name: undefined, container: 'main' },
  ]);
  expect(
    portsOffered(
      object({
        spec: {
          ports: [
            { port: 80, name: 'http' },
            { port: 53, protocol: 'UDP' },
          ],
        },
      }),
    ),
  ).toEqual([{ number: 80, name: 'http', container: undefined }]);
  expect(portsOffered(object({}))).toEqual([]);
});

test.each<[boolean, unknown]>([
  [true, new SpdyError('stream reset', 'x')],
  [true, new SpdyError('connection closed', 'x')],
  [false, new SpdyError('malformed frame', 'x')],
  [false, new Error('x')],
])('whether it may pass is %s of %s', (expected, error) => {
  expect(mayPass(error)).toBe(expected);
});
