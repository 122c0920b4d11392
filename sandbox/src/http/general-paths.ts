import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiContext } from '../api-context.ts';
import type { Discovery, DiscoveryResponse } from '../discovery/discovery.ts';
import { methodNotAllowed, noSuchResource } from '../errors.ts';
import type { OpenApiDocuments } from '../openapi/openapi-documents.ts';
import type { ServiceAccountTokens } from '../rights/service-account-tokens.ts';
import { answerHealth } from './health.ts';
import { answerMetrics } from './metrics.ts';
import { mediaRanges, negotiate, negotiateAlone } from './negotiate.ts';
import { answerOpenId } from './open-id.ts';
import { answerOpenApi } from './openapi-answers.ts';
import type { RequestUrl } from './request-url.ts';
import { sendObject, sendText } from './respond.ts';

/** What the answers of paths that are no resource are made of. */
export interface GeneralPaths {
  readonly api: ApiContext;
  readonly discovery: Discovery;
  readonly documents: OpenApiDocuments;
  readonly tokens: ServiceAccountTokens;
  /** `127.0.0.1:PORT`, where the server listens. */
  readonly address: string;
}

/**
 * Answers all that is about no resource: how the server is, which release it is, which groups, versions and resources it has, and
 * their schemas. False where the path is none of these. Throws the `StatusError` that the API server answers.
 */
export function answerGeneralPath(
  request: IncomingMessage,
  response: ServerResponse,
  url: RequestUrl,
  { api, discovery, documents, tokens, address }: GeneralPaths,
): boolean {
  const { pathname } = url;
  if (answerHealth(request, response, url, api.serverFacts)) return true;
  if (answerMetrics(request, response, pathname, api)) return true;
  if (/^\/version(\/|$)/.test(pathname)) {
    if (!/^\/version\/?$/.test(pathname)) throw noSuchResource();
    answerVersion(request, response, api);
    return true;
  }
  if (pathname === '/' || pathname === '/index.html') {
    sendIndented(response, { paths: discovery.paths() });
    return true;
  }
  if (answerOpenId(request, response, pathname, { tokens, address })) return true;
  if (answerOpenApi(request, response, url, documents)) return true;
  return answerDiscovery(request, response, pathname, discovery);
}

function answerVersion(request: IncomingMessage, response: ServerResponse, api: ApiContext): void {
  onlyGet(request);
  negotiateAlone(request.headers.accept, 'application/json');
  sendIndented(response, { ...api.serverFacts.version, platform });
}

/** The names that Go has for them. */
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`;

/** As a server writes what is no object of the API. */
function sendIndented(response: ServerResponse, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value, undefined, 2));
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-cache, private',
  });
  response.end(body);
}

/** Answers what lists groups, versions and resources; false when the path is none of these. */
function answerDiscovery(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  discovery: Discovery,
): boolean {
  const [root, ...rest] = pathname.replace(/\/$/, '').split('/').slice(1);
  if ((root !== 'api' && root !== 'apis') || rest.includes('')) return false;
  const [group = '', version = ''] = root === 'api' ? ['', rest[0]] : rest;
  if (discovery.isElsewhere(group, version)) {
    sendText(response, 503, 'service unavailable\n');
    return true;
  }
  if (rest.length > (root === 'api' ? 1 : 2)) return false;
  const isBuiltIn = discovery.hasBuiltIn(group);
  if (rest.length === 0 && answerAggregated(request, response, root, discovery)) return true;
  const answer = plainAnswer(discovery, root, rest);
  if (!answer) {
    const isOfServer = root === 'api' || (rest.length > 1 && isBuiltIn);
    if (isOfServer) throw noSuchResource();
    sendText(response, 404, '404 page not found\n');
    return true;
  }
  const isRoute = root === 'api' || (rest.length > 1 && isBuiltIn);
  if (isRoute) onlyGet(request);
  const { format } = negotiate(request.headers.accept, isRoute ? 'built-in' : 'groups', 'objects alone');
  sendObject(response, 200, answer.object, format);
  return true;
}

function plainAnswer(
  discovery: Discovery,
  root: 'api' | 'apis',
  rest: readonly string[],
): DiscoveryResponse | undefined {
  const [first, second] = rest;
  if (first === undefined) return root === 'api' ? discovery.core() : discovery.groups();
  if (root === 'api') return discovery.resources('', first);
  return second === undefined ? discovery.group(first) : discovery.resources(first, second);
}

/** Answers with everything below `/api` or `/apis` at once, where that is asked for. */
function answerAggregated(
  request: IncomingMessage,
  response: ServerResponse,
  root: 'api' | 'apis',
  discovery: Discovery,
): boolean {
  const format = aggregatedFormat(request.headers.accept);
  if (!format) return false;
  if (root === 'api') onlyGet(request);
  const { object, etag } = discovery.aggregated(root);
  if (etag) response.setHeader('etag', etag);
  response.setHeader('vary', 'Accept');
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { 'cache-control': 'public' }).end();
    return true;
  }
  const contentType = `application/${format};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;
  sendObject(response, 200, object, format, contentType, 'public');
  return true;
}

/** The format of the first media type that is aggregated discovery, before one that is plain. */
function aggregatedFormat(accept: string | undefined): 'json' | 'yaml' | undefined {
  for (const { type, parameters } of mediaRanges(accept)) {
    const format = aggregatedFormats.get(type);
    if (!format) continue;
    const as = parameters.get('as');
    if (as === undefined) return undefined;
    const isKnown = parameters.get('g') === 'apidiscovery.k8s.io' && parameters.get('v') === 'v2';
    if (isKnown && as === 'APIGroupDiscoveryList') return format;
  }
  return undefined;
}

const aggregatedFormats = new Map<string, 'json' | 'yaml'>([
  ['application/json', 'json'],
  ['application/yaml', 'yaml'],
  ['application/*', 'json'],
  ['*/*', 'json'],
]);

function onlyGet({ method }: IncomingMessage): void {
  if (method !== 'GET') throw methodNotAllowed();
}
