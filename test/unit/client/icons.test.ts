import { expect, test } from 'vitest';
import { iconByPlural, iconOf } from '../../../client/src/explorer/icons.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { resource } from './fake-cluster.ts';

const plurals = new Set<string>();
withCatalog('1.36', (catalog) => {
  for (const { plural } of catalog.kinds()) plurals.add(plural);
});

test('an icon is of a resource that Kubernetes has', () => {
  expect(Object.keys(iconByPlural).filter((plural) => !plurals.has(plural))).toEqual([]);
});

test('a resource that nobody knows has one, too', () => {
  expect(iconOf(resource({ kind: 'Pod', plural: 'pods' }))).toBe('package');
  expect(iconOf(resource({ kind: 'Widget', plural: 'widgets' }))).toBe('symbol-object');
});
