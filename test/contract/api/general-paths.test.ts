import { afterAll, beforeAll, expect, test } from 'vitest';
import { chosenServer } from './chosen-server.ts';
import { type StartedServer, startChosen } from './started-server.ts';

// What is asked of no resource, on whichever server was chosen: the answers are those of kube-apiserver 1.35.4.

const chosen = await chosenServer(process.env);
let server: StartedServer;

beforeAll(async () => {
  server = await startChosen(chosen);
}, 120_000);
afterAll(() => server?.stop(), 120_000);

const text = 'text/plain; charset=utf-8';
const json = 'application/json';
const discovery = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const older = discovery.replace('v=v2', 'v=v2beta1');
const yaml = 'application/yaml';
const notRouted = /406: Not Acceptable\\n\\nAvailable representations: application\/json, application\/yaml/;
const onlyThese = /only the following media types are accepted: application\/json, application\/yaml/;
const missing = /the server could not find the requested resource/;
const notAllowed = /the server does not allow this method on the requested resource/;

interface Row {
  method?: string;
  path: string;
  accept?: string;
  /** Asked as nobody who has logged in. */
  as?: 'anonymous';
  code: number;
  contentType?: string;
  body?: RegExp | string;
}

const rows: readonly Row[] = [
  { path: '/', code: 200, contentType: json, body: /^\{\n {2}"paths": \[\n {4}"\/\.well-known/ },
  { path: '/index.html', code: 200, contentType: json, body: /"paths"/ },
  { method: 'POST', path: '/', code: 200, contentType: json, body: /"paths"/ },
  { path: '/', accept: 'text/html', code: 200, contentType: json },
  { path: '/', as: 'anonymous', code: 403, body: /cannot get path \\"\/\\"/ },
  { path: '/nothing', code: 404, contentType: text, body: '404 page not found\n' },
  { path: '//api', code: 404, contentType: text, body: '404 page not found\n' },
  {
    path: '/version',
    code: 200,
    contentType: json,
    body: /^\{\n {2}"major": "1",\n {2}"minor": "\d+",\n {2}"emulationMajor"/,
  },
  { method: 'HEAD', path: '/version', code: 405 },
  { method: 'POST', path: '/version', code: 405, body: notAllowed },
  { path: '/version/x', code: 404, contentType: json, body: missing },
  { path: '/version', accept: 'text/html', code: 406, body: /Available representations: application\/json"/ },
  { path: '/version', as: 'anonymous', code: 200 },
  {
    path: '/.well-known/openid-configuration',
    code: 200,
    contentType: json,
    body: /^\{"issuer":"https:\/\/kubernetes\.default\.svc","jwks_uri":"https:\/\/[^"]+:\d+\/openid\/v1\/jwks","response_types_supported":\["id_token"\],"subject_types_supported":\["public"\],"id_token_signing_alg_values_supported":\["RS256"\]\}$/,
  },
  {
    path: '/openid/v1/jwks/',
    code: 200,
    contentType: 'application/jwk-set+json',
    body: /^\{"keys":\[\{"use":"sig","kty":"RSA","kid":"[\w-]{43}","alg":"RS256","n":"[\w-]{342}","e":"AQAB"\}\]\}$/,
  },
  { path: '/openid/v1/jwks/x', code: 404, body: missing },
  { path: '/openid/v1', code: 404, contentType: text, body: '404 page not found\n' },
  { method: 'POST', path: '/openid/v1/jwks', code: 405, body: notAllowed },
  {
    path: '/openid/v1/jwks',
    accept: json,
    code: 406,
    body: /406: Not Acceptable\\n\\nAvailable representations: application\/jwk-set\+json"/,
  },
  { path: '/openid/v1/jwks', as: 'anonymous', code: 403 },
  {
    path: '/api/v1?pretty=true',
    code: 200,
    contentType: json,
    body: /^\{\n {2}"kind": "APIResourceList",\n/,
  },
  { path: '/api/v1?pretty=0', code: 200, contentType: json, body: /^\{"kind":"APIResourceList",/ },
  { path: '/api/v1', accept: 'application/json;pretty=1', code: 200, body: /^\{\n {2}"kind"/ },
  { path: '/api/v1/nothing?pretty=1', code: 404, contentType: json, body: /^\{\n {2}"kind": "Status"/ },
  ...['/healthz', '/livez', '/readyz'].flatMap((path): Row[] => [
    { path, code: 200, contentType: text, body: 'ok' },
    { method: 'POST', path, code: 200, body: 'ok' },
    { path, as: 'anonymous', code: 200, body: 'ok' },
    { path: `${path}/`, code: 404, body: '404 page not found\n' },
    { path: `${path}/ping`, code: 200, contentType: text, body: 'ok' },
    { path: `${path}/nothing`, code: 404, body: '404 page not found\n' },
    { path: `${path}?exclude=nothing`, code: 200, body: 'ok' },
  ]),
  {
    path: '/livez?verbose',
    code: 200,
    body: /^\[\+\]ping ok\n\[\+\]log ok\n\[.*openapiv3-controller ok\nlivez check passed\n$/s,
  },
  {
    path: '/readyz?verbose',
    code: 200,
    body: /\[\+\]informer-sync ok\n.*\[\+\]shutdown ok\nreadyz check passed\n$/s,
  },
  {
    path: '/healthz?verbose&exclude=etcd',
    code: 200,
    body: /\[\+\]etcd excluded: ok\n.*healthz check passed\n$/s,
  },
  {
    path: '/livez?verbose&exclude=b&exclude=a',
    code: 200,
    body: /warn: some health checks cannot be excluded: no matches for "a","b"\nlivez check passed\n$/,
  },
  { path: '/livez/ping', as: 'anonymous', code: 403 },
  {
    path: '/metrics',
    code: 200,
    contentType: 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores',
  },
  { path: '/metrics/slis', code: 200, body: /kubernetes_healthcheck\{name="ping",type="livez"\} 1\n/ },
  { path: '/metrics/nothing', code: 404 },
  { path: '/metrics', as: 'anonymous', code: 403 },
  ...['/api', '/api/v1', '/apis/apps/v1'].flatMap((path): Row[] => [
    { path, code: 200, contentType: json },
    { path: `${path}/`, code: 200, contentType: json },
    { method: 'HEAD', path, code: 405 },
    { method: 'POST', path, code: 405, body: notAllowed },
    { method: 'OPTIONS', path, code: 405, body: notAllowed },
    { path, accept: yaml, code: 200, contentType: yaml },
    { path, accept: 'text/html', code: 406, body: notRouted },
    { path, accept: 'application/*', code: 406, body: notRouted },
    { path, accept: `${json};as=Table;g=meta.k8s.io;v=v1`, code: 406, body: onlyThese },
    { path, as: 'anonymous', code: 403 },
  ]),
  ...['/apis', '/apis/apps'].flatMap((path): Row[] => [
    { path, code: 200, contentType: json },
    { path: `${path}/`, code: 200, contentType: json },
    { method: 'HEAD', path, code: 200 },
    { method: 'POST', path, code: 200, contentType: json },
    { path, accept: yaml, code: 200, contentType: yaml },
    { path, accept: 'text/html', code: 406, body: onlyThese },
  ]),
  ...['/api', '/apis'].flatMap((path): Row[] => [
    { path, accept: discovery, code: 200, contentType: discovery },
    { path, accept: `${older},${json}`, code: 200, contentType: json },
    { path, accept: older, code: 406, body: onlyThese },
    { path, accept: `${discovery};profile=nopeer`, code: 200, contentType: discovery },
    { path, accept: `${discovery},${older},${json}`, code: 200, contentType: discovery },
    {
      path,
      accept: discovery.replace('json', 'yaml'),
      code: 200,
      contentType: discovery.replace('json', 'yaml'),
    },
  ]),
  { path: '/api/v2', code: 404, contentType: json, body: missing },
  { path: '/apis/apps/v9', code: 404, contentType: json, body: missing },
  { path: '/apis/nothing', code: 404, contentType: text, body: '404 page not found\n' },
  { path: '/apis/nothing/v1', code: 404, contentType: text, body: '404 page not found\n' },
  {
    path: '/api/v1/componentstatuses/etcd-0',
    code: 200,
    body: /"name":"etcd-0".*"type":"Healthy","status":"True","message":"ok"/,
  },
  {
    path: '/api/v1/componentstatuses',
    code: 200,
    body: /"kind":"ComponentStatusList","apiVersion":"v1","metadata":\{\}/,
  },
  { path: '/api/v1/componentstatuses?labelSelector=a%3Db', code: 200, body: /"items":\[\]/ },
  {
    path: '/api/v1/componentstatuses?watch=true',
    code: 405,
    body: /watch is not supported on resources of kind/,
  },
  { path: '/api/v1/componentstatuses/nothing', code: 404, body: /componentstatus \\"nothing\\" not found/ },
  { path: '/openapi/v3', code: 200, contentType: text },
  { path: '/openapi/v3/', code: 404, body: '' },
  { path: '/openapi/v3/apis/nothing/v1', code: 404, body: '' },
  { path: '/openapi/v3/apis/apps/v1', code: 200, contentType: json },
  { path: '/openapi/v3/apis/apps/v1', accept: 'text/html', code: 406, body: '' },
  { path: '/openapi/v3/apis/apps/v1?hash=old', code: 301, body: '' },
  { method: 'POST', path: '/openapi/v3/apis/apps/v1', code: 200, contentType: json },
  { path: '/openapi/v2', accept: 'text/html', code: 406, body: '' },
];

test.each(rows.map((row) => ({ method: 'GET', accept: '*/*', ...row })))(
  '$method $path ($accept): $code',
  async (row) => {
    const { method, path, accept, as, code, contentType, body } = row;
    const headers = { accept, ...(as && { 'impersonate-user': 'system:anonymous' }) };
    const impersonated = as ? { ...headers, 'impersonate-group': 'system:unauthenticated' } : headers;
    const answer = await server.send({ method, path, headers: impersonated, body: undefined });
    expect(answer.code).toBe(code);
    if (contentType !== undefined) expect(answer.contentType).toBe(contentType);
    if (body instanceof RegExp) expect(withoutIndent(answer.text, body)).toMatch(body);
    if (typeof body === 'string') expect(answer.text).toBe(body);
  },
);

/** A server indents an error for whom it takes for a person. */
function withoutIndent(answer: string, pattern: RegExp): string {
  const isError = answer.startsWith('{\n') && !pattern.source.startsWith('^');
  return isError ? JSON.stringify(JSON.parse(answer)) : answer;
}
