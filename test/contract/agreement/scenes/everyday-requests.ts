import { type Scene, type Step, step } from '../scene.ts';
import { type EverydayManifest, everydayManifests } from './everyday-manifests.ts';
import { patchTypes } from './kind-steps.ts';

/** What is asked of what people have written without writing it: pages, selections, watches, parts, and what no server takes. */
export function everydayRequestScenes(): Scene[] {
  return everydayManifests.flatMap((manifest) => scenesOf(manifest));
}

const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
const metadataOnly = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' };
const future = '9000000000000';

const labelSelectors = [
  'case={name}',
  'case in ({name},other),app',
  'case={name},app in (shop)',
  'case={name},app notin (shop)',
  'case={name},!app',
  'case={name},tier!=back',
  'case={name},case=other',
  'case in ({name}',
  'case={name},,',
  'case=={name},app=shop=x',
  'case={name},-bad=x',
  'case={name},app=Bad Value',
  'example.com/a/b=c,case={name}',
  'case={name},replicas>2',
  'case={name},replicas>many',
];

const fieldSelectors = [
  'metadata.name={name}',
  'metadata.namespace={ns}',
  'metadata.name={name},metadata.namespace={ns}',
  'metadata.name!={name}',
  'metadata.name in ({name})',
  'metadata.uid=x',
  'metadata.labels.app=shop',
  'status.phase=Running',
  'status.phase!=Running',
  'spec.nodeName=',
  'spec.nodeName=node-0',
  'spec.restartPolicy=Always',
  'spec.serviceAccountName=default',
  'spec.schedulerName=default-scheduler',
  'spec.hostNetwork=false',
  'status.podIP=',
  'status.nominatedNodeName=',
  'spec.unschedulable=true',
  'spec.clusterIP=None',
  'spec.type=ClusterIP',
  'spec.signerName=example.com/signer',
  'status.successful=1',
  'status.replicas=1',
  'type=Opaque',
  'type!=Opaque',
  'reason=Started',
  'involvedObject.kind=Pod',
  'involvedObject.name=x,involvedObject.kind=Pod,type=Warning',
  'spec.group=example.com',
  'kind=Pod',
  'metadata.name',
  'metadata.name=a,',
];

const partMethods = ['GET', 'PUT', 'POST', 'DELETE'] as const;

const parts = [
  'status',
  'scale',
  'finalize',
  'approval',
  'token',
  'log',
  'eviction',
  'binding',
  'ephemeralcontainers',
  'resize',
  'nothing',
];

