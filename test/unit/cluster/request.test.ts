import { describe, expect, test } from 'vitest';
import {
  applyRequest,
  type Collection,
  type CollectionReading,
  collectionRequest,
  connectRequest,
  createRequest,
  deleteRequest,
  getRequest,
  patchRequest,
  pathRequest,
  streamRequest,
} from '../../../client/src/cluster/http/request.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { logRequest } from '../../../client/src/cluster/streams/logs.ts';
import { portForwardRequest } from '../../../client/src/cluster/streams/port-forward.ts';
import { deployments, nodes, pods } from './resources.ts';

const web = { resource: pods, namespace: 'shop', name: 'web' };
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
    expect(getRequest(web)).toEqual({
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
    expect(applyRequest(web, object, { fieldManager: 'kubewright', force: true, dryRun: true })).toEqual({
      method: 'PATCH',
      path: '/api/v1/namespaces/shop/pods/web?fieldManager=kubewright&fieldValidation=Strict&force=true&dryRun=All',
      headers: { accept: 'application/json', 'content-type': 'application/apply-patch+yaml' },
      body: '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"a":1}}',
      duration: 'short',
      longestAnswer: 16 * 1024 * 1024,
      intent: { verb: 'patch', resource: 'pods', namespace: 'shop', name: 'web', scope: 'Namespaced' },
    });
    expect(applyRequest(web, object, { fieldManager: 'me', force: false }).path).toBe(
      '/api/v1/namespaces/shop/pods/web?fieldManager=me&fieldValidation=Strict',
    );
  });

  test('create, patch and delete', () => {
    expect(createRequest(pods, 'shop', { ...object, metadata: {} }, { dryRun: true })).toEqual({
      method: 'POST',
      path: '/api/v1/namespaces/shop/pods?fieldManager=kubewright&fieldValidation=Strict&dryRun=All',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"apiVersion":"v1","kind":"Pod","metadata":{},"spec":{"a":1}}',
      duration: 'short',
      longestAnswer: 16 * 1024 * 1024,
      intent: onPods('create'),
    });
    expect(patchRequest(web, 'strategic-merge', { spec: null })).toMatchObject({
      method: 'PATCH',
      path: '/api/v1/namespaces/shop/pods/web?fieldManager=kubewright&fieldValidation=Strict',
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
      body: '{"spec":null}',
    });
    expect(deleteRequest(web, { uid: 'u', gracePeriodSeconds: 0, dryRun: true })).toMatchObject({
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
    expect(getRequest(scale)).toMatchObject({ path, intent: { ...intent, verb: 'get' } });
    expect(patchRequest(scale, 'merge', {})).toMatchObject({
      path: `${path}?fieldManager=kubewright&fieldValidation=Strict`,
      intent: { ...intent, verb: 'patch' },
    });
    const exec = { ...web, subresource: 'exec' };
    expect(connectRequest('run in', exec, { command: ['ls', '-l'], stdin: true, tty: undefined })).toEqual({
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
    expect(portForwardRequest(web, 8080)).toMatchObject({
      path: '/api/v1/namespaces/shop/pods/web/portforward?ports=8080',
      intent: { verb: 'port-forward to', resource: 'pods', subresource: 'portforward' },
    });
    expect(pathRequest('/apis/x?y=1', 'a/b')).toEqual({
      method: 'GET',
      path: '/apis/x?y=1',
      headers: { accept: 'a/b' },
      duration: 'short',
      longestAnswer: 48 * 1024 * 1024,
      intent: { verb: 'get', resource: '/apis/x', namespace: undefined, name: undefined, scope: 'None' },
    });
  });

  test.each(['..', '.', ''])('a name of "%s" reaches no other object', (name) => {
    expect(() => getRequest({ ...web, name })).toThrow(`"${name}" is no name`);
  });

  test('a hostile name stays one segment', () => {
    expect(getRequest({ ...web, namespace: 'a/b', name: '../c?d#e' }).path).toBe(
      '/api/v1/namespaces/a%2Fb/pods/..%2Fc%3Fd%23e',
    );
  });
});
