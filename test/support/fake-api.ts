import type { IncomingMessage, ServerResponse } from 'node:http';
import { asFields, field } from '../../client/src/cluster/wrong-answer.ts';
import { json, status } from '../contract/cluster/mock-server.ts';

/** What a small API server that serves Pods and Namespaces answers. */
export interface FakeApi {
  /** Names of Pods by namespace. */
  readonly pods?: Readonly<Record<string, readonly string[]>>;
  /** The Deployment that owns all Pods, by a ReplicaSet, in the namespace; without one there are no such kinds. */
  readonly deployment?: { readonly namespace: string; readonly name: string };
  /** Rows that stand before those of the Pods, whatever they are. */
  readonly oddRows?: readonly unknown[];
  /** Paths that are forbidden. */
  readonly forbidden?: readonly string[];
  /** Whether it accepts no credentials at all. */
  readonly unauthorized?: boolean;
}

/** Answers as that server does. Its watches stay open and tell nothing after the first set. */
export function answerAs({
  pods = {},
  deployment,
  oddRows = [],
  forbidden = [],
  unauthorized = false,
}: FakeApi) {
  const podOwners = deployment ? [ownerOf('ReplicaSet', `${deployment.name}-1`)] : [];
  return ({ url = '', headers }: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(url, 'http://fake');
    const fixed = (deployment && withApps[pathname]) ?? discovery[pathname];
    const ofApps = /^\/apis\/apps\/v1\/(?:namespaces\/([^/]+)\/)?(deployments|replicasets)$/.exec(pathname);
    const inNamespace = /^\/api\/v1\/namespaces\/([^/]+)\/pods$/.exec(pathname)?.[1];
    const isAll = pathname === '/api/v1/pods';
    const named = Object.entries(pods).flatMap(([namespace, names]) =>
      isAll || namespace === inNamespace ? names.map((name) => row(namespace, name, podOwners)) : [],
    );
    const rows = ofApps && deployment ? [appsRow(ofApps[2]!, deployment)] : [...oddRows, ...named];
    const [, ofNamespace = '', name = ''] =
      /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)$/.exec(pathname) ?? [];
    if (unauthorized) status(response, 401, 'Unauthorized', 'Unauthorized');
    else if (fixed) json(response, 200, fixed);
    else if (forbidden.includes(pathname)) {
      status(response, 403, 'Forbidden', 'User "tester" cannot list resource here');
    } else if (pathname === '/api/v1/namespaces') {
      const items = Object.keys(pods).map((name) => ({ metadata: { name, uid: name } }));
      json(response, 200, { kind: 'NamespaceList', apiVersion: 'v1', metadata: {}, items });
    } else if (pods[ofNamespace]?.includes(name)) {
      json(response, 200, { kind: 'Pod', apiVersion: 'v1', ...row(ofNamespace, name).object });
    } else if (!isAll && inNamespace === undefined && !ofApps)
      status(response, 404, 'NotFound', 'no such path');
    else if (searchParams.get('limit') === '1' && headers.accept?.includes('PartialObjectMetadataList')) {
      json(response, 200, firstOf(named));
    } else if (headers.accept?.includes('as=PartialObjectMetadataList')) {
      json(response, 200, { ...partial, items: rows.map((one) => asFields(field(one, 'object'))) });
    } else if (searchParams.get('watch') === null) json(response, 200, tableOf(rows));
    else watch(response, searchParams.get('sendInitialEvents') === 'true' ? rows : undefined);
  };
}

const partial = { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata: {} };

function watch(response: ServerResponse, initial: readonly unknown[] | undefined): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  if (!initial) return;
  for (const one of initial) response.write(line('ADDED', tableOf([one])));
  response.write(line('BOOKMARK', tableOf([endOfInitialEvents])));
}

const verbs = ['get', 'list', 'watch'];
const discovery: Readonly<Record<string, object>> = {
  '/version': { gitVersion: 'v1.35.0' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [
      { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', shortNames: ['po'], verbs },
      { name: 'namespaces', singularName: 'namespace', namespaced: false, kind: 'Namespace', verbs },
    ],
  },
};
/** The same with Deployments and ReplicaSets. */
const withApps: Readonly<Record<string, object>> = {
  '/apis': {
    kind: 'APIGroupList',
    groups: [{ name: 'apps', versions: [{ groupVersion: 'apps/v1', version: 'v1' }] }],
  },
  '/apis/apps/v1': {
    kind: 'APIResourceList',
    groupVersion: 'apps/v1',
    resources: [
      { name: 'deployments', singularName: 'deployment', namespaced: true, kind: 'Deployment', verbs },
      { name: 'deployments/scale', singularName: '', namespaced: true, kind: 'Scale', verbs },
      { name: 'replicasets', singularName: 'replicaset', namespaced: true, kind: 'ReplicaSet', verbs },
    ],
  },
};
const columnDefinitions = [{ name: 'Name', type: 'string', format: 'name', priority: 0 }];
const endOfInitialEvents = {
  cells: [''],
  object: { metadata: { resourceVersion: '7', annotations: { 'k8s.io/initial-events-end': 'true' } } },
};

/** A page of one, with how many follow. */
function firstOf(rows: readonly { readonly object: object }[]): object {
  const [first, ...others] = rows;
  return {
    kind: 'PartialObjectMetadataList',
    apiVersion: 'meta.k8s.io/v1',
    metadata: {
      resourceVersion: '7',
      ...(others.length > 0 && { continue: 'next', remainingItemCount: others.length }),
    },
    items: first ? [first.object] : [],
  };
}

function tableOf(rows: readonly unknown[]): object {
  return { kind: 'Table', metadata: { resourceVersion: '7' }, columnDefinitions, rows };
}

function row(namespace: string, name: string, ownerReferences: readonly object[] = []) {
  return rowOf(namespace, name, `${namespace}/${name}`, ownerReferences);
}

function rowOf(namespace: string, name: string, uid: string, ownerReferences: readonly object[]) {
  return {
    cells: [name],
    object: { metadata: { name, namespace, uid, resourceVersion: '1', ownerReferences } },
  };
}

/** The Deployment, or its ReplicaSet. */
function appsRow(plural: string, { namespace, name }: NonNullable<FakeApi['deployment']>) {
  if (plural === 'deployments') return rowOf(namespace, name, name, []);
  return rowOf(namespace, `${name}-1`, `${name}-1`, [ownerOf('Deployment', name)]);
}

function ownerOf(kind: string, name: string) {
  return { apiVersion: 'apps/v1', kind, name, uid: name };
}

function line(type: string, object: object): string {
  return `${JSON.stringify({ type, object })}\n`;
}