function scenesOf(manifest: EverydayManifest): Scene[] {
  const { apiVersion, kind, plural, scope } = manifest;
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const collection = scope === 'Cluster' ? `${group}/${plural}` : `${group}/namespaces/{ns}/${plural}`;
  const given = (manifest.object.metadata ?? {}) as Record<string, unknown>;
  const hasOwnName = 'name' in given;
  const objectOf = (name: string) => ({
    apiVersion,
    kind,
    ...manifest.object,
    metadata: { name, ...given, labels: { ...(given.labels as object), case: '{name}' } },
  });
  const object = objectOf('{name}');
  const path = `${collection}/${object.metadata.name}`;
  const make = step('create', 'POST', collection, { body: object });
  const more = hasOwnName
    ? []
    : ['b', 'c', 'd'].map((letter) =>
        step('create', 'POST', collection, { body: objectOf(`{name}-${letter}`) }),
      );
  const ours = { labelSelector: 'case={name}' };
  const get = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    step('get', 'GET', path, { query, headers });
  const list = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    step('list', 'GET', collection, { query, headers });
  const watch = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    step('watch', 'GET', collection, {
      query: { watch: 'true', timeoutSeconds: '1', ...ours, ...query },
      headers,
    });
  const removeAll = (query: Record<string, string>, body?: unknown) =>
    step('deletecollection', 'DELETE', collection, { query, ...(body !== undefined && { body }) });
  const odd = (method: string, at: string, query: string, body?: unknown, type = 'application/json') =>
    step(`odd ${method}`, method, query === '' ? at : `${at}?${query}`, {
      ...(body !== undefined && { body, headers: { 'content-type': type } }),
    });
  const label = { metadata: { labels: { changed: 'yes' } } };
  const change = step('patch merge', 'PATCH', path, {
    body: label,
    headers: { 'content-type': patchTypes.merge },
  });
  const all: Record<string, readonly Step[]> = {
    'requests pages': [
      make,
      ...more,
      list({ ...ours, limit: '2' }),
      list({ ...ours, limit: '2', continue: '{list.continue}' }),
      list({ ...ours, limit: '1' }),
      list({ labelSelector: 'case={name},app', limit: '1', continue: '{list.continue}' }),
      list({ ...ours, limit: '1' }),
      list({ ...ours, fieldSelector: 'metadata.name!=x', limit: '1', continue: '{list.continue}' }),
      list({ ...ours, limit: '1' }),
      list({ ...ours, continue: '{list.continue}' }),
      list({ ...ours, limit: '1' }),
      list({ ...ours, limit: '1', continue: '{list.continue}' }, table),
      list({ ...ours, limit: '1' }, metadataOnly),
      list({ ...ours, limit: '1', continue: '{list.continue}' }, metadataOnly),
      list({ ...ours, limit: '1' }),
      step('list', 'GET', `${group}/${plural}`, {
        query: { ...ours, limit: '1', continue: '{list.continue}' },
      }),
      list({ ...ours, limit: '1' }),
      step('list', 'GET', '/api/v1/namespaces/{ns}/configmaps', {
        query: { ...ours, limit: '1', continue: '{list.continue}' },
      }),
      list({ ...ours, limit: '1' }),
      watch({ continue: '{list.continue}' }),
      watch({ limit: '1' }),
      list({ ...ours, continue: '{list.continue}x' }),
      list({ ...ours, limit: '3', resourceVersion: '0' }),
    ],
    'requests selected by labels': [
      make,
      ...labelSelectors.map((labelSelector) => list({ labelSelector })),
      ...labelSelectors.slice(0, 6).map((labelSelector) => list({ labelSelector }, table)),
      ...labelSelectors.slice(7).map((labelSelector) => watch({ labelSelector })),
      ...labelSelectors.slice(7).map((labelSelector) => removeAll({ labelSelector, dryRun: 'All' })),
    ],
    'requests selected by fields': [
      make,
      ...fieldSelectors.map((fieldSelector) => list({ ...ours, fieldSelector })),
      ...fieldSelectors
        .slice(4)
        .filter((_, index) => index % 3 === 0)
        .map((fieldSelector) => watch({ fieldSelector, resourceVersion: '0' })),
      ...fieldSelectors
        .slice(4, 8)
        .map((fieldSelector) => removeAll({ ...ours, fieldSelector, dryRun: 'All' })),
    ],
    'requests watches': [
      make,
      list(ours),
      change,
      ...[
        undefined,
        table,
        { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' },
      ].flatMap((headers) => [
        watch({}, headers),
        watch({ resourceVersion: '{list.resourceVersion}' }, headers),
        watch({ resourceVersion: '0', allowWatchBookmarks: 'true' }, headers),
        watch(
          {
            sendInitialEvents: 'true',
            allowWatchBookmarks: 'true',
            resourceVersionMatch: 'NotOlderThan',
          },
          headers,
        ),
      ]),
      ...['1', future, 'abc', '-5', '1.5', ' '].map((resourceVersion) => watch({ resourceVersion })),
      ...['Exact', 'Strange', 'NotOlderThan'].flatMap((resourceVersionMatch) => [
        watch({ resourceVersionMatch }),
        watch({ resourceVersionMatch, resourceVersion: '{list.resourceVersion}' }),
        watch({ resourceVersionMatch, sendInitialEvents: 'true', resourceVersion: future }),
      ]),
      watch({ fieldSelector: 'metadata.name={name}' }),
      watch({ fieldSelector: 'metadata.name=other' }),
      watch({ labelSelector: 'case={name},changed', resourceVersion: '{list.resourceVersion}' }),
      watch({ labelSelector: 'case={name},!changed', resourceVersion: '{list.resourceVersion}' }),
      watch({ timeoutSeconds: 'x' }),
      watch({ timeoutSeconds: '1.5' }),
      watch({ allowWatchBookmarks: 'x' }),
      watch({ watch: 'x' }),
      watch({ watch: '1', pretty: 'true' }),
      watch({}, { accept: 'application/json;stream=watch' }),
      watch({}, { accept: 'application/yaml' }),
      watch({}, { accept: 'text/html' }),
      step('watch', 'GET', path, { query: { watch: 'true', timeoutSeconds: '1' } }),
      step('delete', 'DELETE', path, { query: { gracePeriodSeconds: '0' } }),
      watch({ resourceVersion: '{list.resourceVersion}' }),
    ],
    'requests collections': [
      removeAll(ours),
      make,
      ...more,
      removeAll({ ...ours, dryRun: 'All' }),
      removeAll({ ...ours, dryRun: 'all' }),
      removeAll({ ...ours, propagationPolicy: 'Sometimes' }),
      removeAll({ ...ours, gracePeriodSeconds: '-1', dryRun: 'All' }),
      removeAll({ ...ours, gracePeriodSeconds: 'soon' }),
      removeAll({ ...ours, resourceVersion: future }),
      removeAll({ ...ours, resourceVersion: 'abc' }),
      removeAll({ ...ours, limit: '1', dryRun: 'All' }),
      removeAll({ ...ours, continue: 'abc' }),
      removeAll({ ...ours, timeoutSeconds: 'x' }),
      removeAll({ ...ours, orphanDependents: 'maybe' }),
      removeAll({ ...ours }, { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['None'] }),
      removeAll({ ...ours }, { kind: 'DeleteOptions', apiVersion: 'v2', dryRun: ['All'] }),
      removeAll(
        { ...ours },
        { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { resourceVersion: '1' } },
      ),
      removeAll({ ...ours }, { preconditions: { uid: 'x' }, dryRun: ['All'] }),
      removeAll({ ...ours }, []),
      removeAll({ ...ours }, 'x'),
      removeAll({ labelSelector: 'case={name},app=none' }),
      list(ours),
      removeAll({ ...ours, fieldSelector: 'metadata.name={name}' }),
      list(ours),
      removeAll({ ...ours, gracePeriodSeconds: '0', propagationPolicy: 'Background' }),
      list(ours),
    ],
    'requests media types': [
      ...[
        'text/plain',
        'text/html',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-8',
        'application/json;v=1',
        'APPLICATION/JSON',
        'application/*',
        'application/yaml',
        'application/vnd.kubernetes.protobuf',
        'application/cbor',
        'application/merge-patch+json',
        'json',
        '',
        ';',
      ].map((type) => odd('POST', collection, 'dryRun=All', object, type)),
      make,
      ...[
        'application/json',
        'application/yaml',
        'text/plain',
        'application/apply-patch+cbor',
        'application/patch',
        '',
      ].map((type) => odd('PATCH', path, 'dryRun=All', label, type)),
      odd('PATCH', path, 'dryRun=All', label, 'application/merge-patch+json; charset=utf-8'),
      odd('PATCH', path, 'dryRun=All', 'metadata: {labels: {a: b}}', 'application/merge-patch+json'),
      odd('PATCH', path, 'dryRun=All', '[]', 'application/merge-patch+json'),
      odd('PATCH', path, 'dryRun=All', '"x"', 'application/strategic-merge-patch+json'),
      odd('PATCH', path, 'dryRun=All', '{}', 'application/json-patch+json'),
      odd('PATCH', path, 'dryRun=All', '[{"op":"go"}]', 'application/json-patch+json'),
      odd(
        'PATCH',
        path,
        'dryRun=All',
        '[{"op":"test","path":"/kind","value":"x"}]',
        'application/json-patch+json',
      ),
      odd(
        'PATCH',
        path,
        'dryRun=All',
        '[{"op":"remove","path":"/nothing/here"}]',
        'application/json-patch+json',
      ),
      odd('PATCH', path, 'dryRun=All', '[]', 'application/json-patch+json'),
      odd('PATCH', path, 'dryRun=All', '', 'application/json-patch+json'),
      odd('PATCH', path, 'dryRun=All', '', 'application/merge-patch+json'),
      odd('PATCH', path, 'dryRun=All&fieldManager=x', '', 'application/apply-patch+yaml'),
      odd('PATCH', path, 'dryRun=All&fieldManager=x', '[]', 'application/apply-patch+yaml'),
      odd('PATCH', path, 'dryRun=All&fieldManager=x', 'a: [', 'application/apply-patch+yaml'),
      odd('PATCH', path, 'dryRun=All', object, 'application/apply-patch+yaml'),
      odd('PUT', path, 'dryRun=All', object, 'text/plain'),
      odd('PUT', path, 'dryRun=All', object, ''),
      odd('PUT', path, 'dryRun=All', '', 'application/json'),
      odd('PUT', path, 'dryRun=All', '{', 'application/json'),
      odd('PUT', path, 'dryRun=All', '[]', 'application/json'),
      odd('PUT', path, 'dryRun=All', 'null', 'application/json'),
      odd('PUT', path, 'dryRun=All', '{}', 'application/json'),
      ...[
        'text/html',
        'application/xml',
        'application/json;as=Table',
        'application/json;as=Table;g=meta.k8s.io',
        'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
        'application/yaml;as=Table;v=v1;g=meta.k8s.io',
        'text/*, application/yaml;q=0.1',
        'application/json;q=0',
        '',
        'x',
      ].flatMap((accept) => [get({}, { accept }), list(ours, { accept })]),
    ],
    'requests parameters': [
      make,
      ...[
        'dryRun=all',
        'dryRun=',
        'dryRun=All&dryRun=All',
        'dryRun=All&dryRun=None',
        `dryRun=All&fieldManager=${'m'.repeat(129)}`,
        'dryRun=All&fieldManager=%01',
        'dryRun=All&fieldManager=a%20b',
        'dryRun=All&fieldValidation=strict',
        'dryRun=All&fieldValidation=Ignore&fieldValidation=Strict',
        'dryRun=All&pretty=x',
        'dryRun=All&timeout=5s',
        'dryRun=All&timeout=abc',
        'dryRun=All&timeout=0',
        'dryRun=All&timeout=-1s',
        'dryRun=All&unknown=1',
        'dryRun=All&force=true',
        'dryRun=All&force=perhaps',
      ].flatMap((query) => [
        odd('POST', collection, query, {
          ...object,
          metadata: { ...object.metadata, name: hasOwnName ? object.metadata.name : '{name}-x' },
        }),
        odd('PUT', path, query, object),
        odd('PATCH', path, query, label, patchTypes.merge),
        odd('PATCH', path, `${query}&fieldManager=applier`, object, patchTypes.apply),
      ]),
      ...[
        'gracePeriodSeconds=1.5',
        'orphanDependents=x',
        'propagationPolicy=',
        'propagationPolicy=orphan',
        'dryRun=x',
        'ignoreStoreReadErrorWithClusterBreakingPotential=true&dryRun=All',
        'ignoreStoreReadErrorWithClusterBreakingPotential=x',
        'gracePeriodSeconds=5&dryRun=All',
        'preconditions=x&dryRun=All',
      ].map((query) => odd('DELETE', path, query)),
      ...[
        'limit=5',
        'resourceVersion=x',
        'watch=false',
        'watch=perhaps',
        'labelSelector=a=b',
        'fieldSelector=x',
        'timeoutSeconds=1',
        'continue=x',
        'pretty=1',
        'exact=x',
      ].map((query) => odd('GET', path, query)),
      ...[
        'watch=perhaps',
        'watch=false',
        'watch=0',
        'watch=',
        'limit=1e3',
        'limit=-1',
        'timeoutSeconds=-1',
        'timeoutSeconds=',
        'labelSelector=app',
        'resourceVersion=0&resourceVersionMatch=',
        'pretty=true',
        'timeout=abc',
        'timeout=3s',
      ].map((query) => odd('GET', collection, `labelSelector=case%3D{name}&timeoutSeconds=1&${query}`)),
    ],
    'requests methods': [
      make,
      ...['POST', 'HEAD', 'OPTIONS', 'TRACE', 'MOVE'].map((method) => odd(method, path, '')),
      ...['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'].map((method) => odd(method, collection, '')),
      odd('PUT', collection, '', object),
      odd('PATCH', collection, '', label, patchTypes.merge),
      odd('POST', path, '', object),
      odd('GET', `${collection}/none`, ''),
      odd('PUT', `${collection}/none`, '', object),
      odd('PUT', `${collection}/none`, 'dryRun=All', {
        ...object,
        metadata: { ...object.metadata, name: 'none' },
      }),
      odd('PATCH', `${collection}/none`, '', label, patchTypes.merge),
      odd('PATCH', `${collection}/none`, '', label, patchTypes.strategic),
      odd('PATCH', `${collection}/none`, '', '[]', patchTypes.json),
      odd('DELETE', `${collection}/none`, ''),
      odd('POST', collection, '', object),
      odd('POST', collection, '', { ...object, kind: 'Other' }),
      odd('POST', collection, '', { ...object, apiVersion: 'other/v1' }),
      odd('POST', collection, '', { ...object, apiVersion: 'a/b/c' }),
      odd('POST', collection, '', { ...object, apiVersion: undefined }),
      odd('POST', collection, '', { ...object, metadata: { ...object.metadata, namespace: 'elsewhere' } }),
      odd('PUT', path, 'dryRun=All', { ...object, metadata: { ...object.metadata, namespace: 'elsewhere' } }),
      odd('POST', collection, '', { ...object, metadata: {} }),
      odd('POST', collection, '', { ...object, metadata: 'x' }),
      odd('POST', collection, '', { kind: 'List', apiVersion: 'v1', items: [object] }),
      odd('POST', collection, '', { kind: `${kind}List`, apiVersion, items: [object] }),
      odd('POST', collection.replace('{ns}', 'none'), 'dryRun=All', object),
      odd('GET', collection.replace('{ns}', 'none'), ''),
    ],
    'requests parts': [
      make,
      ...parts.flatMap((part) => [
        ...partMethods.map((method) =>
          odd(
            method,
            `${path}/${part}`,
            'dryRun=All',
            method === 'PUT' || method === 'POST' ? {} : undefined,
          ),
        ),
        odd('PATCH', `${path}/${part}`, 'dryRun=All', label, patchTypes.merge),
        odd('PATCH', `${path}/${part}`, 'dryRun=All&fieldManager=x', object, patchTypes.apply),
        odd('PUT', `${path}/${part}`, 'dryRun=All', object),
        odd('GET', `${collection}/none/${part}`, ''),
        odd('PATCH', `${collection}/none/${part}`, '', label, patchTypes.merge),
      ]),
      step('get', 'GET', `${path}/status`, { headers: table }),
      step('get', 'GET', `${path}/scale`, { headers: table }),
      get(),
    ],
  };
  const resource = `${plural}.${apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`}`;
  return Object.entries(all).map(([title, steps]) => ({ kind: resource, title, steps }));
}
