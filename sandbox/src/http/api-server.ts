import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiContext } from '../api-context.ts';
import { Discovery, type DiscoveryResponse } from '../discovery/discovery.ts';
import { badRequest, methodNotAllowed, noSuchResource, notFound, notImplemented } from '../errors.ts';
import { statusOf } from '../failure-status.ts';
import type { ObjectStore } from '../object-store.ts';
import { OpenApiDocuments } from '../openapi/openapi-documents.ts';
import { openApiV2Document, openApiV2Type } from '../openapi/openapi-v2.ts';
import { type RequestTarget, requestTarget } from '../request-target.ts';
import { createFromBody } from '../requests/create-object.ts';
import { deleteCollection, deleteOne } from '../requests/delete-objects.ts';
import { getObject } from '../requests/get-object.ts';
import { listObjects } from '../requests/list-objects.ts';
import { OpenWatches } from '../requests/open-watches.ts';
import { isPatch, patchObject } from '../requests/patch-object.ts';
import { replaceObject } from '../requests/replace-object.ts';
import type { ApiResponse, ResourceRequest } from '../requests/request.ts';
import { responseTransformer } from '../requests/response-transformer.ts';
import { reviewOf } from '../requests/reviews.ts';
import { getScale, patchScale, replaceScale } from '../requests/scale.ts';
import { watchObjects } from '../requests/watch-objects.ts';
import { isSet } from '../requests/write-options.ts';
import { hasSubresource, type Resource } from '../resources/resource.ts';
import { attributesOf } from '../rights/attributes.ts';
import { Authorizer } from '../rights/authorizer.ts';
import { impersonated } from '../rights/impersonation.ts';
import { refuse } from '../rights/refusal.ts';
import { sandboxUser, type User } from '../rights/user.ts';
import { handleLog } from '../streams/log.ts';
import { handlePortForwardUpgrade } from '../streams/port-forward.ts';
import { authenticate } from './authentication.ts';
import { type AcceptedBy, checkStreams, errorFormat, mediaRanges, negotiate } from './negotiate.ts';
import { readBody } from './read-body.ts';
import { checkTimeout } from './request-timeout.ts';
import { type RequestUrl, requestUrl } from './request-url.ts';
import { sendError, sendObject, sendText } from './respond.ts';
import { warningHeaders } from './warning-headers.ts';
import { withoutWatchPath } from './watch-path.ts';

export interface ApiServerOptions {
  readonly api: ApiContext;
  readonly store: ObjectStore;
  /** The only bearer token that is let in. */
  readonly token: string;
  /** `127.0.0.1:PORT`, known once the server listens. */
  readonly address: () => string;
}

/** Answers all requests of the Kubernetes API. */
export class ApiServer {
  readonly #api: ApiContext;
  readonly #store: ObjectStore;
  readonly #token: Buffer;
  readonly #discovery: Discovery;
  readonly #documents: OpenApiDocuments;
  readonly #watches = new OpenWatches();
  readonly #authorizer: Authorizer;

  constructor({ api, store, token, address }: ApiServerOptions) {
    this.#api = api;
    this.#store = store;
    this.#token = Buffer.from(token);
    this.#discovery = new Discovery(api.registry, address);
    this.#documents = new OpenApiDocuments(api);
    this.#authorizer = new Authorizer(api.storage);
  }

