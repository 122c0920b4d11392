import { notFound, refusal } from '../answers.ts';
import type { Case, RawRequest } from '../case.ts';
import { operationKey } from '../operations.ts';
import { containing, type Pattern } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';

const nobody = { 'impersonate-user': '{nobody}' };

/** The cases of what opens a stream to a Pod, where they need none: exec, attach and portforward without an upgrade. */
export function streamCases(pods: KindUnderTest): Case[] {
  return ['attach', 'exec', 'portforward'].flatMap((subresource) =>
    (['GET', 'POST'] as const).flatMap((method): Case[] => {
      const identifier = `connect${capitalized(method)}NamespacedPod${capitalized(subresource)}`;
      const operation = operationKey({ prefix: '/api/v1', identifier });
      const asked =
        subresource === 'portforward' ? { ports: '80' } : { container: 'main', command: 'ls', stdout: '1' };
      const request: RawRequest = { method, path: `${pods.path}/${subresource}`, query: asked };
      const verb = method === 'GET' ? 'get' : 'create';
      return [
        { operation, situation: 'missing object', title: 'by its name', request, expect: notFound(pods) },
        {
          operation,
          situation: 'bad parameter',
          title: 'no upgrade',
          given: [onNode(pods)],
          request,
          expect: refusal(400, 'BadRequest', 'Upgrade request required'),
        },
        ...(subresource === 'portforward'
          ? []
          : [
              {
                operation,
                situation: 'bad parameter' as const,
                title: 'a container that is none',
                given: [onNode(pods)],
                request: { ...request, query: { ...asked, container: 'other' } },
                expect: refusal(400, 'BadRequest', 'container other is not valid for pod {name}'),
              },
            ]),
        {
          operation,
          situation: 'bad parameter',
          title: 'dryRun, of what is not there',
          request: { ...request, query: { ...asked, dryRun: 'All' } },
          expect: refusal(400, 'BadRequest', 'dryRun is not supported'),
        },
        ...(subresource === 'portforward' ? badPorts : severalContainers(pods)).map(
          ({ title, given = [], query, message }): Case => ({
            operation,
            situation: 'bad parameter',
            title,
            given,
            request: { ...request, query },
            expect: refusal(400, 'BadRequest', message),
          }),
        ),
        {
          operation,
          situation: 'conflict',
          title: 'it is on no node',
          given: [pods.made],
          request,
          expect: refusal(400, 'BadRequest', 'pod {name} does not have a host assigned'),
        },
        {
          operation,
          situation: 'forbidden',
          title: 'to a user without rights',
          request: { ...request, headers: nobody },
          expect: refusal(403, 'Forbidden', pods.forbidden(verb, 'object', subresource)),
        },
      ];
    }),
  );
}

interface BadQuery {
  title: string;
  given?: readonly RawRequest[];
  query: Record<string, string>;
  message: string;
}

const badPorts: readonly BadQuery[] = [
  {
    title: 'a port that is no number, of what is not there',
    query: { ports: '80,x' },
    message: 'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax',
  },
  {
    title: 'a port that is too large',
    query: { ports: '65536' },
    message: 'cannot convert to []int32: strconv.ParseUint: parsing "65536": value out of range',
  },
];

function severalContainers(pods: KindUnderTest): BadQuery[] {
  const [container] = (pods.object.spec as { containers: object[] }).containers;
  const named = (name: string) => ({ ...container, name });
  const spec = { initContainers: [named('first')], containers: [named('main'), named('other')] };
  return [
    {
      title: 'no container of several',
      given: [onNode(pods, spec)],
      query: { command: 'ls', stdout: '1' },
      message: 'a container name must be specified for pod {name}, choose one of: [first main other]',
    },
  ];
}

/** A Pod on a node that every cluster has. */
function onNode(pods: KindUnderTest, spec: object = {}): RawRequest {
  return {
    ...pods.made,
    body: { ...pods.object, spec: { ...(pods.object.spec as object), nodeName: '{node}', ...spec } },
  };
}

