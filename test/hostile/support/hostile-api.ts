import type { IncomingMessage, ServerResponse } from 'node:http';
import { json, status } from '../../contract/cluster/mock-server.ts';

const verbs = ['get', 'list', 'watch', 'delete', 'patch', 'create'];

/** Answers as an API server that puts a text wherever a person may come to read it. */
export function answerWith(text: string) {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web',
      namespace: 'shop',
      uid: 'web',
      resourceVersion: '1',
      annotations: { note: text },
    },
    spec: {
      containers: [
        { name: text, image: text, ports: [{ containerPort: 80, name: text }] },
        { name: 'second', image: text },
        // No API server takes it: VS Code shows no line at all where two have one identity.
        { name: 'second', image: text },
      ],
    },
    status: {
      containerStatuses: [
        { name: text, state: { waiting: { reason: text } } },
        { name: 'second', state: { terminated: { reason: text, exitCode: 1 } } },
      ],
    },
  };
  const table = {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion: '7' },
    columnDefinitions: [
      { name: 'Name', type: 'string', format: 'name', priority: 0 },
      { name: text, type: 'string', priority: 0 },
      { name: `Wide ${text}`, type: 'string', priority: 1 },
    ],
    rows: [
      {
        cells: ['web', text, text],
        object: {
          kind: 'PartialObjectMetadata',
          apiVersion: 'meta.k8s.io/v1',
          metadata: { name: 'web', namespace: 'shop', uid: 'web', resourceVersion: '1' },
        },
      },
    ],
  };
  const conflict = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 409,
    reason: 'Conflict',
    message: text,
    details: {
      causes: [
        {
          reason: 'FieldManagerConflict',
          field: `.data.${text}`,
          message: `conflict with "${text.replaceAll('"', "'")}"`,
        },
      ],
    },
  };
  const discovery: Readonly<Record<string, object>> = {
    '/version': { gitVersion: `v1.35.0-${text}` },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: [
        {
          name: 'hostile.example.com',
          versions: [{ groupVersion: 'hostile.example.com/v1', version: 'v1' }],
          preferredVersion: { groupVersion: 'hostile.example.com/v1', version: 'v1' },
        },
      ],
    },
    '/api/v1': {
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: [
        { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs },
        { name: 'pods/log', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
        {
          name: 'pods/portforward',
          singularName: '',
          namespaced: true,
          kind: 'Pod',
          verbs: ['create', 'get'],
        },
        { name: 'configmaps', singularName: 'configmap', namespaced: true, kind: 'ConfigMap', verbs },
        { name: 'namespaces', singularName: 'namespace', namespaced: false, kind: 'Namespace', verbs },
      ],
    },
    '/apis/hostile.example.com/v1': {
      kind: 'APIResourceList',
      groupVersion: 'hostile.example.com/v1',
      resources: [{ name: 'evils', singularName: 'evil', namespaced: true, kind: text, verbs }],
    },
  };
  return ({ url = '', method }: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('warning', `299 - ${quotedAscii(text)}`);
    const { pathname, searchParams } = new URL(url, 'http://hostile');
    const known = discovery[pathname];
    if (known) json(response, 200, known);
    else if (method === 'PATCH' && /configmaps/.test(pathname)) json(response, 409, conflict);
    else if (/configmaps|evils/.test(pathname) && method === 'GET' && !/configmaps\/./.test(pathname)) {
      status(response, 403, 'Forbidden', text);
    } else if (/configmaps\/./.test(pathname) && method === 'GET') status(response, 404, 'NotFound', text);
    else if (pathname === '/api/v1/namespaces/shop/pods/web' && method === 'GET') json(response, 200, pod);
    else if (/\/pods$/.test(pathname) && searchParams.get('watch') === null && method === 'GET') {
      const whole = !(response.req.headers.accept ?? '').includes('as=Table');
      json(
        response,
        200,
        whole
          ? { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items: [pod] }
          : table,
      );
    } else if (/\/pods$/.test(pathname)) {
      response.writeHead(200, { 'content-type': 'application/json' });
      const whole = !(response.req.headers.accept ?? '').includes('as=Table');
      if (searchParams.get('sendInitialEvents') !== 'true') return void response.flushHeaders();
      const end = { resourceVersion: '7', annotations: { 'k8s.io/initial-events-end': 'true' } };
      const bookmark = whole
        ? { kind: 'Pod', apiVersion: 'v1', metadata: end }
        : { ...table, rows: [{ cells: [''], object: { metadata: end } }] };
      response.write(`${JSON.stringify({ type: 'ADDED', object: whole ? pod : table })}\n`);
      response.write(`${JSON.stringify({ type: 'BOOKMARK', object: bookmark })}\n`);
    } else status(response, 403, 'Forbidden', text);
  };
}

/** What a header may hold. */
function quotedAscii(text: string): string {
  return JSON.stringify(text.replace(/[^\x20-\x7e]/g, ' '));
}