  /** For the HTTP server's `request` event. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      if (!response.destroyed) sendError(response, error, errorFormat(request.headers.accept));
    }
  }

  /** For the HTTP server's `upgrade` event: port-forward, and a clear refusal of everything else. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    try {
      const url = urlOf(request);
      if (url) this.#authorize(request, url);
      const target = url && requestTarget(url.pathname);
      const isPod = target?.group === '' && target.plural === 'pods' && target.name !== undefined;
      if (!target || !isPod) throw badRequest('this path cannot be upgraded');
      const { namespace, name, subresource } = target;
      const pod = this.#store.get({ group: '', plural: 'pods' }, namespace, name!);
      if (!pod) throw notFound({ group: '', plural: 'pods' }, name!);
      if (subresource !== 'portforward') throw notImplemented(`pods/${subresource}`);
      handlePortForwardUpgrade({ store: this.#store, pod, query: url.searchParams, request, socket, head });
    } catch (error) {
      refuseUpgrade(socket, error);
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const written = urlOf(request);
    if (!written) {
      response.setHeader('connection', 'close');
      sendText(response, 400, '400 Bad Request');
      return;
    }
    const url = request.method === 'GET' ? withoutWatchPath(written) : written;
    const { pathname, searchParams } = url;
    checkTimeout(searchParams);
    const user = this.#authorize(request, url);
    if (health.has(pathname.replace(/^(\/(?:healthz|livez|readyz))\/.*$/, '$1'))) {
      sendText(response, 200, 'ok');
      return;
    }
    if (pathname === '/version' || pathname === '/version/') {
      sendObject(response, 200, this.#version());
      return;
    }
    if (this.#answerDiscovery(request, response, pathname)) return;
    if (pathname === '/openapi/v2') {
      this.#answerOpenApiV2(request, response);
      return;
    }
    if (pathname === '/openapi/v3' || pathname.startsWith('/openapi/v3/')) {
      this.#answerOpenApi(request, response, pathname, searchParams);
      return;
    }
    const target = requestTarget(pathname);
    if (!target || (target.group !== '' && !this.#discovery.hasGroup(target.group))) {
      sendText(response, 404, '404 page not found\n');
      return;
    }
    await this.#answerResource(request, response, { target, query: searchParams, user });
  }

  /** Who asks, where that may be asked. Throws the `StatusError` that the API server answers. */
  #authorize(request: IncomingMessage, { pathname, searchParams }: RequestUrl): User {
    const user = impersonated(
      authenticate(request.headers, (token) => this.#userOfToken(token)),
      request,
      this.#authorizer,
    );
    const attributes = attributesOf(request.method ?? 'GET', pathname, searchParams);
    if (!this.#authorizer.decide(user, attributes).allowed) throw refuse(user, attributes);
    return user;
  }

  #userOfToken(token: string): User | undefined {
    const given = Buffer.from(token);
    const isOwn = given.length === this.#token.length && timingSafeEqual(given, this.#token);
    return isOwn ? sandboxUser : undefined;
  }

