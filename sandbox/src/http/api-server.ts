import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ApiContext } from '../api-context.ts';
import type { Kubelet } from '../controllers/kubelet.ts';
import { Discovery } from '../discovery/discovery.ts';
import { badRequest, methodNotAllowed, noSuchResource, notFound, notImplemented } from '../errors.ts';
import { statusOf } from '../failure-status.ts';
import type { ObjectStore } from '../object-store.ts';
import { OpenApiDocuments } from '../openapi/openapi-documents.ts';
import { type RequestTarget, requestTarget } from '../request-target.ts';
import { componentStatuses } from '../requests/component-statuses.ts';
import { createFromBody } from '../requests/create-object.ts';
import { createdPart, noTable } from '../requests/created-part.ts';
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
import type { TokenAuthenticator } from '../rights/token-authenticator.ts';
import type { User } from '../rights/user.ts';
import { Containers } from '../streams/containers.ts';
import { handleLog } from '../streams/log.ts';
import { type ProxyRequest, passOn, passUpgradeOn, splitProxyPath } from '../streams/proxy.ts';
import { type ProxiedResource, proxyBackend } from '../streams/proxy-backend.ts';
import { authenticate } from './authentication.ts';
import { clientCertificateOf } from './client-certificate.ts';
import {
  connectsToPod,
  openPodConnection,
  type PodConnection,
  type PodConnectionContext,
  servePodConnection,
} from './connect-pod.ts';
import { answerGeneralPath } from './general-paths.ts';
import {
  type AcceptedBy,
  checkStreams,
  errorFormat,
  negotiate,
  negotiateLog,
  negotiateRoute,
} from './negotiate.ts';
import { readBody } from './read-body.ts';
import { checkTimeout } from './request-timeout.ts';
import { type RequestUrl, requestUrl } from './request-url.ts';
import { sendError, sendObject, sendText } from './respond.ts';
import { warningHeaders } from './warning-headers.ts';
import { withoutWatchPath } from './watch-path.ts';

export interface ApiServerOptions {
  readonly api: ApiContext;
  readonly store: ObjectStore;
  readonly kubelet: Pick<Kubelet, 'containerExited'>;
  readonly tokens: TokenAuthenticator;
  /** `127.0.0.1:PORT`, known once the server listens. */
  readonly address: () => string;
}

const apiServices = { group: 'apiregistration.k8s.io', plural: 'apiservices' };

/** Answers all requests of the Kubernetes API. */
export class ApiServer {
  readonly #api: ApiContext;
  readonly #store: ObjectStore;
  readonly #tokens: TokenAuthenticator;
  readonly #address: () => string;
  readonly #discovery: Discovery;
  readonly #documents: OpenApiDocuments;
  readonly #watches = new OpenWatches();
  readonly #authorizer: Authorizer;
  readonly #pods: PodConnectionContext;

