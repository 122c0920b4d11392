import type { KindUnderTest } from '../../api/served-kinds.ts';
import { statusOfKind } from '../../api/statuses.ts';
import { type Scene, step } from '../scene.ts';
import { scenesOf, stepsOf } from './kind-steps.ts';

/** The four patches. */
export function patchScenes(kind: KindUnderTest): Scene[] {
  const { make, patch, get } = stepsOf(kind);
  const { object, path, apiVersion, name } = kind;
  const own = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  const has = (name: string) => kind.subresources.some((one) => one.name === name);
  const applied = (more: object = {}) => ({ apiVersion, kind: kind.kind, metadata: { name, ...more } });
  const by = (fieldManager: string, more: Record<string, string> = {}) => ({ fieldManager, ...more });
  const dry = { dryRun: 'All' };
  const raw = (type: string, body: unknown, query: Record<string, string> = {}) =>
    step('patch odd', 'PATCH', path, { body, query, headers: { 'content-type': type } });
  return scenesOf(kind, {
    'patch json': [
      make,
      patch('json', [{ op: 'add', path: '/metadata/annotations', value: { a: 'b' } }]),
      patch('json', [{ op: 'test', path: '/metadata/annotations/a', value: 'c' }]),
      patch('json', [{ op: 'replace', path: '/metadata/annotations/a', value: 'c' }], by('json')),
      patch('json', [{ op: 'remove', path: '/metadata/annotations/nothing' }]),
      patch('json', [{ op: 'copy', from: '/metadata/annotations/a', path: '/metadata/annotations/d' }]),
      patch('json', [{ op: 'move', from: '/metadata/annotations/a', path: '/metadata/annotations/e' }]),
      patch('json', [{ op: 'fly', path: '/metadata' }]),
      patch('json', [{ op: 'remove', path: '/metadata/name' }]),
      patch('json', [{ op: 'replace', path: '/metadata/name', value: 'other' }]),
      patch('json', [{ op: 'replace', path: '/metadata/uid', value: own }]),
      patch('json', [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }]),
      patch('json', [{ op: 'add', path: '/metadata/labels/x', value: 5 }]),
      patch('json', [{ op: 'add', path: '/nothing', value: 5 }]),
      patch('json', [{ op: 'add', path: '/nothing', value: 5 }], { fieldValidation: 'Strict' }),
      patch('json', []),
      patch('json', {}),
      patch('json', '[{'),
      patch('json', [5]),
      patch('json', [{ op: 'remove', path: '/spec' }], dry),
      get(),
    ],
    'patch merge': [
      make,
      patch('merge', { metadata: { labels: { merged: 'yes' } } }),
      patch('merge', { metadata: { labels: { merged: 'yes' } } }),
      patch('merge', { metadata: { labels: { merged: null }, annotations: { a: 'b' } } }, by('merge')),
      patch('merge', { metadata: { name: 'other' } }),
      patch('merge', { metadata: { uid: own } }),
      patch('merge', { metadata: { resourceVersion: '1' } }),
      get(),
      patch('merge', { metadata: { resourceVersion: '{given.resourceVersion}', labels: { exact: 'yes' } } }),
      patch('merge', { metadata: { labels: 'x' } }),
      patch('merge', { metadata: null }, dry),
      patch('merge', { kind: 'Other' }),
      patch('merge', { apiVersion: 'other/v1' }),
      patch('merge', { nothing: 1 }),
      patch('merge', { nothing: 1 }, { fieldValidation: 'Strict' }),
      patch('merge', '{"metadata":{"labels":{"a":"b"}},"metadata":{}}', { fieldValidation: 'Strict' }),
      patch('merge', '{"metadata":{"labels":{"a":"b"}},"metadata":{}}', dry),
      patch('merge', {}),
      patch('merge', []),
      patch('merge', ''),
      patch('merge', 'x'),
      patch('merge', { metadata: { labels: { x: 'y' } } }, { force: 'true' }),
      patch('merge', { metadata: { labels: { x: 'y' } } }, { dryRun: 'Some' }),
      patch('merge', {
        metadata: { finalizers: ['example.com/a'], generation: 77, creationTimestamp: null },
      }),
      patch('merge', { metadata: { finalizers: null, managedFields: [{}] } }),
      get(),
      ...Object.keys(object)
        .filter((field) => !['apiVersion', 'kind', 'metadata'].includes(field))
        .flatMap((field) => [patch('merge', { [field]: null }, dry), patch('merge', { [field]: 7 }, dry)]),
    ],
    'patch strategic': [
      make,
      patch('strategic', { metadata: { labels: { strategic: 'yes' }, finalizers: ['example.com/a'] } }),
      patch('strategic', { metadata: { finalizers: ['example.com/b'] } }),
      patch('strategic', { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a'] } }),
      patch('strategic', { metadata: { labels: { $patch: 'replace', only: 'me' } } }),
      patch('strategic', { metadata: { labels: { $patch: 'delete' } } }),
      patch('strategic', { metadata: { labels: { $patch: 'strange' } } }),
      patch('strategic', { metadata: { labels: 'x' } }),
      patch('strategic', { metadata: { ownerReferences: [{ kind: 'x' }] } }),
      patch('strategic', { metadata: { name: 'other' } }),
      patch('strategic', { nothing: 1 }),
      patch('strategic', { nothing: 1 }, { fieldValidation: 'Strict' }),
      patch('strategic', []),
      patch('strategic', {}),
      get(),
    ],
    'patch apply': [
      patch('apply', { ...object }, by('first')),
      patch('apply', { ...object }, by('first')),
      patch('apply', applied({ labels: { a: 'b' } }), by('second')),
      patch('apply', applied({ labels: { a: 'c' } }), by('third')),
      patch('apply', applied({ labels: { a: 'c' } }), by('third', { force: 'true' })),
      patch('apply', applied({ labels: { a: 'c' } }), by('second')),
      patch('apply', applied(), by('third')),
      get(),
      patch('apply', applied()),
      patch('apply', { ...applied(), kind: 'Other' }, by('first')),
      patch('apply', { ...applied(), apiVersion: 'other/v1' }, by('first')),
      patch('apply', { metadata: { name } }, by('first')),
      patch('apply', applied({ name: 'other' }), by('first')),
      patch('apply', { apiVersion, kind: kind.kind }, by('first')),
      patch('apply', applied({ managedFields: [{ manager: 'x' }] }), by('first')),
      patch('apply', applied({ resourceVersion: '1' }), by('first')),
      patch('apply', applied({ uid: own }), by('first')),
      patch('apply', { ...applied(), nothing: 1 }, by('first')),
      patch('apply', { ...applied(), nothing: 1 }, by('first', { fieldValidation: 'Strict' })),
      patch('apply', applied({ labels: 'x' }), by('first')),
      patch('apply', applied({ labels: { x: null } }), by('fourth')),
      patch('apply', 'a: b: c', by('first')),
      patch('apply', '', by('first')),
      patch('apply', '[]', by('first')),
      patch('apply', applied({ labels: { dry: 'x' } }), by('fifth', dry)),
      get(),
    ],
    'patch apply after create': [
      make,
      patch('apply', { ...object }, by('first')),
      patch('apply', applied({ labels: { case: 'other' } }), by('second')),
      patch('apply', applied({ labels: { case: 'other' } }), by('second', { force: 'true' })),
      get(),
    ],
    'patch missing': [
      patch('json', []),
      patch('merge', {}),
      patch('strategic', {}),
      patch('apply', applied({ uid: own }), by('first')),
      patch('apply', applied({ resourceVersion: '5' }), by('first')),
      patch('apply', { ...object }, by('first', dry)),
      patch('merge', 'x'),
    ],
    'patch odd': [
      make,
      raw('application/json', {}),
      raw('', {}),
      raw('application/apply-patch+cbor', 'x', by('first')),
      raw('application/merge-patch+json; charset=utf-8', { metadata: { labels: { odd: 'yes' } } }),
      raw('application/yaml', 'a: b'),
    ],
    ...(has('status') && {
      'patch status': [
        make,
        patch('merge', { status: statusOfKind(kind) }),
        patch('merge', { status: statusOfKind(kind) }, {}, '/status'),
        get(),
        patch('strategic', { status: statusOfKind(kind), metadata: { labels: { s: 't' } } }, {}, '/status'),
        patch('json', [{ op: 'remove', path: '/status' }], {}, '/status'),
        patch('merge', { metadata: { annotations: { a: 'b' } }, spec: null }, dry, '/status'),
        patch('apply', { ...applied(), status: statusOfKind(kind) }, by('s'), '/status'),
        patch('apply', { ...applied(), status: statusOfKind(kind) }, by('t', { force: 'true' }), '/status'),
        patch('merge', { status: 'wrong' }, {}, '/status'),
        patch('apply', { ...applied({ labels: { l: 'm' } }) }, by('s'), '/status'),
        get(),
      ],
      'patch status of missing': [
        patch('merge', {}, {}, '/status'),
        patch('apply', applied(), by('s'), '/status'),
      ],
    }),
  });
}
