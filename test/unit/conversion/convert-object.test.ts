import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convertObject } from '../../../server/src/conversion/convert-object.ts';

interface Metric {
  resource?: { name: string };
}

interface Autoscaler {
  metadata: { name: string };
  spec: { metrics?: Metric[] };
}

const fixture = join(import.meta.dirname, '../../fixtures/conversion/horizontal-pod-autoscalers.json');
const recorded = JSON.parse(readFileSync(fixture, 'utf8')) as { v1: Autoscaler; v2: Autoscaler }[];

/** Both versions of the same objects, as kube-apiserver 1.35.4 answered them. */
test.each(recorded)(
  'HorizontalPodAutoscaler $v1.metadata.name is converted to v1 as the server does it',
  ({ v1, v2 }) => {
    expect(convertObject(v2, 'autoscaling/v1')).toEqual(v1);
  },
);

test('from v1 the metrics of the annotation come first, then that of the CPU', () => {
  const { v1, v2 } = recorded[0]!;
  const isCpu = ({ resource }: Metric) => resource?.name === 'cpu';
  const all = v2.spec.metrics ?? [];
  const metrics = [...all.filter((metric) => !isCpu(metric)), ...all.filter(isCpu)];
  const converted = convertObject(v1, 'autoscaling/v2') as Autoscaler;
  expect({ ...converted, status: undefined }).toEqual({
    ...v2,
    spec: { ...v2.spec, metrics },
    status: undefined,
  });
});

test('an autoscaler without any metric is one for 80 % of the CPU', () => {
  const spec = { maxReplicas: 3 };
  expect(
    convertObject({ apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', spec }, 'autoscaling/v2'),
  ).toEqual({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    spec: {
      maxReplicas: 3,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
        },
      ],
    },
  });
});

test('an annotation that is no JSON is ignored', () => {
  const metadata = { annotations: { 'autoscaling.alpha.kubernetes.io/metrics': '[{', keep: 'me' } };
  const spec = { targetCPUUtilizationPercentage: 50 };
  const v1 = { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', metadata, spec };
  expect(convertObject(v1, 'autoscaling/v2')).toEqual({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { annotations: { keep: 'me' } },
    spec: {
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
        },
      ],
    },
  });
});

test('an Event has other names in its other version', () => {
  const core = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'e' },
    involvedObject: { kind: 'Pod', name: 'p' },
    message: 'm',
    source: { component: 'c' },
    firstTimestamp: null,
    lastTimestamp: '2026-01-01T00:00:00Z',
    count: 2,
    reportingComponent: 'c',
    reportingInstance: '',
    type: 'Normal',
  };
  const events = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'e' },
    regarding: { kind: 'Pod', name: 'p' },
    note: 'm',
    deprecatedSource: { component: 'c' },
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: '2026-01-01T00:00:00Z',
    deprecatedCount: 2,
    reportingController: 'c',
    type: 'Normal',
  };
  expect(convertObject(core, 'events.k8s.io/v1')).toEqual(events);
  expect(convertObject(events, 'v1')).toEqual(core);
});

test('any other kind changes its apiVersion, and what is no object stays', () => {
  const lease = { apiVersion: 'resource.k8s.io/v1beta1', kind: 'DeviceClass', spec: {} };
  expect(convertObject(lease, 'resource.k8s.io/v1')).toEqual({ ...lease, apiVersion: 'resource.k8s.io/v1' });
  expect(convertObject(lease, lease.apiVersion)).toBe(lease);
  expect(convertObject(null, 'v1')).toBe(null);
  for (const broken of [null, 'x', 7, [], [null]]) {
    for (const apiVersion of ['autoscaling/v1', 'autoscaling/v2']) {
      const other = apiVersion === 'autoscaling/v1' ? 'autoscaling/v2' : 'autoscaling/v1';
      const object = {
        apiVersion,
        kind: 'HorizontalPodAutoscaler',
        metadata: broken,
        spec: broken,
        status: broken,
      };
      expect(convertObject(object, other)).toEqual({ ...object, apiVersion: other });
    }
  }
});

const flat = { name: 'r', deviceClassName: 'c', allocationMode: 'ExactCount', count: 2 };
const nested = { name: 'r', exactly: { deviceClassName: 'c', allocationMode: 'ExactCount', count: 2 } };
const choices = { name: 's', firstAvailable: [{ name: 'x', deviceClassName: 'c' }] };

/** As kube-apiserver 1.35.4 answers them; it writes the class of a request even where that is empty. */
test.each<[kind: string, first: object, later: object]>([
  ['ResourceClaim', claim([flat]), claim([nested])],
  ['ResourceClaim', claim([{ ...choices, deviceClassName: '' }]), claim([choices])],
  ['ResourceClaimTemplate', { spec: claim([flat]) }, { spec: claim([nested]) }],
  [
    'ResourceSlice',
    { spec: { devices: [{ name: 'd', basic: { capacity: { m: { value: '1' } } } }] } },
    { spec: { devices: [{ name: 'd', capacity: { m: { value: '1' } } }] } },
  ],
])('a %s of v1beta1 is converted both ways', (kind, first, later) => {
  const v1beta1 = { apiVersion: 'resource.k8s.io/v1beta1', kind, ...first };
  for (const apiVersion of ['resource.k8s.io/v1', 'resource.k8s.io/v1beta2']) {
    const other = { apiVersion, kind, ...later };
    expect(convertObject(v1beta1, apiVersion)).toEqual(other);
    expect(convertObject(other, 'resource.k8s.io/v1beta1')).toEqual(v1beta1);
  }
});

function claim(requests: object[]) {
  return { spec: { devices: { requests } } };
}

test.each<object>([
  {},
  { spec: 1 },
  { spec: { devices: { requests: 'x' } } },
  { spec: { devices: { requests: [1, null] } } },
])('what is no claim yet is carried over: %j', (half) => {
  const object = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', ...half };
  const apiVersion = 'resource.k8s.io/v1beta1';
  expect(convertObject(object, apiVersion)).toEqual({ ...object, apiVersion });
});
