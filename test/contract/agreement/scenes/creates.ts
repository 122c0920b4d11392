import type { KindUnderTest } from '../../api/served-kinds.ts';
import { takesAnyName } from '../../api/smallest-objects.ts';
import { statusOfKind } from '../../api/statuses.ts';
import type { Scene } from '../scene.ts';
import { scenesOf, stepsOf } from './kind-steps.ts';

/** Creates, right and wrong. */
export function createScenes(kind: KindUnderTest): Scene[] {
  const { make, post, get, withMetadata } = stepsOf(kind);
  const { object, name } = kind;
  const text = JSON.stringify(object);
  const own = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  const unknown = { ...object, nothing: 1, metadata: { ...(object.metadata as object), nowhere: 'x' } };
  const twice = text.replace('"metadata":', '"kind":"Twice","metadata":');
  return scenesOf(kind, {
    'create, and again': [make, get(), make],
    'create dry': [post(object, { query: { dryRun: 'All' } }), get()],
    'create named': [post(object, { query: { fieldManager: 'somebody', pretty: 'true' } }), get()],
    ...(takesAnyName(kind) && {
      'create generated': [
        post(withMetadata({ name: undefined, generateName: '{name}-' })),
        post(withMetadata({ name: undefined, generateName: '{name}-' }), { query: { dryRun: 'All' } }),
        post(withMetadata({ generateName: '{name}-x-' })),
        post(withMetadata({ name: undefined, generateName: '' })),
      ],
    }),
    'create owned metadata': [
      post(
        withMetadata({
          uid: own,
          creationTimestamp: '2020-01-01T00:00:00Z',
          deletionTimestamp: '2020-01-01T00:00:00Z',
          deletionGracePeriodSeconds: 5,
          generation: 7,
          selfLink: '/x',
        }),
      ),
    ],
    'create revision': [post(withMetadata({ resourceVersion: '1' }))],
    'create held': [
      post(
        withMetadata({
          finalizers: ['example.com/held', 'example.com/too'],
          ownerReferences: [
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'none', uid: own, controller: false },
          ],
          annotations: { a: 'b', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
        }),
        { query: { dryRun: 'All' } },
      ),
    ],
    'create bad metadata': [
      post(withMetadata({ finalizers: ['bad'] }), { query: { dryRun: 'All' } }),
      post(withMetadata({ finalizers: ['kubernetes'] }), { query: { dryRun: 'All' } }),
      post(withMetadata({ labels: { 'bad key': 'x', ok: 'bad value!' } }), { query: { dryRun: 'All' } }),
      post(withMetadata({ annotations: { 'bad key': 'x' } }), { query: { dryRun: 'All' } }),
      post(withMetadata({ ownerReferences: [{ apiVersion: 'v1', kind: '', name: '', uid: '' }] }), {
        query: { dryRun: 'All' },
      }),
      post(
        withMetadata({
          ownerReferences: [
            { apiVersion: 'v1', kind: 'A', name: 'a', uid: '1', controller: true },
            { apiVersion: 'v1', kind: 'A', name: 'b', uid: '2', controller: true },
          ],
        }),
        { query: { dryRun: 'All' } },
      ),
      post(withMetadata({ managedFields: [{ manager: 'x' }] }), { query: { dryRun: 'All' } }),
      post(withMetadata({ managedFields: [{ manager: 'x', operation: 'Update', fieldsType: 'Other' }] }), {
        query: { dryRun: 'All' },
      }),
      post(withMetadata({ managedFields: [] }), { query: { dryRun: 'All' } }),
    ],
    'create null and empty': [
      post(withMetadata({ labels: null, annotations: null, finalizers: null }), { query: { dryRun: 'All' } }),
      post(withMetadata({ labels: {}, annotations: {}, finalizers: [], ownerReferences: [] }), {
        query: { dryRun: 'All' },
      }),
      ...Object.keys(object)
        .filter((field) => !['apiVersion', 'kind', 'metadata'].includes(field))
        .flatMap((field) => [
          post({ ...object, [field]: null }, { query: { dryRun: 'All' } }),
          post({ ...object, [field]: undefined }, { query: { dryRun: 'All' } }),
        ]),
      post({ ...object, metadata: null }, { query: { dryRun: 'All' } }),
    ],
    ...(kind.subresources.some((one) => one.name === 'status') && {
      'create with status': [post({ ...object, status: statusOfKind(kind) })],
      'create with bad status': [post({ ...object, status: 'bad' })],
    }),
    'create unknown fields': [
      post(unknown, { query: { fieldValidation: 'Strict', dryRun: 'All' } }),
      post(unknown, { query: { fieldValidation: 'Warn', dryRun: 'All' } }),
      post(unknown, { query: { fieldValidation: 'Ignore', dryRun: 'All' } }),
      post(unknown, { query: { dryRun: 'All' } }),
      post(twice, { query: { fieldValidation: 'Strict', dryRun: 'All' } }),
      post(twice, { query: { dryRun: 'All' } }),
    ],
    'create wrong types': [
      post(withMetadata({ labels: [] })),
      post(withMetadata({ name: 5 })),
      post(withMetadata({ generation: 'x' })),
      post(withMetadata({ generation: 1.5 })),
      post(withMetadata({ creationTimestamp: 'yesterday' })),
      post(withMetadata({ labels: { a: null } }), { query: { dryRun: 'All' } }),
      post(withMetadata({ finalizers: 'x' })),
      post(withMetadata({ ownerReferences: {} })),
      post({ ...object, metadata: [] }),
      post({ ...object, metadata: 'x' }),
      post({ ...object, kind: 5 }),
      post({ ...object, apiVersion: {} }),
      post(text.replace('"metadata":{', '"metadata":{"generation":1.0,'), { query: { dryRun: 'All' } }),
      post(text.replace('"metadata":{', '"metadata":{"generation":1e3,'), { query: { dryRun: 'All' } }),
      post(text.replace('"metadata":{', '"metadata":{"generation":99999999999999999999,'), {
        query: { dryRun: 'All' },
      }),
    ],
    'create wrong names': [
      post(withMetadata({ name: undefined })),
      post(withMetadata({ name: '' })),
      post(withMetadata({ name: 'Bad_Name' }), { query: { dryRun: 'All' } }),
      post(withMetadata({ name: 'a/b' }), { query: { dryRun: 'All' } }),
      post(withMetadata({ name: '..' }), { query: { dryRun: 'All' } }),
      post(withMetadata({ name: 'x'.repeat(300) }), { query: { dryRun: 'All' } }),
      post(withMetadata({ name: undefined, generateName: 'Bad_' }), { query: { dryRun: 'All' } }),
      post(withMetadata({ namespace: 'another' })),
      post(withMetadata({ namespace: '' }), { query: { dryRun: 'All' } }),
    ],
    'create wrong kinds': [
      post({ ...object, kind: 'Other' }),
      post({ ...object, kind: '' }, { query: { dryRun: 'All' } }),
      post({ ...object, kind: undefined }, { query: { dryRun: 'All' } }),
      post({ ...object, apiVersion: undefined }, { query: { dryRun: 'All' } }),
      post({ ...object, apiVersion: 'other/v1' }),
      post({ ...object, apiVersion: 'a/b/c' }),
      post({ ...object, apiVersion: undefined, kind: undefined }, { query: { dryRun: 'All' } }),
      post({ apiVersion: 'v1', kind: 'List', items: [] }),
      post({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }, { query: { dryRun: 'All' } }),
    ],
    'create bad bodies': [
      post(''),
      post('{'),
      post('[]'),
      post('null'),
      post('5'),
      post('"text"'),
      post('not json'),
      post(`${text}x`),
      post(text, { headers: { 'content-type': 'text/plain' } }),
      post(text, { headers: { 'content-type': '' } }),
      post(text, {
        headers: { 'content-type': 'application/json; charset=utf-8' },
        query: { dryRun: 'All' },
      }),
      post(text, { headers: { 'content-type': 'application/yaml' }, query: { dryRun: 'All' } }),
      post('a: b: c', { headers: { 'content-type': 'application/yaml' } }),
      post('a: 1\na: 2\n', { headers: { 'content-type': 'application/yaml' } }),
      post('- a', { headers: { 'content-type': 'application/yaml' } }),
      post('x', { headers: { 'content-type': 'application/vnd.kubernetes.protobuf' } }),
      post('x', { headers: { 'content-type': 'application/cbor' } }),
      post(text, { headers: { 'content-type': 'application/merge-patch+json' } }),
      post(text, { headers: { accept: 'text/csv' } }),
      post(text, { headers: { accept: 'application/yaml' }, query: { dryRun: 'All' } }),
      post(text, {
        headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
        query: { dryRun: 'All' },
      }),
      post(text, {
        headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' },
        query: { dryRun: 'All' },
      }),
    ],
    'create bad parameters': [
      post(object, { query: { dryRun: 'Some' } }),
      post(object, { query: { dryRun: '' }, headers: { accept: 'text/csv' } }),
      post(object, { query: { fieldValidation: 'Never', fieldManager: 'm'.repeat(129) } }),
      post(object, { query: { fieldManager: 'a\u0007b' } }),
      post(object, { query: { pretty: 'maybe', dryRun: 'All' } }),
      post(object, { query: { timeout: 'abc', dryRun: 'All' } }),
      post(object, { query: { timeout: '10s', dryRun: 'All' } }),
      post(object, { query: { unknown: 'x', dryRun: 'All' } }),
    ],
  });
}
