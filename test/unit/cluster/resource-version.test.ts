import { expect, test } from 'vitest';
import { hasReached, ordersVersions } from '../../../client/src/cluster/watch/resource-version.ts';

test.each<[resourceVersion: string, goal: string, reached: boolean | undefined]>([
  ['7', '7', true],
  ['8', '7', true],
  ['6', '7', false],
  ['10', '9', true],
  ['99', '100', false],
  ['340282366920938463463374607431768211455', '340282366920938463463374607431768211454', true],
  ['07', '7', undefined],
  ['7', 'a7', undefined],
  ['', '7', undefined],
  ['7', '0', undefined],
])('whether %s has reached %s: %s', (resourceVersion, goal, reached) => {
  expect(hasReached(resourceVersion, goal)).toBe(reached);
});

test.each([
  ['v1.34.4', false],
  ['v1.35.4', true],
  ['v1.36.0-gke.1', true],
  ['1.35', true],
  ['v2.0.0', true],
  ['', false],
])('a server of version %s: %s', (serverVersion, ordered) => {
  expect(ordersVersions(serverVersion)).toBe(ordered);
});