/** The cases of a container's log. */
export function logCases(pods: KindUnderTest): Case[] {
  const operation = operationKey({ prefix: '/api/v1', identifier: 'readNamespacedPodLog' });
  const read = (query: Record<string, string> = {}): RawRequest => ({
    method: 'GET',
    path: `${pods.path}/log`,
    query,
  });
  const running = {
    ...pods.made,
    body: { ...pods.object, spec: { ...(pods.object.spec as object), schedulerName: 'default-scheduler' } },
  };
  return [
    {
      operation,
      situation: 'success',
      title: 'it is text',
      given: [running],
      request: read(),
      expect: { code: 200, contentType: 'text/plain' },
      within: 'eventually',
    },
    { operation, situation: 'missing object', title: 'by its name', request: read(), expect: notFound(pods) },
    {
      operation,
      situation: 'bad parameter',
      title: 'a container that is none',
      given: [pods.made],
      request: read({ container: 'other' }),
      expect: refusal(400, 'BadRequest', 'container other is not valid for pod {name}'),
    },
    {
      operation,
      situation: 'bad parameter',
      title: 'tailLines',
      given: [pods.made],
      request: read({ tailLines: '-1' }),
      expect: refusal(422, 'Invalid', containing('tailLines')),
    },
    {
      operation,
      situation: 'bad parameter',
      title: 'sinceSeconds that is no number',
      given: [pods.made],
      request: read({ sinceSeconds: 'abc' }),
      expect: refusal(400, 'BadRequest', containing('invalid syntax')),
    },
    ...badLogs.map(
      ({ title, query, headers, code, reason, message }): Case => ({
        operation,
        situation: 'bad parameter',
        title: `${title}, of what is not there`,
        request: { ...read(query), ...(headers && { headers }) },
        expect: refusal(code, reason, message),
      }),
    ),
    {
      operation,
      situation: 'conflict',
      title: 'it is on no node: there is nothing yet',
      given: [pods.made],
      request: read(),
      expect: { code: 204 },
    },
    {
      operation,
      situation: 'forbidden',
      title: 'to a user without rights',
      request: { ...read(), headers: nobody },
      expect: refusal(403, 'Forbidden', pods.forbidden('get', 'object', 'log')),
    },
  ];
}

interface BadLog {
  title: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  code: number;
  reason: string;
  message: Pattern;
}

/** What is judged before anybody looks for the Pod. */
const badLogs: readonly BadLog[] = [
  {
    title: 'an empty number',
    query: { limitBytes: '' },
    code: 400,
    reason: 'BadRequest',
    message: 'strconv.ParseInt: parsing "": invalid syntax',
  },
  {
    title: 'a number that is too large',
    query: { tailLines: '10000000000000000000' },
    code: 400,
    reason: 'BadRequest',
    message: 'strconv.ParseInt: parsing "10000000000000000000": value out of range',
  },
  {
    title: 'a day without a time',
    query: { sinceTime: '2026-01-01' },
    code: 400,
    reason: 'BadRequest',
    message: 'parsing time "2026-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
  },
  {
    title: 'a day that no calendar has',
    query: { sinceTime: '2026-02-30T00:00:00Z' },
    code: 400,
    reason: 'BadRequest',
    message: 'parsing time "2026-02-30T00:00:00Z": day out of range',
  },
  {
    title: 'all that can be wrong at once',
    query: { tailLines: '-1', limitBytes: '0', sinceSeconds: '-5', stream: 'All' },
    code: 422,
    reason: 'Invalid',
    message:
      'PodLogOptions "{name}" is invalid: [tailLines: Invalid value: -1: must be greater than or equal to 0, limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: -5: must be greater than 0, stream: Forbidden: may not be specified]',
  },
  {
    title: 'a time and a duration',
    query: { sinceTime: '2026-01-01T00:00:00Z', sinceSeconds: '1' },
    code: 422,
    reason: 'Invalid',
    message: containing('at most one of `sinceTime` or `sinceSeconds` may be specified'),
  },
  {
    title: 'a media type that is not served',
    headers: { accept: 'text/csv' },
    code: 406,
    reason: 'NotAcceptable',
    message: containing('Available representations: text/plain, application/json, application/yaml'),
  },
  {
    title: 'text alone',
    headers: { accept: 'text/plain' },
    code: 406,
    reason: 'NotAcceptable',
    message: containing('only the following media types are accepted: application/json, application/yaml'),
  },
];

