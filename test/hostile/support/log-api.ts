import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from '../../contract/cluster/mock-server.ts';

/** Answers a request for a log. */
export type LogAnswer = (response: ServerResponse, request: IncomingMessage) => void;

const verbs = ['get', 'list', 'watch'];
const resources = [
  { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs },
  { name: 'pods/log', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
];
const discovery: Readonly<Record<string, object>> = {
  '/version': { gitVersion: 'v1.35.0' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', groups: [] },
  '/api/v1': { kind: 'APIResourceList', groupVersion: 'v1', resources },
};

/** An API server with so many Pods that run in the namespace `shop`, and whose logs are answered like this. */
export function answerLogs(count: number, answer: LogAnswer) {
  const pods = Array.from({ length: count }, (_, place) => podOf(`pod-${String(place).padStart(5, '0')}`));
  const byName = new Map(pods.map((pod) => [pod.metadata.name, pod]));
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    const fixed = discovery[pathname];
    const [, name = '', subresource] =
      /^\/api\/v1\/namespaces\/shop\/pods\/([^/]+)(\/log)?$/.exec(pathname) ?? [];
    if (fixed) json(response, 200, fixed);
    else if (subresource !== undefined) answer(response, request);
    else if (byName.has(name)) json(response, 200, byName.get(name));
    else if (searchParams.get('watch') === 'true') {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    } else {
      const start = Number(searchParams.get('continue') ?? 0);
      const end = start + Number(searchParams.get('limit') ?? count);
      const metadata = { resourceVersion: '7', ...(end < count ? { continue: `${end}` } : {}) };
      json(response, 200, { apiVersion: 'v1', kind: 'PodList', metadata, items: pods.slice(start, end) });
    }
  };
}

function podOf(name: string) {
  const containerStatuses = [{ name: 'main', containerID: `fake://${name}`, state: { running: {} } }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', uid: name, resourceVersion: '1' },
    spec: {
      restartPolicy: 'Always',
      containers: [{ name: 'main', env: [{ name: 'X', value: 'x'.repeat(1_000) }] }],
    },
    status: { phase: 'Running', containerStatuses },
  };
}
