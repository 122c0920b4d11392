import { expect, test } from 'vitest';
import { compareApiVersionPriority, compareKubernetesVersions } from '../../../server/src/catalog/version.ts';

test('releases are ordered by their numbers', () => {
  expect(['1.34', '1.9', 'v1.36.3', '1.36', '1.10'].sort(compareKubernetesVersions)).toEqual([
    '1.9',
    '1.10',
    '1.34',
    '1.36',
    'v1.36.3',
  ]);
});

test('API versions are ordered as discovery prefers them', () => {
  const versions = [
    'v1alpha1',
    'foo',
    'v2',
    'v1beta1',
    'v1',
    'v10beta3',
    'v1beta2',
    'v3beta1',
    'v11alpha2',
    'bar10',
  ];
  expect(versions.sort(compareApiVersionPriority)).toEqual([
    'v2',
    'v1',
    'v10beta3',
    'v3beta1',
    'v1beta2',
    'v1beta1',
    'v11alpha2',
    'v1alpha1',
    'bar10',
    'foo',
  ]);
});