  #version(): Record<string, string> {
    const { gitVersion } = this.#api;
    const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
    return {
      major,
      minor,
      gitVersion,
      gitCommit: '',
      gitTreeState: 'clean',
      buildDate: '1970-01-01T00:00:00Z',
      goVersion: '',
      compiler: '',
      platform: `${process.platform}/${process.arch}`,
    };
  }

  /** Answers what lists groups, versions and resources; false when the path is none of these. */
  #answerDiscovery(request: IncomingMessage, response: ServerResponse, pathname: string): boolean {
    const parts = pathname.split('/').filter((part) => part !== '');
    const [root, ...rest] = parts;
    if (parts.length === 0) {
      onlyGet(request);
      sendObject(response, 200, { paths: this.#discovery.paths() });
      return true;
    }
    if (root !== 'api' && root !== 'apis') return false;
    if (rest.length > (root === 'api' ? 1 : 2)) return false;
    onlyGet(request);
    const answer = this.#discoveryAnswer(request, root, rest);
    if (!answer) {
      if (this.#discovery.hasBuiltIn(root === 'api' ? '' : rest.length > 1 ? rest[0]! : undefined))
        throw noSuchResource();
      sendText(response, 404, '404 page not found\n');
      return true;
    }
    if (answer.etag) {
      response.setHeader('etag', answer.etag);
      response.setHeader('vary', 'Accept');
      if (request.headers['if-none-match'] === answer.etag) {
        response.writeHead(304).end();
        return true;
      }
    }
    const { format } = answer.contentType
      ? { format: 'json' as const }
      : negotiate(request.headers.accept, isRoute(pathname) ? 'built-in' : 'other');
    sendObject(response, 200, answer.object, format, answer.contentType);
    return true;
  }

  #discoveryAnswer(
    request: IncomingMessage,
    root: 'api' | 'apis',
    rest: readonly string[],
  ): DiscoveryResponse | undefined {
    if (rest.length === 0) {
      const version = aggregatedVersionOf(request.headers.accept);
      if (version) return this.#discovery.aggregated(root, version);
      return root === 'api' ? this.#discovery.core() : this.#discovery.groups();
    }
    if (root === 'api') return this.#discovery.resources('', rest[0]!);
    if (rest.length === 1) return this.#discovery.group(rest[0]!);
    return this.#discovery.resources(rest[0]!, rest[1]!);
  }

  #answerOpenApiV2(request: IncomingMessage, response: ServerResponse): void {
    onlyGet(request);
    if (!mediaRanges(request.headers.accept).some(({ type }) => v2Types.has(type))) {
      throw notImplemented('/openapi/v2 as JSON: ask for /openapi/v3');
    }
    const body = openApiV2Document(this.#api.gitVersion);
    response.writeHead(200, { 'content-type': openApiV2Type, 'content-length': body.length }).end(body);
  }

  #answerOpenApi(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    query: URLSearchParams,
  ): void {
    onlyGet(request);
    const path = pathname.slice('/openapi/v3'.length).replace(/^\//, '').replace(/\/$/, '');
    if (path === '') {
      sendObject(response, 200, this.#documents.index());
      return;
    }
    const document = this.#documents.document(path);
    if (!document) {
      sendText(response, 404, '404 page not found\n');
      return;
    }
    const { text, hash } = document;
    const asked = query.get('hash');
    if (asked !== null && asked !== hash) {
      response.writeHead(301, { location: `/openapi/v3/${path}?hash=${hash}` }).end();
      return;
    }
    const etag = `"${hash}"`;
    response.setHeader('etag', etag);
    response.setHeader('vary', 'Accept');
    response.setHeader('cache-control', asked === null ? 'no-cache, private' : 'public, immutable');
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    const body = Buffer.from(text);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  }

  async #answerResource(
    request: IncomingMessage,
    response: ServerResponse,
    { target, query, user }: { target: RequestTarget; query: URLSearchParams; user: User },
  ): Promise<void> {
    const resource = this.#api.registry.find(target.group, target.version, target.plural);
    if (!resource || !fitsScope(resource, target)) throw noSuchResource();
    const representation = negotiate(request.headers.accept, acceptedBy(request, resource, target));
    const bytes = await readBody(request);
    const contentType = request.headers['content-type'];
    const protobufFacts = await this.#api.protobufFacts();
    const warnings: string[] = [];
    const resourceRequest: ResourceRequest = {
      api: this.#api,
      resource,
      namespace: target.namespace,
      name: target.name,
      subresource: target.subresource,
      query,
      body: { bytes, contentType, protobufFacts },
      representation,
      user,
      authorizer: this.#authorizer,
      userOfToken: (token) => this.#userOfToken(token),
      userAgent: request.headers['user-agent'],
      request,
      response,
      warn(texts) {
        for (const text of texts) warnings.push(text);
        if (warnings.length > 0) response.setHeader('warning', warningHeaders(warnings));
      },
    };
    if (isWatch(target, request.method, query))
      checkStreams(representation, acceptedBy(request, resource, target));
    if (resource.warning && hasRoute(resource, target, request)) resourceRequest.warn([resource.warning]);
    const answer = this.#dispatch(resourceRequest);
    if (!answer) return;
    const isScale = target.subresource === 'scale';
    const object = isScale ? answer.object : responseTransformer(resourceRequest).whole(answer.object);
    sendObject(response, answer.code, object, representation.format);
  }

  /** The answer, or undefined where a stream has taken over the response. */
  #dispatch(request: ResourceRequest): ApiResponse | undefined {
    const { subresource, name } = request;
    if (subresource !== undefined) return this.#dispatchSubresource(request, subresource);
    return name === undefined ? this.#dispatchCollection(request) : dispatchObject(request);
  }

  #dispatchCollection(request: ResourceRequest): ApiResponse | undefined {
    const { resource, query } = request;
    const { verbs, scope } = resource.kind;
    switch (request.request.method) {
      case 'GET':
        if (!verbs.includes('list')) throw verbs.length > 1 ? noSuchResource() : methodNotAllowed();
        if (!verbs.includes('watch')) throw notImplemented(`${resource.kind.plural}`);
        if (isSet(query, 'watch')) {
          watchObjects(request, this.#watches);
          return undefined;
        }
        return listObjects(request);
      case 'POST': {
        const review = verbs.includes('create') ? reviewOf(request) : undefined;
        if (review) return review;
        if (!verbs.includes('create') || (scope === 'Namespaced' && request.namespace === undefined)) {
          throw methodNotAllowed();
        }
        if (!verbs.includes('get')) throw notImplemented(`${resource.kind.plural}`);
        return createFromBody(request);
      }
      case 'DELETE':
        if (!verbs.includes('deletecollection')) throw methodNotAllowed();
        if (scope === 'Namespaced' && request.namespace === undefined) throw methodNotAllowed();
        return deleteCollection(request);
      default:
        throw methodNotAllowed();
    }
  }

  #dispatchSubresource(request: ResourceRequest, subresource: string): ApiResponse | undefined {
    const { resource, namespace, name, query, response } = request;
    if (!hasSubresource(resource, subresource)) throw noSuchResource();
    const { method } = request.request;
    if (subresource === 'status' || (subresource === 'finalize' && method === 'PUT')) {
      if (method === 'GET') return getObject(request);
      if (method === 'PUT') return replaceObject(request);
      if (method === 'PATCH') return patchObject(request);
      throw methodNotAllowed();
    }
    if (subresource === 'scale') {
      if (method === 'GET') return getScale(request);
      if (method === 'PUT') return replaceScale(request);
      if (method === 'PATCH') return patchScale(request);
      throw methodNotAllowed();
    }
    const object = this.#store.get(resource.storage, namespace, name!);
    if (!object) throw notFound(resource.kind, name!);
    if (subresource === 'log' && method === 'GET') {
      handleLog({ store: this.#store, clock: this.#api.clock, pod: object, query, response });
      return undefined;
    }
    if (subresource === 'portforward') throw badRequest('Upgrade request required');
    throw notImplemented(`${resource.kind.plural}/${subresource}`);
  }
}