  constructor({ api, store, kubelet, tokens, address }: ApiServerOptions) {
    this.#api = api;
    this.#store = store;
    this.#tokens = tokens;
    this.#address = address;
    this.#discovery = new Discovery({
      registry: api.registry,
      apiServices: () => api.storage.snapshot(apiServices).objects,
      facts: api.serverFacts,
      serverAddress: address,
    });
    this.#documents = new OpenApiDocuments(api);
    this.#authorizer = new Authorizer(api.storage);
    const { clock, kubernetesVersion } = api;
    this.#pods = { store, clock, kubelet, kubernetesVersion, containers: new Containers(store, clock) };
  }

  /** For the HTTP server's `request` event. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      if (!response.destroyed) sendError(response, error, errorFormat(request.headers.accept));
    }
  }

  /** For the HTTP server's `upgrade` event: what connects to pods. Anywhere else the wish for an upgrade is passed over. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    try {
      const url = urlOf(request);
      if (!url) throw badRequest('this path cannot be read');
      const user = this.#authorize(request, url);
      const target = requestTarget(url.pathname);
      if (target?.subresource === 'proxy' && this.#hasProxy(target)) {
        const proxied = this.#proxyRequest(request, url, target);
        socket.on('error', () => socket.destroy());
        passUpgradeOn(proxied, socket, head);
        return;
      }
      if (!target || !connectsToPod(target)) {
        this.#answerAsItIs(request, socket);
        return;
      }
      const connection = this.#openPodConnection(request, { target, query: url.searchParams, user });
      servePodConnection(this.#pods, connection, { request, socket, head });
    } catch (error) {
      refuseUpgrade(socket, error);
    }
  }

  #answerAsItIs(request: IncomingMessage, socket: Duplex): void {
    // Node hands over the connection before it has read a body.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw badRequest('a request with a body cannot ask for an upgrade here');
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => socket.end());
    void this.handle(request, response);
  }

  /** Where a request to a proxy leads. Throws the `StatusError` that the API server answers. */
  #proxyRequest(request: IncomingMessage, url: RequestUrl, target: RequestTarget): ProxyRequest {
    const { plural, namespace, name } = target;
    if (!proxyMethods.has(request.method ?? '')) throw methodNotAllowed();
    if (url.searchParams.has('dryRun')) throw badRequest('dryRun is not supported');
    const backend = proxyBackend(this.#store, plural as ProxiedResource, namespace, name!);
    return { request, ...splitProxyPath(url.pathname), backend };
  }

  /** Judges what connects to a pod. Throws the `StatusError` that the API server answers. */
  #openPodConnection(
    { method }: IncomingMessage,
    { target, query, user }: { target: RequestTarget; query: URLSearchParams; user: User },
  ): PodConnection {
    const { group, version, namespace = '', plural: resource, name = '', subresource = '' } = target;
    const creation = { verb: 'create', group, version, namespace, resource, name, subresource };
    return openPodConnection(this.#pods, {
      method,
      target,
      query,
      mayCreate: () => this.#authorizer.decide(user, creation).allowed,
    });
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
    if (!mayTakeLong(requestTarget(pathname))) checkTimeout(searchParams);
    const user = this.#authorize(request, url);
    const paths = {
      api: this.#api,
      discovery: this.#discovery,
      documents: this.#documents,
      tokens: this.#tokens.serviceAccounts,
      address: this.#address(),
    };
    if (answerGeneralPath(request, response, url, paths)) return;
    const target = requestTarget(pathname);
    if (!target || (target.group !== '' && !this.#discovery.hasGroup(target.group))) {
      sendText(response, 404, '404 page not found\n');
      return;
    }
    if (target.subresource === 'proxy' && this.#hasProxy(target)) {
      passOn(this.#proxyRequest(request, url, target), response);
      return;
    }
    await this.#answerResource(request, response, { target, query: searchParams, user });
  }

  /** Who asks, where that may be asked. Throws the `StatusError` that the API server answers. */
  #authorize(request: IncomingMessage, { pathname, searchParams }: RequestUrl): User {
    const user = impersonated(
      authenticate(request.headers, this.#tokens, clientCertificateOf(request.socket)),
      request,
      this.#authorizer,
    );
    const attributes = attributesOf(request.method ?? 'GET', pathname, searchParams);
    if (!this.#authorizer.decide(user, attributes).allowed) throw refuse(user, attributes);
    return user;
  }

  #hasProxy(target: RequestTarget): boolean {
    const resource = this.#api.registry.find(target.group, target.version, target.plural);
    return resource !== undefined && fitsScope(resource, target) && hasSubresource(resource, 'proxy');
  }

  async #answerResource(
    request: IncomingMessage,
    response: ServerResponse,
    { target, query, user }: { target: RequestTarget; query: URLSearchParams; user: User },
  ): Promise<void> {
    const resource = this.#api.registry.find(target.group, target.version, target.plural);
    if (!resource || !fitsScope(resource, target)) {
      if (this.#discovery.hasBuiltIn(target.group)) throw noSuchResource();
      sendText(response, 404, '404 page not found\n');
      return;
    }
    if (connectsToPod(target)) {
      this.#openPodConnection(request, { target, query, user });
      throw badRequest('Upgrade request required');
    }
    if (target.group === '' && target.plural === 'pods' && target.subresource === 'log') {
      if (request.method !== 'GET') throw methodNotAllowed();
      negotiateLog(request.headers.accept);
      const { namespace, name = '' } = target;
      handleLog({ store: this.#store, clock: this.#api.clock, namespace, name, query, response });
      return;
    }
    const by = acceptedBy(request, resource, target);
    negotiateRoute(request.headers.accept, by);
    const warnings: string[] = [];
    const warn = (texts: readonly string[]) => {
      for (const text of texts) warnings.push(text);
      if (warnings.length > 0) response.setHeader('warning', warningHeaders(warnings));
    };
    if (resource.warning && hasRoute(resource, target, request)) warn([resource.warning]);
    const representation = negotiate(request.headers.accept, by);
    const bytes = await readBody(request);
    const contentType = request.headers['content-type'];
    const protobufFacts = await this.#api.protobufFacts();
    const resourceRequest: ResourceRequest = {
      api: this.#api,
      resource,
      namespace: target.namespace,
      name: target.name,
      subresource: target.subresource,
      query,
      body: { bytes, contentType, protobufFacts, kubernetesVersion: this.#api.kubernetesVersion },
      representation,
      user,
      authorizer: this.#authorizer,
      tokens: this.#tokens,
      userAgent: request.headers['user-agent'],
      request,
      response,
      warn,
    };
    if (isWatch(target, request.method, query)) checkStreams(representation, by);
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
        if (!verbs.includes('watch')) return componentStatuses(request);
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
        if (!verbs.includes('get')) {
          const part = createdPart(request);
          if (part) return part;
          throw notImplemented(`${resource.kind.plural}`);
        }
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
    const { resource, namespace, name } = request;
    if (!hasSubresource(resource, subresource)) throw noSuchResource();
    const { method } = request.request;
    const isPart =
      updatedParts.has(`${resource.kind.plural}/${subresource}`) && resource.origin === 'built-in';
    if (isPart && request.representation.as === 'Table') throw noTable();
    if (subresource === 'finalize' && method !== 'PUT') throw methodNotAllowed();
    if (subresource === 'status' || isPart || subresource === 'finalize') {
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
    const part = createdPart(request);
    if (part) return part;
    const object = this.#store.get(resource.storage, namespace, name!);
    if (!object) throw notFound(resource.kind, name!);
    throw notImplemented(`${resource.kind.plural}/${subresource}`);
  }
}

function dispatchObject(request: ResourceRequest): ApiResponse {
  const { verbs } = request.resource.kind;
  const { method = '' } = request.request;
  const handler = objectHandlers.get(method);
  if (!handler || !verbs.includes(handler.verb)) throw methodNotAllowed();
  if (handler.verb === 'get' && !verbs.includes('watch')) return componentStatuses(request);
  return handler.answer(request);
}

/** Subresources by which parts of an object are read and written, as by its status. */
const updatedParts = new Set([
  'certificatesigningrequests/approval',
  'pods/ephemeralcontainers',
  'pods/resize',
]);

const objectHandlers = new Map<string, { verb: string; answer: (request: ResourceRequest) => ApiResponse }>([
  ['GET', { verb: 'get', answer: getObject }],
  ['PUT', { verb: 'update', answer: replaceObject }],
  ['PATCH', { verb: 'patch', answer: patchObject }],
  ['DELETE', { verb: 'delete', answer: deleteOne }],
]);

const proxyMethods = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** No timeout is read of what is a stream. */
function mayTakeLong(target: RequestTarget | undefined): boolean {
  return streams.has(target?.subresource ?? '');
}

const streams = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

/** Cluster-scoped resources have no namespace in their URL; objects of the others have one. */
function fitsScope({ kind }: Resource, { namespace, name }: RequestTarget): boolean {
  const isOnlyCreated = kind.verbs.length === 1 && kind.verbs[0] === 'create';
  if (isOnlyCreated && name !== undefined) return false;
  if (kind.scope === 'Cluster') return namespace === undefined;
  return namespace !== undefined || (name === undefined && kind.verbs.includes('list'));
}

/** Custom resources have no route of their own. */
function acceptedBy({ method }: IncomingMessage, { origin }: Resource, { name }: RequestTarget): AcceptedBy {
  if (origin === 'custom') return 'custom';
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
  { namespace, name, subresource }: RequestTarget,
  { method, headers: { 'content-type': contentType } }: IncomingMessage,
): boolean {
  if (kind.scope === 'Namespaced' && namespace === undefined && method !== 'GET') return false;
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

function urlOf({ url = '/' }: IncomingMessage): RequestUrl | undefined {
  return requestUrl(url);
}

function refuseUpgrade(socket: Duplex, error: unknown): void {
  const status = statusOf(error);
  const body = `${JSON.stringify(status)}\n`;
  socket.end(
    `HTTP/1.1 ${status.code} ${STATUS_CODES[status.code] ?? ''}\r\nCache-Control: no-cache, private\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
