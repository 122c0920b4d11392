import { expect, test } from 'vitest';
import { isOfApiServer, readinessOf } from '../../../client/src/cluster/http/readiness.ts';

test.each([
  [200, 'ready'],
  [302, 'ready'],
  [401, 'ready'],
  [403, 'ready'],
  [404, 'ready'],
  [429, 'ready'],
  [500, 'unready'],
  [501, 'unready'],
  [502, 'as its body says'],
  [503, 'as its body says'],
  [504, 'as its body says'],
])('%i: %s', (code, readiness) => {
  expect(readinessOf(code)).toBe(readiness);
});

test.each([
  ['{"kind":"Status","apiVersion":"v1","status":"Failure","code":503}', true],
  ['<html>Bad Gateway</html>', false],
  ['upstream connect error', false],
  ['{"error":"no upstream"}', false],
  ['', false],
])('whether %s is of the API server: %s', (body, is) => {
  expect(isOfApiServer(body)).toBe(is);
});
