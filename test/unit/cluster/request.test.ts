import { describe, expect, test } from 'vitest';
import {
  type ClusterRequest,
  type Collection,
  type CollectionReading,
  collectionRequest,
  connectRequest,
  operationRequest,
  pathRequest,
  proxyRequest,
  streamRequest,
} from '../../../client/src/cluster/http/request.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import type { Operation, WatchOperation } from '../../../client/src/cluster/operation.ts';
import { logRequest } from '../../../client/src/cluster/streams/logs/read-logs.ts';
import { portForwardRequest } from '../../../client/src/cluster/streams/pod-carrier.ts';
import { deployments, nodes, pods } from './resources.ts';

const web = { resource: pods, namespace: 'shop', name: 'web' };
const json = 'application/json';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const onPods = (verb: string) => ({
  verb,
  resource: 'pods',
  namespace: 'shop',
  name: undefined,
  scope: 'Namespaced',
});

describe('requests as data', () => {
  test('get', () => {
    expect(operationRequest({ verb: 'get', of: web })).toEqual({
      method: 'GET',
      path: '/api/v1/namespaces/shop/pods/web',
      headers: { accept: 'application/json' },
      duration: 'short',
      longestAnswer: 16 * 1024 * 1024,
      intent: { verb: 'get', resource: 'pods', namespace: 'shop', name: 'web', scope: 'Namespaced' },
    });
  });

  const collection = (fields: Partial<Collection>): Collection => ({
    resource: pods,
    namespace: 'shop',
    selection: {},
    content: 'rows',
    ...fields,
  });
  const first: CollectionReading = { verb: 'list', continueToken: undefined };
  const next: CollectionReading = { verb: 'list', continueToken: 'a+/=' };
  const on: CollectionReading = { verb: 'watch', from: { resourceVersion: '7' }, timeoutSeconds: 400 };
  const anew: CollectionReading = { verb: 'watch', from: 'initial-events', timeoutSeconds: 300 };
  const inShop = '/api/v1/namespaces/shop/pods';
  const watch = 'watch=true&allowWatchBookmarks=true';

  test.each<[string, Partial<Collection>, CollectionReading, string]>([
    ['rows', {}, first, `${inShop}?limit=500&includeObject=Metadata`],
    ['objects', { content: 'objects' }, first, `${inShop}?limit=500`],
    ['a further page', { content: 'objects' }, next, `${inShop}?limit=500&continue=a%2B%2F%3D`],
    ['a further page of rows', {}, next, `${inShop}?limit=2000&continue=a%2B%2F%3D&includeObject=Metadata`],
    [
      'some, by labels',
      { content: 'objects', selection: { labelSelector: 'app=web,x!=y' } },
      next,
      `${inShop}?limit=500&continue=a%2B%2F%3D&labelSelector=app%3Dweb%2Cx!%3Dy`,
    ],
    [
      'one, by its name',
      { content: 'objects', selection: { fieldSelector: 'metadata.name=web' } },
      on,
      `${inShop}?${watch}&timeoutSeconds=400&resourceVersion=7&fieldSelector=metadata.name%3Dweb`,
    ],
    [
      'all namespaces',
      { resource: deployments, namespace: undefined },
      first,
      '/apis/apps/v1/deployments?limit=500&includeObject=Metadata',
    ],
    [
      'one namespace',
      { resource: deployments },
      first,
      '/apis/apps/v1/namespaces/shop/deployments?limit=500&includeObject=Metadata',
    ],
    ['without namespaces', { resource: nodes }, first, '/api/v1/nodes?limit=500&includeObject=Metadata'],
    [
      'changes from a version on',
      {},
      on,
      `${inShop}?${watch}&timeoutSeconds=400&resourceVersion=7&includeObject=Metadata`,
    ],
    [
      'changes with everything that exists first',
      { namespace: undefined },
      anew,
      `/api/v1/pods?${watch}&timeoutSeconds=300&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&includeObject=Metadata`,
    ],
  ])('a collection: %s', (_name, fields, reading, path) => {
    expect(collectionRequest(collection(fields), reading).path).toBe(path);
  });

  test('rows are a Table; a list is short, a watch a stream', () => {
    const { path: _, ...list } = collectionRequest(collection({}), first);
    expect(list).toEqual({
      method: 'GET',
      headers: { accept: table },
      duration: 'short',
      longestAnswer: 64 * 1024 * 1024,
      whenBusy: 'tell',
      intent: onPods('list'),
    });
    expect(collectionRequest(collection({ content: 'objects' }), on)).toMatchObject({
      headers: { accept: 'application/json' },
      duration: 'stream',
      longestAnswer: 64 * 1024 * 1024,
      intent: onPods('watch'),
    });
  });

  const object: KubeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', managedFields: [{}] },
    spec: { a: 1 },
  };

  test('apply leaves managedFields out', () => {
    expect(
      operationRequest({ verb: 'patch', type: 'apply', of: web, patch: object, force: true, dryRun: true }),
    ).toEqual({
      method: 'PATCH',
      path: '/api/v1/namespaces/shop/pods/web?fieldManager=kubewright&fieldValidation=Strict&force=true&dryRun=All',
      headers: { accept: 'application/json', 'content-type': 'application/apply-patch+yaml' },
      body: '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"a":1}}',
      duration: 'short',
      longestAnswer: 16 * 1024 * 1024,
      intent: { verb: 'patch', resource: 'pods', namespace: 'shop', name: 'web', scope: 'Namespaced' },
    });
    expect(
      operationRequest({
        verb: 'patch',
        type: 'apply',
        of: web,
        patch: object,
        fieldManager: 'me',
        force: false,
      }).path,
    ).toBe('/api/v1/namespaces/shop/pods/web?fieldManager=me&fieldValidation=Strict');
  });

  test('create, patch and delete', () => {
    expect(
      operationRequest({
        verb: 'create',
        of: { resource: pods, namespace: 'shop' },
        object: { ...object, metadata: {} },
        dryRun: true,
      }),
    ).toEqual({
      method: 'POST',
      path: '/api/v1/namespaces/shop/pods?fieldManager=kubewright&fieldValidation=Strict&dryRun=All',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"apiVersion":"v1","kind":"Pod","metadata":{},"spec":{"a":1}}',
      duration: 'short',
      longestAnswer: 16 * 1024 * 1024,
      intent: onPods('create'),
    });
    expect(
      operationRequest({ verb: 'patch', of: web, type: 'strategic-merge', patch: { spec: null } }),
    ).toMatchObject({
      method: 'PATCH',
      path: '/api/v1/namespaces/shop/pods/web?fieldManager=kubewright&fieldValidation=Strict',
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
      body: '{"spec":null}',
    });
    expect(
      operationRequest({ verb: 'delete', of: web, uid: 'u', gracePeriodSeconds: 0, dryRun: true }),
    ).toMatchObject({
      method: 'DELETE',
      path: '/api/v1/namespaces/shop/pods/web',
      body: '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Background","gracePeriodSeconds":0,"preconditions":{"uid":"u"},"dryRun":["All"]}',
    });
  });

  test('subresources', () => {
    const scale = { ...web, resource: deployments, subresource: 'scale' };
    const path = '/apis/apps/v1/namespaces/shop/deployments/web/scale';
    const intent = {
      resource: 'deployments.apps',
      subresource: 'scale',
      namespace: 'shop',
      name: 'web',
      scope: 'Namespaced',
    };
    expect(operationRequest({ verb: 'get', of: scale })).toMatchObject({
      path,
      intent: { ...intent, verb: 'get' },
    });
    expect(operationRequest({ verb: 'patch', of: scale, type: 'merge', patch: {} })).toMatchObject({
      path: `${path}?fieldManager=kubewright&fieldValidation=Strict`,
      intent: { ...intent, verb: 'patch' },
    });
    const exec = { ...web, subresource: 'exec' };
    const asked = { method: 'GET', words: 'run in', rights: ['get', 'create'] } as const;
    expect(connectRequest(asked, exec, { command: ['ls', '-l'], stdin: true, tty: undefined })).toEqual({
      method: 'GET',
      path: '/api/v1/namespaces/shop/pods/web/exec?command=ls&command=-l&stdin=true',
      headers: {},
      duration: 'stream',
      longestAnswer: 16 * 1024 * 1024,
      intent: {
        ...{
          verb: 'run in',
          resource: 'pods',
          subresource: 'exec',
          namespace: 'shop',
          name: 'web',
          scope: 'Namespaced',
        },
        rights: ['get', 'create'],
      },
    });
    expect(() => streamRequest({ ...web, subresource: '..' }, {})).toThrow('".." is no name');
  });

  test('streams', () => {
    expect(logRequest(web, { container: 'c', follow: true, previous: false, tailLines: 10 })).toMatchObject({
      path: '/api/v1/namespaces/shop/pods/web/log?container=c&follow=true&tailLines=10',
      headers: { accept: '*/*' },
      duration: 'stream',
      longestAnswer: 16 * 1024 * 1024,
      intent: { verb: 'get', resource: 'pods', subresource: 'log', name: 'web' },
    });
    const path = '/api/v1/namespaces/shop/pods/web/portforward';
    for (const [way, request] of [
      ['tunnel', { method: 'GET', path }],
      ['post', { method: 'POST', path }],
      ['channels', { method: 'GET', path: `${path}?ports=8080` }],
    ] as const) {
      expect(portForwardRequest(web, 8080, way)).toMatchObject({
        ...request,
        intent: {
          verb: 'port-forward to',
          resource: 'pods',
          subresource: 'portforward',
          rights: ['create'],
        },
      });
    }
    expect(pathRequest('/apis/x?y=1', 'a/b')).toEqual({
      method: 'GET',
      path: '/apis/x?y=1',
      headers: { accept: 'a/b' },
      duration: 'short',
      longestAnswer: 48 * 1024 * 1024,
      intent: { verb: 'get', resource: '/apis/x', namespace: undefined, name: undefined, scope: 'None' },
    });
  });

  const inAll = { resource: pods, namespace: undefined };
  const inShopOnly = { resource: pods, namespace: 'shop' };
  const metadataOnly = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json';
  const metadataList = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json';
  const strict = 'fieldManager=kubewright&fieldValidation=Strict';

  test.each<[Operation | WatchOperation, Partial<ClusterRequest>]>([
    [
      { verb: 'get', of: web, as: 'metadata', resourceVersion: '0' },
      { method: 'GET', path: `${inShop}/web?resourceVersion=0`, headers: { accept: metadataOnly } },
    ],
    [
      { verb: 'get', of: web, as: 'table' },
      { path: `${inShop}/web?includeObject=Metadata`, headers: { accept: table } },
    ],
    [
      { verb: 'list', of: inAll, as: 'metadata', resourceVersion: '7', resourceVersionMatch: 'Exact' },
      {
        path: '/api/v1/pods?resourceVersionMatch=Exact&resourceVersion=7',
        headers: { accept: metadataList },
        duration: 'short',
      },
    ],
    [
      { verb: 'list', of: inShopOnly, labelSelector: 'a=b', limit: 2, continueToken: 'c', timeoutSeconds: 5 },
      { path: `${inShop}?limit=2&continue=c&timeoutSeconds=5&labelSelector=a%3Db` },
    ],
    [
      { verb: 'watch', of: inShopOnly, as: 'metadata', resourceVersion: '7' },
      {
        path: `${inShop}?watch=true&resourceVersion=7`,
        headers: { accept: metadataOnly },
        duration: 'stream',
      },
    ],
    [
      { verb: 'create', of: { ...web, subresource: 'eviction' }, object },
      { method: 'POST', path: `${inShop}/web/eviction?${strict}` },
    ],
    [
      { verb: 'update', of: { ...web, subresource: 'status' }, object, fieldValidation: 'Warn' },
      { method: 'PUT', path: `${inShop}/web/status?fieldManager=kubewright&fieldValidation=Warn` },
    ],
    [
      { verb: 'patch', of: web, type: 'json', patch: [] },
      {
        method: 'PATCH',
        body: '[]',
        headers: { accept: json, 'content-type': 'application/json-patch+json' },
      },
    ],
    [
      { verb: 'delete', of: web, resourceVersion: '7', propagationPolicy: 'Orphan' },
      {
        method: 'DELETE',
        body: '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Orphan","preconditions":{"resourceVersion":"7"}}',
      },
    ],
    [
      { verb: 'deletecollection', of: inShopOnly, labelSelector: 'a=b', dryRun: true },
      {
        method: 'DELETE',
        path: `${inShop}?labelSelector=a%3Db`,
        body: '{"apiVersion":"v1","kind":"DeleteOptions","propagationPolicy":"Background","dryRun":["All"]}',
        intent: { ...onPods('deletecollection') } as ClusterRequest['intent'],
      },
    ],
  ])('%j', (operation, request) => {
    expect(operationRequest(operation)).toMatchObject(request);
  });

  test.each<Operation>([
    { verb: 'create', of: inAll, object },
    { verb: 'deletecollection', of: inAll },
    { verb: 'get', of: { ...web, namespace: undefined } },
    { verb: 'delete', of: { ...web, namespace: undefined } },
  ])('what is in namespaces is changed in one: $verb', (operation) => {
    expect(() => operationRequest(operation)).toThrow('pods are in namespaces: name one');
  });

  test.each([
    ['', ''],
    ['/', '/'],
    ['/metrics?all=true&a=/../', '/metrics?all=true&a=/../'],
    ['/a b/%2e%2e%2Fc', '/a%20b/..%2Fc'],
    ['/a/b.c/%zz', '/a/b.c/%25zz'],
    ['/a#b?c#d', '/a%23b?c%23d'],
  ])('the proxy passes on the path "%s"', (path, sent) => {
    expect(
      proxyRequest({ verb: 'proxy', of: { ...web, name: 'https:web:8443' }, method: 'PUT', path }),
    ).toMatchObject({
      method: 'PUT',
      path: `${inShop}/https%3Aweb%3A8443/proxy${sent}`,
      intent: { verb: 'update', subresource: 'proxy' },
    });
  });

  test.each(['/..', '/a/../b', '/./x', '/%2e%2e/x', 'x'])('and not the path "%s"', (path) => {
    expect(() => proxyRequest({ verb: 'proxy', of: web, method: 'GET', path })).toThrow(RangeError);
  });

  test.each(['..', '.', ''])('a name of "%s" reaches no other object', (name) => {
    expect(() => operationRequest({ verb: 'get', of: { ...web, name } })).toThrow(`"${name}" is no name`);
  });

  test('a hostile name stays one segment', () => {
    expect(operationRequest({ verb: 'get', of: { ...web, namespace: 'a/b', name: '../c?d#e' } }).path).toBe(
      '/api/v1/namespaces/a%2Fb/pods/..%2Fc%3Fd%23e',
    );
  });
});
