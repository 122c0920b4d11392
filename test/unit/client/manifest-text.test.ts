import { expect, it } from 'vitest';
import { manifestText } from '../../../client/src/journal/manifest-text.ts';

const written = { apiVersion: 'v1', kind: 'ConfigMap' };

it.each([
  {
    of: 'what its cluster has made of it',
    object: {
      ...written,
      metadata: {
        name: 'web',
        namespace: 'shop',
        uid: 'u',
        resourceVersion: '7',
        generation: 2,
        creationTimestamp: '2026-01-01T00:00:00Z',
        deletionTimestamp: '2026-01-02T00:00:00Z',
        deletionGracePeriodSeconds: 30,
        managedFields: [{}],
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'p' }],
        labels: { app: 'web' },
        finalizers: ['example.com/keep'],
      },
      data: { a: '1' },
      status: { phase: 'Active' },
    },
    text: [
      'apiVersion: v1',
      'kind: ConfigMap',
      'metadata:',
      '  name: web',
      '  namespace: shop',
      '  labels:',
      '    app: web',
      '  finalizers:',
      '  - example.com/keep',
      'data:',
      '  a: "1"',
    ],
  },
  {
    of: 'the whole once more that kubectl keeps',
    object: {
      ...written,
      metadata: { name: 'web', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' } },
    },
    text: ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: web'],
  },
  {
    of: 'that, beside an annotation of its author',
    object: {
      ...written,
      metadata: {
        name: 'web',
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', note: 'mine' },
      },
    },
    text: [
      'apiVersion: v1',
      'kind: ConfigMap',
      'metadata:',
      '  name: web',
      '  annotations:',
      '    note: mine',
    ],
  },
])('a manifest of an object is without $of', ({ object, text }) => {
  expect(manifestText(object)).toBe(`${text.join('\n')}\n`);
});
