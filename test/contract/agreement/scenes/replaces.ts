import type { KindUnderTest } from '../../api/served-kinds.ts';
import { statusOfKind } from '../../api/statuses.ts';
import type { Scene } from '../scene.ts';
import { scenesOf, stepsOf } from './kind-steps.ts';

/** Replaces of objects and of their status. */
export function replaceScenes(kind: KindUnderTest): Scene[] {
  const { make, put, get, withMetadata } = stepsOf(kind);
  const { object } = kind;
  const own = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  const has = (name: string) => kind.subresources.some((one) => one.name === name);
  return scenesOf(kind, {
    'replace labels': [
      make,
      put({ givenWith: { metadata: { labels: { replaced: 'yes' } } } }),
      get(),
      put({ givenWith: {} }),
      put({ givenWith: { metadata: { annotations: { again: 'yes' } } }, query: { fieldManager: 'other' } }),
      put({ givenWith: { metadata: { labels: null, annotations: null } } }),
      get(),
    ],
    'replace versions': [
      make,
      put({ givenWith: { metadata: { resourceVersion: '1' } } }),
      put({ givenWith: { metadata: { resourceVersion: '' } } }),
      put({ givenWith: { metadata: { resourceVersion: null } } }),
      put({ givenWith: { metadata: { resourceVersion: 'abc' } } }),
      put({ givenWith: { metadata: { resourceVersion: '0' } } }),
      put({ givenWith: { metadata: { uid: own } } }),
      put({ givenWith: { metadata: { uid: null } } }),
      put({ givenWith: { metadata: { name: 'other' } } }),
      put({ givenWith: { metadata: { name: null } } }),
      put({ givenWith: { metadata: { namespace: 'other' } } }),
      put({ givenWith: { metadata: { namespace: null } } }),
    ],
    'replace with the smallest': [make, put({ body: object }), get()],
    'replace owned': [
      make,
      put({
        givenWith: {
          metadata: {
            creationTimestamp: '2020-01-01T00:00:00Z',
            generation: 99,
            selfLink: '/x',
            generateName: 'x-',
          },
        },
      }),
      put({ givenWith: { metadata: { deletionTimestamp: '2020-01-01T00:00:00Z' } } }),
      put({ givenWith: { metadata: { deletionGracePeriodSeconds: 3 } } }),
      put({ givenWith: { metadata: { managedFields: null } } }),
      put({ givenWith: { metadata: { managedFields: [{}] } } }),
      get(),
      put({ givenWith: { metadata: { finalizers: ['example.com/a'] } } }),
      put({ givenWith: { metadata: { finalizers: ['bad'] } } }),
      put({ givenWith: { metadata: { finalizers: null } } }),
    ],
    'replace dry': [
      make,
      put({ givenWith: { metadata: { labels: { dry: 'yes' } } }, query: { dryRun: 'All' } }),
      get(),
      put({ givenWith: {}, query: { dryRun: 'Some' } }),
      put({ givenWith: {}, query: { fieldManager: 'm'.repeat(129) } }),
      put({ givenWith: { nothing: 1 }, query: { fieldValidation: 'Strict' } }),
      put({ givenWith: { nothing: 1 } }),
      put({ givenWith: { kind: 'Other' } }),
      put({ body: '' }),
      put({ body: '{' }),
      put({ body: object, headers: { 'content-type': 'text/plain' } }),
    ],
    'replace missing': [
      put({ body: object }),
      put({ body: withMetadata({ resourceVersion: '5' }) }),
      put({ body: withMetadata({ uid: own }) }),
    ],
    'replace other fields': [
      make,
      ...Object.keys(object)
        .filter((field) => !['apiVersion', 'kind', 'metadata'].includes(field))
        .flatMap((field) => [
          put({ givenWith: { [field]: null }, query: { dryRun: 'All' } }),
          put({ givenWith: { [field]: 'wrong' }, query: { dryRun: 'All' } }),
          put({ givenWith: { [field]: [] }, query: { dryRun: 'All' } }),
        ]),
    ],
    ...(has('status') && {
      'replace status': [
        make,
        put({ givenWith: { status: statusOfKind(kind) } }),
        put({ givenWith: { status: statusOfKind(kind) } }, '/status'),
        get(),
        put({ givenWith: { metadata: { labels: { byStatus: 'yes' }, annotations: { x: 'y' } } } }, '/status'),
        put(
          { givenWith: { metadata: { finalizers: ['example.com/a'] } }, query: { dryRun: 'All' } },
          '/status',
        ),
        put({ givenWith: { spec: null }, query: { dryRun: 'All' } }, '/status'),
        put({ givenWith: { status: null } }, '/status'),
        put({ givenWith: { metadata: { resourceVersion: '1' } } }, '/status'),
        put({ givenWith: { metadata: { resourceVersion: null } } }, '/status'),
        put({ givenWith: { status: 'wrong' } }, '/status'),
        put({ body: '{' }, '/status'),
        get(),
      ],
      'replace status of missing': [put({ body: object }, '/status')],
    }),
  });
}
