import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { inGoOrder } from '../../../../sandbox/src/protobuf/go-order.ts';

const file = resolve(import.meta.dirname, '../../../../server/facts/protobuf.json');
const facts = JSON.parse(readFileSync(file, 'utf8'));

test('fields stand as Go writes those of their type, and maps by their keys', () => {
  const service = {
    spec: {
      type: 'ClusterIP',
      selector: { z: '1', a: '2' },
      clusterIPs: ['None'],
      clusterIP: 'None',
      ports: [{ targetPort: 80, port: 80, name: 'a' }],
    },
    other: 1,
    metadata: { labels: { b: '1', a: '2' }, name: 'n' },
    apiVersion: 'v1',
  };
  expect(JSON.stringify(inGoOrder(service, 'io.k8s.api.core.v1.Service', facts))).toBe(
    '{"metadata":{"name":"n","labels":{"a":"2","b":"1"}},"spec":{"ports":[{"name":"a","port":80,"targetPort":80}],"selector":{"a":"2","z":"1"},"clusterIP":"None","clusterIPs":["None"],"type":"ClusterIP"},"other":1,"apiVersion":"v1"}',
  );
});
