import type { IncomingMessage, ServerResponse } from 'node:http';
import { json, status } from '../contract/cluster/mock-server.ts';

/** What a small API server that serves Pods and Namespaces answers. */
export interface FakeApi {
  /** Names of Pods by namespace. */
  readonly pods?: Readonly<Record<string, readonly string[]>>;
  /** Rows that stand before those of the Pods, whatever they are. */
  readonly oddRows?: readonly unknown[];
  /** Paths that are forbidden. */
  readonly forbidden?: readonly string[];
  /** Whether it accepts no credentials at all. */
  readonly unauthorized?: boolean;
}

/** Answers as that server does. Its watches stay open and tell nothing after the first set. */
export function answerAs({ pods = {}, oddRows = [], forbidden = [], unauthorized = false }: FakeApi) {
  return ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(url, 'http://fake');
    const fixed = discovery[pathname];
    const inNamespace = /^\/api\/v1\/namespaces\/([^/]+)\/pods$/.exec(pathname)?.[1];
    const isAll = pathname === '/api/v1/pods';
    const named = Object.entries(pods).flatMap(([namespace, names]) =>
      isAll || namespace === inNamespace ? names.map((name) => row(namespace, name)) : [],
    );
    const rows = [...oddRows, ...named];
    if (unauthorized) status(response, 401, 'Unauthorized', 'Unauthorized');
    else if (fixed) json(response, 200, fixed);
    else if (forbidden.includes(pathname)) {
      status(response, 403, 'Forbidden', 'User "tester" cannot list resource here');
    } else if (pathname === '/api/v1/namespaces') {
      const items = Object.keys(pods).map((name) => ({ metadata: { name, uid: name } }));
      json(response, 200, { kind: 'NamespaceList', apiVersion: 'v1', metadata: {}, items });
    } else if (!isAll && inNamespace === undefined) status(response, 404, 'NotFound', 'no such path');
    else if (searchParams.get('watch') === null) json(response, 200, tableOf(rows));
    else watch(response, searchParams.get('sendInitialEvents') === 'true' ? rows : undefined);
  };
}

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
      { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs },
      { name: 'namespaces', singularName: 'namespace', namespaced: false, kind: 'Namespace', verbs },
    ],
  },
};
const columnDefinitions = [{ name: 'Name', type: 'string', format: 'name', priority: 0 }];
const endOfInitialEvents = {
  cells: [''],
  object: { metadata: { resourceVersion: '7', annotations: { 'k8s.io/initial-events-end': 'true' } } },
};

function tableOf(rows: readonly unknown[]): object {
  return { kind: 'Table', metadata: { resourceVersion: '7' }, columnDefinitions, rows };
}

function row(namespace: string, name: string) {
  return {
    cells: [name],
    object: { metadata: { name, namespace, uid: `${namespace}/${name}`, resourceVersion: '1' } },
  };
}

function line(type: string, object: object): string {
  return `${JSON.stringify({ type, object })}\n`;
}
