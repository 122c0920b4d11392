import type { KindUnderTest } from '../../api/served-kinds.ts';
import type { Scene } from '../scene.ts';
import { ours, scenesOf, stepsOf } from './kind-steps.ts';

/** Deletes of one object and of collections. */
export function deleteScenes(kind: KindUnderTest): Scene[] {
  const { make, post, get, patch, remove, removeAll, put, withMetadata } = stepsOf(kind);
  const own = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  const options = (more: object) => ({ apiVersion: 'v1', kind: 'DeleteOptions', ...more });
  return scenesOf(kind, {
    delete: [remove(), make, remove(), get(), remove()],
    'delete now': [make, remove(undefined, { gracePeriodSeconds: '0' }), get()],
    'delete with options': [
      make,
      remove(options({ preconditions: { uid: own } })),
      remove(options({ preconditions: { resourceVersion: '1' } })),
      remove(options({ preconditions: { uid: '' } }), { dryRun: 'All' }),
      remove(undefined, { dryRun: 'All' }),
      remove(options({ dryRun: ['All'] })),
      remove(options({ dryRun: ['Some'] })),
      remove(undefined, { dryRun: 'Some' }),
      remove(options({ propagationPolicy: 'Strange' })),
      remove(options({ propagationPolicy: 'Orphan', orphanDependents: true })),
      remove(undefined, { propagationPolicy: 'Strange' }),
      remove(options({ gracePeriodSeconds: 'x' })),
      remove(options({ gracePeriodSeconds: -5, dryRun: ['All'] })),
      remove(undefined, { gracePeriodSeconds: 'x' }),
      remove({ apiVersion: 'v1', kind: 'Pod' }),
      remove({ kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', dryRun: ['All'] }),
      remove({ kind: 'DeleteOptions', apiVersion: 'apps/v1', dryRun: ['All'] }),
      remove({ dryRun: ['All'] }),
      remove(options({ nothing: 1, dryRun: ['All'] })),
      remove(options({ preconditions: 'x' })),
      remove('{'),
      remove('[]'),
      remove('null', { dryRun: 'All' }),
      get(),
      remove(options({ preconditions: { uid: '{given.uid}', resourceVersion: '{given.resourceVersion}' } })),
    ],
    'delete foreground': [make, remove(options({ propagationPolicy: 'Foreground' })), get()],
    'delete orphan': [make, remove(options({ propagationPolicy: 'Orphan' })), get()],
    'delete background': [make, remove(options({ propagationPolicy: 'Background' })), get()],
    'delete held': [
      post(withMetadata({ finalizers: ['example.com/held'] })),
      remove(),
      get(),
      remove(),
      patch('merge', { metadata: { labels: { still: 'here' } } }),
      patch('merge', { metadata: { finalizers: ['example.com/held', 'example.com/more'] } }),
      put({ givenWith: { metadata: { deletionTimestamp: null } } }),
      post(withMetadata({})),
      patch('merge', { metadata: { finalizers: null } }),
      get(),
    ],
    ...(kind.verbs.includes('deletecollection') && {
      deletecollection: [
        make,
        removeAll({ ...ours, dryRun: 'All' }),
        removeAll({ ...ours, limit: 'x' }),
        removeAll({ labelSelector: '!!' }),
        removeAll({ fieldSelector: 'spec.nothing=x' }),
        removeAll({ ...ours, fieldSelector: 'metadata.name=other' }),
        removeAll({ ...ours, propagationPolicy: 'Strange' }),
        removeAll({ ...ours }, options({ preconditions: { uid: own } })),
        removeAll({ ...ours }, '{'),
        removeAll({ ...ours, resourceVersion: '0' }),
        removeAll({ ...ours }),
        get(),
        removeAll({ ...ours, gracePeriodSeconds: '0' }),
      ],
      'deletecollection held': [
        post(withMetadata({ finalizers: ['example.com/held'] })),
        removeAll({ ...ours }),
        get(),
        removeAll({ ...ours }),
      ],
    }),
  });
}
