import { expect, test } from 'vitest';
import { rewrittenLocation } from '../../../../sandbox/src/streams/rewritten-location.ts';

const way = { prefix: '/api/v1/nodes/n/proxy', backendHost: '10.0.0.2:80', requestHost: 'cluster:6443' };

test.each([
  ['/login', 'https://cluster:6443/api/v1/nodes/n/proxy/login'],
  ['/login/?next=/a#b', 'https://cluster:6443/api/v1/nodes/n/proxy/login/?next=/a#b'],
  ['http://10.0.0.2:80/login', 'https://cluster:6443/api/v1/nodes/n/proxy/login'],
  ['//cluster:6443/login', 'https://cluster:6443/api/v1/nodes/n/proxy/login'],
  ['/api/v1/nodes/n/proxy/login', 'https://cluster:6443/api/v1/nodes/n/proxy/login'],
  ['https://example.com/login', 'https://example.com/login'],
  ['login', 'login'],
  ['?a=b', '?a=b'],
  ['', ''],
])('%j leads to %j', (location, rewritten) => {
  expect(rewrittenLocation(location, way)).toBe(rewritten);
});