function dispatchObject(request: ResourceRequest): ApiResponse {
  const { verbs } = request.resource.kind;
  const { method = '' } = request.request;
  const handler = objectHandlers.get(method);
  if (!handler || !verbs.includes(handler.verb)) throw methodNotAllowed();
  if (handler.verb === 'get' && !verbs.includes('watch')) throw notImplemented(request.resource.kind.plural);
  return handler.answer(request);
}

const objectHandlers = new Map<string, { verb: string; answer: (request: ResourceRequest) => ApiResponse }>([
  ['GET', { verb: 'get', answer: getObject }],
  ['PUT', { verb: 'update', answer: replaceObject }],
  ['PATCH', { verb: 'patch', answer: patchObject }],
  ['DELETE', { verb: 'delete', answer: deleteOne }],
]);

/** The second one is how clients before 1.22 wrote the first. */
const v2Types = new Set([openApiV2Type, 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf']);

const health = new Set(['/healthz', '/livez', '/readyz']);

/** Cluster-scoped resources have no namespace in their URL; objects of the others have one. */
function fitsScope({ kind }: Resource, { namespace, name }: RequestTarget): boolean {
  if (kind.scope === 'Cluster') return namespace === undefined;
  return namespace !== undefined || name === undefined;
}

/** Custom resources have no route of their own, and no more does a group (`/apis/apps`). */
function acceptedBy({ method }: IncomingMessage, { origin }: Resource, { name }: RequestTarget): AcceptedBy {
  if (origin === 'custom') return 'other';
  return method === 'GET' && name === undefined ? 'built-in list' : 'built-in';
}

function isWatch(
  { name, subresource }: RequestTarget,
  method: string | undefined,
  query: URLSearchParams,
): boolean {
  return method === 'GET' && name === undefined && subresource === undefined && isSet(query, 'watch');
}

/** Whether there is anything behind a method at a path: only that warns. */
function hasRoute(
  { kind }: Resource,
  { name, subresource }: RequestTarget,
  { method, headers: { 'content-type': contentType } }: IncomingMessage,
): boolean {
  const verbs = kind.subresources.find((one) => one.name === subresource)?.verbs ?? [];
  const all = subresource === undefined ? kind.verbs : verbs;
  const verb = (name === undefined ? collectionVerbs : objectVerbs).get(method ?? '');
  return verb !== undefined && all.includes(verb) && (method !== 'PATCH' || isPatch(contentType));
}

const collectionVerbs = new Map([
  ['GET', 'list'],
  ['POST', 'create'],
  ['DELETE', 'deletecollection'],
]);

const objectVerbs = new Map([
  ['GET', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

function isRoute(pathname: string): boolean {
  return !/^\/apis\/[^/]+\/?$/.test(pathname);
}

function urlOf({ url = '/' }: IncomingMessage): RequestUrl | undefined {
  return requestUrl(url);
}

function onlyGet({ method }: IncomingMessage): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
}

function aggregatedVersionOf(accept: string | undefined): 'v2' | 'v2beta1' | undefined {
  for (const { type, parameters } of mediaRanges(accept)) {
    if (type !== 'application/json' && type !== '*/*') continue;
    const version = parameters.get('v');
    const isAggregated =
      parameters.get('g') === 'apidiscovery.k8s.io' && parameters.get('as') === 'APIGroupDiscoveryList';
    if (isAggregated && (version === 'v2' || version === 'v2beta1')) return version;
    if (parameters.get('as') === undefined) return undefined;
  }
  return undefined;
}

function refuseUpgrade(socket: Duplex, error: unknown): void {
  const status = statusOf(error);
  const body = `${JSON.stringify(status)}\n`;
  socket.end(
    `HTTP/1.1 ${status.code} ${status.reason ?? 'Error'}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
