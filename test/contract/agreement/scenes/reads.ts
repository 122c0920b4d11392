import type { KindUnderTest } from '../../api/served-kinds.ts';
import { takesAnyName } from '../../api/smallest-objects.ts';
import { type Scene, step } from '../scene.ts';
import { ours, scenesOf, stepsOf } from './kind-steps.ts';

const asTable = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const asOldTable = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1beta1' };
const asMetadata = { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' };
const asMetadataList = { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' };
const tooLarge = '9000000000000';

/** Gets, lists and watches, by every parameter. */
export function readScenes(kind: KindUnderTest): Scene[] {
  const { make, post, get, list, watch, patch, withMetadata } = stepsOf(kind);
  const { prefix, plural, scope } = kind;
  const everywhere = (query: Record<string, string>) => step('list', 'GET', `${prefix}/${plural}`, { query });
  const second = takesAnyName(kind)
    ? [post(withMetadata({ name: '{name}-2' })), post(withMetadata({ name: '{name}-3' }))]
    : [];
  return scenesOf(kind, {
    get: [
      get(),
      make,
      get(),
      ...['0', '{given.resourceVersion}', tooLarge, 'abc', '-1', '99999999999999999999', ''].map(
        (resourceVersion) => get({ query: { resourceVersion } }),
      ),
      get({ query: { resourceVersionMatch: 'Exact' } }),
      get({ query: { resourceVersion: '1', resourceVersionMatch: 'Strange' } }),
      get({ query: { pretty: 'true', exact: 'true', export: 'true' } }),
      ...[
        asTable,
        asOldTable,
        asMetadata,
        asMetadataList,
        { accept: 'application/yaml' },
        { accept: 'text/csv' },
        { accept: '*/*' },
        { accept: 'application/*' },
        { accept: 'text/csv, application/json;q=0.5' },
        { accept: 'application/json;as=Strange;g=meta.k8s.io;v=v1' },
        { accept: 'application/json;as=Table;g=meta.k8s.io;v=v7' },
        { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json' },
        { accept: 'application/json;stream=watch' },
        { accept: 'application/json;pretty=1' },
        { accept: 'application/cbor' },
      ].map((headers) => get({ headers })),
      get({ headers: asTable, query: { includeObject: 'Object' } }),
      get({ headers: asTable, query: { includeObject: 'None' } }),
      get({ headers: asTable, query: { includeObject: 'Strange' } }),
      get({ headers: asTable, query: { resourceVersion: tooLarge } }),
      get({ headers: asMetadata, query: { resourceVersion: tooLarge } }),
    ],
    list: [
      list({ ...ours }),
      make,
      ...second,
      list({ ...ours }),
      ...(scope === 'Namespaced' ? [list({}), everywhere({ ...ours })] : []),
      ...['0', '1', '{list.resourceVersion}', tooLarge, 'abc', '-1', '99999999999999999999', ''].flatMap(
        (resourceVersion) =>
          [undefined, 'Exact', 'NotOlderThan', 'Strange'].map((resourceVersionMatch) =>
            list({ ...ours, resourceVersion, ...(resourceVersionMatch && { resourceVersionMatch }) }),
          ),
      ),
      list({ ...ours, resourceVersionMatch: 'Exact' }),
      list({ ...ours, sendInitialEvents: 'true' }),
      list({ ...ours, sendInitialEvents: 'x' }),
      list({ ...ours, allowWatchBookmarks: 'true' }),
      list({ ...ours, timeoutSeconds: 'x' }),
      list({ ...ours, timeoutSeconds: '5' }),
      ...[asTable, asOldTable, asMetadataList, asMetadata].map((headers) => list(ours, { headers })),
      list({ ...ours, resourceVersion: tooLarge }, { headers: asTable }),
      list({ ...ours, includeObject: 'Object' }, { headers: asTable }),
      list({ ...ours, includeObject: 'None' }, { headers: asTable }),
      list(ours, { headers: { accept: 'application/yaml' } }),
      list(ours, { headers: { accept: 'text/csv' } }),
      list({ ...ours, pretty: 'true' }),
    ],
    // Outside of namespaces there is what others have made.
    ...(scope === 'Namespaced' && {
      'list pages': [
        make,
        ...second,
        list({ ...ours, limit: '1' }),
        list({ ...ours, limit: '1', continue: '{list.continue}' }),
        list({ ...ours, limit: '1', continue: '{list.continue}', resourceVersion: '1' }),
        list({ ...ours, limit: '1', continue: '{list.continue}', resourceVersion: '0' }),
        list({ ...ours, limit: '1', continue: '{list.continue}', resourceVersionMatch: 'Exact' }),
        list({ ...ours, limit: '1', continue: '{list.continue}' }),
        ...(scope === 'Namespaced'
          ? [list({ limit: '2' }), list({ limit: '2', continue: '{list.continue}' }), list({ limit: '500' })]
          : []),
        list({ ...ours, limit: '1', resourceVersion: '0' }),
        list({ ...ours, limit: '1', resourceVersion: '{list.resourceVersion}' }),
        list({
          ...ours,
          limit: '1',
          resourceVersion: '{list.resourceVersion}',
          resourceVersionMatch: 'Exact',
        }),
        list({ ...ours, limit: '2' }, { headers: asTable }),
        list({ ...ours, limit: '2' }, { headers: asMetadataList }),
        ...['abc', '-1', '0', '', '1.5', '99999999999999999999'].map((limit) => list({ ...ours, limit })),
        ...['abc', 'e30', 'eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ', 'eyJ2IjoieCIsInJ2IjoxLCJzdGFydCI6ImEifQ'].map(
          (token) => list({ ...ours, continue: token }),
        ),
      ],
    }),
    'list selected': [
      make,
      ...[
        'metadata.name={name}',
        'metadata.name=other',
        'metadata.name!={name}',
        'metadata.name==a,metadata.name=b',
        'metadata.namespace={ns}',
        'metadata.namespace=other',
        'spec.nothing=x',
        'metadata.labels=x',
        'x',
        '=',
        'metadata.name',
        'status.phase=Pending',
        'spec.nodeName=',
        'type=Opaque',
        'a=b,c=d',
        'metadata.name=a\\,b',
        ',',
      ].map((fieldSelector) => list({ ...ours, fieldSelector })),
      ...[
        'case in ({name})',
        'case notin ({name}),kubewright-contract-run={run}',
        'case,kubewright-contract-run={run}',
        '!case,kubewright-contract-run={run}',
        'case={name},case!={name}',
        'case==({name})',
        'case in (',
        'case in ()',
        'case=',
        'case=a b',
        '!!',
        '=x',
        'bad key=x',
        'case=bad value!',
        'case>5',
        'case<x',
        'a/b/c=d',
        'x'.repeat(70),
        ' case = {name} ',
      ].map((labelSelector) => list({ labelSelector })),
      list({ ...ours, fieldSelector: 'metadata.name={name}' }, { headers: asTable }),
      list({ ...ours, fieldSelector: 'metadata.name={name}', resourceVersion: '0' }),
    ],
    watch: [
      make,
      list(ours),
      watch({ ...ours }),
      watch({ ...ours, resourceVersion: '0' }),
      patch('merge', { metadata: { labels: { changed: 'yes' } } }),
      watch({ ...ours, resourceVersion: '{list.resourceVersion}' }),
      watch({ ...ours, resourceVersion: '{list.resourceVersion}' }, { headers: asTable }),
      watch({ ...ours, resourceVersion: '{list.resourceVersion}' }, { headers: asMetadata }),
      watch({ labelSelector: 'case={name},changed!=yes', resourceVersion: '{list.resourceVersion}' }),
      watch({ labelSelector: 'case={name},changed=yes', resourceVersion: '{list.resourceVersion}' }),
      watch({ ...ours, resourceVersion: 'abc' }),
      watch({ ...ours, resourceVersion: '-1' }),
      watch({ ...ours, resourceVersion: '0', resourceVersionMatch: 'NotOlderThan' }),
      watch({ ...ours, continue: 'x' }),
      watch({ ...ours, timeoutSeconds: 'x' }),
      watch({ ...ours, sendInitialEvents: 'true' }),
      watch({ ...ours, sendInitialEvents: 'true', resourceVersionMatch: 'Exact' }),
      watch({
        ...ours,
        sendInitialEvents: 'true',
        resourceVersionMatch: 'NotOlderThan',
        allowWatchBookmarks: 'true',
      }),
      watch({ ...ours, sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' }),
      watch({
        ...ours,
        sendInitialEvents: 'false',
        resourceVersionMatch: 'NotOlderThan',
        resourceVersion: '0',
      }),
      watch(
        {
          ...ours,
          sendInitialEvents: 'true',
          resourceVersionMatch: 'NotOlderThan',
          allowWatchBookmarks: '1',
        },
        { headers: asTable },
      ),
      watch({ ...ours, fieldSelector: 'spec.nothing=x' }),
      watch({ labelSelector: '!!' }),
      watch(ours, { headers: { accept: 'text/csv' } }),
      watch(ours, { headers: { accept: 'application/yaml' } }),
      step('watch', 'GET', kind.path, { query: { watch: 'true', timeoutSeconds: '1' } }),
      step('watch', 'GET', kind.path.replace(`${prefix}/`, `${prefix}/watch/`), {
        query: { timeoutSeconds: '1' },
      }),
    ],
  });
}