/** The seven methods of a proxy, with and without a path. HEAD has no body to look at. */
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;
const verbs = {
  DELETE: 'delete',
  GET: 'get',
  HEAD: 'get',
  OPTIONS: '',
  PATCH: 'patch',
  POST: 'create',
  PUT: 'update',
};

/** The cases of the proxy to Pods, Services or Nodes. */
export function proxyCases(kind: KindUnderTest): Case[] {
  return methods.flatMap((method) =>
    ['', '/some/path'].flatMap((rest): Case[] => {
      const scope = kind.scope === 'Namespaced' ? 'Namespaced' : '';
      const identifier = `connect${capitalized(method)}${scope}${kind.kind}Proxy${rest === '' ? '' : 'WithPath'}`;
      const operation = operationKey({ prefix: '/api/v1', identifier });
      const request: RawRequest = { method, path: `${kind.path}/proxy${rest}` };
      const hasBody = method !== 'HEAD';
      return [
        {
          operation,
          situation: 'missing object',
          title: 'by its name',
          request,
          expect: hasBody ? notFound(kind) : { code: 404, contentType: 'application/json' },
        },
        {
          operation,
          situation: 'forbidden',
          title: 'to a user without rights',
          request: { ...request, headers: nobody },
          expect: hasBody
            ? refusal(403, 'Forbidden', kind.forbidden(verbs[method], 'object', 'proxy'))
            : { code: 403, contentType: 'application/json' },
        },
        ...(proxiedTo[kind.kind] ?? []).map(
          ({ title, given, code, reason, message }): Case => ({
            operation,
            situation: 'success',
            title,
            given: given(kind),
            request,
            within: 'eventually',
            expect: hasBody
              ? refusal(code, reason, containing(message))
              : { code, contentType: 'application/json' },
          }),
        ),
      ];
    }),
  );
}

interface Proxied {
  title: string;
  given(kind: KindUnderTest): readonly RawRequest[];
  code: number;
  reason: string;
  message: string;
}

/** A real API server refuses to speak to this machine's own addresses, where the Pods and Nodes of the suite are. */
const proxiedTo: Readonly<Record<string, readonly Proxied[]>> = {
  Pod: [
    {
      title: 'an address of this machine is refused',
      given: (kind) => [kind.made, addressed(kind)],
      code: 400,
      reason: 'BadRequest',
      message: 'address not allowed',
    },
  ],
  Service: [
    {
      title: 'there is nobody behind it',
      given: (kind) => [
        {
          ...kind.made,
          body: { ...kind.object, spec: { ports: [{ port: 80 }], selector: { app: '{name}' } } },
        },
      ],
      code: 503,
      reason: 'ServiceUnavailable',
      message: 'no endpoints available for service "{name}"',
    },
  ],
  Node: [
    {
      title: 'an address of this machine is refused',
      // What plays the kubelet leaves a Node alone that is ready: else it gives it addresses of its own, before or behind ours.
      given: (kind) => [{ ...kind.made, body: { ...kind.object, status: ready } }, addressed(kind)],
      code: 400,
      reason: 'BadRequest',
      message: 'address not allowed',
    },
  ],
};

const ready = { conditions: [{ type: 'Ready', status: 'True' }] };

function addressed({ path, kind }: KindUnderTest): RawRequest {
  const own = '127.0.0.1';
  return {
    method: 'PATCH',
    path: `${path}/status`,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: {
      status:
        kind === 'Node'
          ? { addresses: [{ type: 'InternalIP', address: own }] }
          : { podIP: own, podIPs: [{ ip: own }] },
    },
  };
}

function capitalized(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1).toLowerCase()}`;
}
