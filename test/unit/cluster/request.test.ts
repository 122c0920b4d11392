import { describe, expect, test } from 'vitest';
import type { KubeObject, Resource } from '../../../client/src/cluster/cluster.ts';
import {
  applyRequest,
  createRequest,
  deleteRequest,
  getRequest,
  listRequest,
  listRowsRequest,
  logRequest,
  patchRequest,
  pathRequest,
  portForwardRequest,
  watchRowsRequest,
} from '../../../client/src/cluster/http/request.ts';
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
      intent: { verb: 'get', resource: 'pods', namespace: 'shop', name: 'web', scope: 'Namespaced' },
    });
  });

  test.each<[string, Resource, string | undefined, string]>([
    ['all namespaces', deployments, undefined, '/apis/apps/v1/deployments?limit=500'],
    ['one namespace', deployments, 'shop', '/apis/apps/v1/namespaces/shop/deployments?limit=500'],
    ['without namespaces', nodes, 'ignored', '/api/v1/nodes?limit=500'],
  ])('list, %s', (_name, resource, namespace, path) => {
    expect(listRequest(resource, namespace).path).toBe(path);
  });

  test('list a further page by a selector', () => {
    expect(listRequest(pods, 'shop', { labelSelector: 'app=web,x!=y', continueToken: 'a+/=' }).path).toBe(
      '/api/v1/namespaces/shop/pods?limit=500&continue=a%2B%2F%3D&labelSelector=app%3Dweb%2Cx!%3Dy',
    );
  });

  test('rows: a Table with metadata only', () => {
    expect(listRowsRequest(pods, 'shop', undefined)).toEqual({
      method: 'GET',
      path: '/api/v1/namespaces/shop/pods?limit=500&includeObject=Metadata',
      headers: { accept: table },
      duration: 'short',
      intent: onPods('list'),
    });
  });

  test('watch on from a version', () => {
    expect(watchRowsRequest(pods, 'shop', { resourceVersion: '7' }, 400)).toEqual({
      method: 'GET',
      path: '/api/v1/namespaces/shop/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=400&includeObject=Metadata&resourceVersion=7',
      headers: { accept: table },
      duration: 'stream',
      intent: onPods('watch'),
    });
  });

  test('watch with everything that exists first', () => {
    expect(watchRowsRequest(pods, undefined, 'initial-events', 300).path).toBe(
      '/api/v1/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=300&includeObject=Metadata&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    );
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

  test('streams', () => {
    expect(logRequest(web, { container: 'c', follow: true, previous: false, tailLines: 10 })).toMatchObject({
      path: '/api/v1/namespaces/shop/pods/web/log?container=c&follow=true&tailLines=10',
      duration: 'stream',
    });
    expect(portForwardRequest(web, 8080).path).toBe(
      '/api/v1/namespaces/shop/pods/web/portforward?ports=8080',
    );
    expect(pathRequest('/apis/x?y=1', 'a/b')).toEqual({
      method: 'GET',
      path: '/apis/x?y=1',
      headers: { accept: 'a/b' },
      duration: 'short',
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
