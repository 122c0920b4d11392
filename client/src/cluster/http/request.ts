import type { Intent } from '../intent.ts';
import type { ObjectReference, Resource, Selection } from '../kube-object.ts';
import type {
  CollectionReference,
  DeleteCollectionOperation,
  Deletion,
  ListOperation,
  Operation,
  PatchOperation,
  ProxyOperation,
  Representation,
  WatchOperation,
  Writing,
} from '../operation.ts';
import { field } from '../wrong-answer.ts';
import { intentOf, intentOfPath, intentOn, intentToConnect } from './request-intents.ts';

/** A request as data: everything but the server's address and the credentials. */
export interface ClusterRequest {
  readonly method: ProxyOperation['method'];
  /** With its query, from the server's root. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * `short` answers within a minute or is given up; a `stream` may stay silent for as long as it likes once it has
   * begun.
   */
  readonly duration: 'short' | 'stream';
  /** What is done when the server is busy and says when to ask again: that, where it is safe; or the caller is told at once. */
  readonly whenBusy?: 'tell';
  /** It is answered by something behind the API server, and handed on as it came. */
  readonly foreign?: true;
  /** The longest answer that is read whole, in bytes; of a stream only a refusal is. */
  readonly longestAnswer: number;
  readonly intent: Intent;
}

/** Parameters by name: undefined ones are not sent, of an array each. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;
type QueryValue = string | number | boolean;

const json = 'application/json';
/** Columns and cells as kubectl shows them; the objects themselves from servers that cannot print. */
const table = `application/json;as=Table;v=v1;g=meta.k8s.io,${json}`;
/** Objects in a page: enough for few round trips, few enough for a first page at once. */
export const pageSize = 500;
/** Rows in a page after the first, which a person is shown already; they are small, and each round trip costs. */
const furtherRows = 2_000;

const mebibyte = 1024 * 1024;
/**
 * The longest answers: a server stores no object beyond some 3 MiB, but those that are computed may be larger; a page is
 * that of many; discovery and OpenAPI grow with the definitions, which are thousands in the largest clusters.
 */
const longestAnswers = { object: 16 * mebibyte, page: 64 * mebibyte, document: 48 * mebibyte };

/** `GET` of any path that is about no resource, such as `/version`. */
export function pathRequest(path: string, accept: string = json): ClusterRequest {
  return {
    method: 'GET',
    path,
    headers: { accept },
    duration: 'short',
    longestAnswer: longestAnswers.document,
    intent: intentOfPath('get', path.replace(/\?.*/s, '')),
  };
}

/** Objects of a resource as they are read together. */
export interface Collection {
  readonly resource: Resource;
  /** Undefined for those of all namespaces. */
  readonly namespace: string | undefined;
  readonly selection: Selection;
  /** Rows of a table with the objects' metadata; the objects themselves; or of Pods their metadata and containers. */
  readonly content: 'rows' | 'objects' | 'containers';
}

/** How a collection is read. */
export type CollectionReading =
  /** One page: the first, or the one that the token of the page before leads to. */
  | { readonly verb: 'list'; readonly continueToken: string | undefined }
  /** On from a resource version, or with everything that exists first. */
  | {
      readonly verb: 'watch';
      readonly from: { readonly resourceVersion: string } | 'initial-events';
      readonly timeoutSeconds: number;
    };

/** A page of a collection, or its changes. */
export function collectionRequest(collection: Collection, reading: CollectionReading): ClusterRequest {
  const { resource, namespace, selection, content } = collection;
  const what = {
    of: { resource, namespace },
    as: content === 'rows' ? 'table' : 'object',
    ...selection,
  } as const;
  if (reading.verb === 'list') {
    const { continueToken } = reading;
    const page = operationRequest({
      ...what,
      verb: 'list',
      limit: content === 'rows' && continueToken !== undefined ? furtherRows : pageSize,
      ...(continueToken === undefined ? {} : { continueToken }),
    });
    // Who keeps a collection says how it fares, and waits by itself.
    return { ...page, whenBusy: 'tell' };
  }
  const { from, timeoutSeconds } = reading;
  const start =
    from === 'initial-events'
      ? ({ sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } as const)
      : { resourceVersion: from.resourceVersion };
  return operationRequest({ ...what, ...start, verb: 'watch', allowWatchBookmarks: true, timeoutSeconds });
}

/** What is sent for an operation. @throws RangeError when a name in it is none, or a namespace is missing. */
export function operationRequest(operation: Operation | WatchOperation): ClusterRequest {
  switch (operation.verb) {
    case 'get': {
      const { of, as, resourceVersion } = operation;
      const query = { resourceVersion, includeObject: includedObject(as) };
      return objectRequest('GET', 'get', of, { query, accept: acceptedOf(as, 'one') });
    }
    case 'list':
    case 'watch':
      return listingRequest(operation);
    case 'create': {
      const { of, object } = operation;
      const body = { body: JSON.stringify(object), contentType: json };
      if ('name' in of) return objectRequest('POST', 'create', of, { query: writing(operation), ...body });
      const intent = { ...intentOf('create', of.resource, of.namespace), name: object.metadata?.name };
      return wholeRequest('POST', collectionPath(of.resource, ownNamespace(of)), intent, {
        query: writing(operation),
        ...body,
      });
    }
    case 'update':
      return objectRequest('PUT', 'update', operation.of, {
        query: writing(operation),
        body: JSON.stringify(operation.object),
        contentType: json,
      });
    case 'patch':
      return objectRequest('PATCH', 'patch', operation.of, {
        query: writing(operation),
        ...patchBody(operation),
      });
    case 'delete':
      return objectRequest('DELETE', 'delete', operation.of, {
        query: {},
        body: deletionBody(operation),
        contentType: json,
      });
    case 'deletecollection':
      return deleteCollectionRequest(operation);
  }
}

/** What is passed on by the API server: as it is, but for what a proxy must not pass on. */
export function proxyRequest({ of, method, path = '', headers = {}, body }: ProxyOperation): ClusterRequest {
  return {
    method,
    path: `${objectPath({ ...of, subresource: 'proxy' })}${proxiedPath(path)}`,
    headers: { accept: '*/*', ...headers },
    ...(body === undefined ? {} : { body }),
    duration: 'stream',
    foreign: true,
    longestAnswer: longestAnswers.object,
    intent: intentOn(proxyVerbs[method] ?? 'proxy to', { ...of, subresource: 'proxy' }),
  };
}

/** The verbs by which the server judges what is passed on; it knows none for OPTIONS. */
export const proxyVerbs: Readonly<Partial<Record<ProxyOperation['method'], string>>> = {
  DELETE: 'delete',
  GET: 'get',
  HEAD: 'get',
  PATCH: 'patch',
  POST: 'create',
  PUT: 'update',
};

/** A path behind `proxy` cannot lead out of it: segments that go up are refused, as are those that end the path. */
function proxiedPath(path: string): string {
  if (path === '') return '';
  const [route = '', query] = path.split(/\?(.*)/s);
  if (!route.startsWith('/')) throw new RangeError(`the path "${path}" must begin with a slash`);
  const segments = route.split('/').map((part) => encodeURIComponent(decoded(part)));
  if (segments.some((part) => part === '.' || part === '..')) {
    throw new RangeError(`the path "${path}" leads out of what it is passed on to`);
  }
  return query === undefined ? segments.join('/') : `${segments.join('/')}?${query.replaceAll('#', '%23')}`;
}

/** A segment without escapes; as it stands where it has one that is none. */
function decoded(segmentOfPath: string): string {
  try {
    return decodeURIComponent(segmentOfPath);
  } catch {
    return segmentOfPath;
  }
}

function listingRequest(operation: ListOperation | WatchOperation): ClusterRequest {
  const { of, as, verb } = operation;
  const start: Query =
    verb === 'list'
      ? { limit: operation.limit, continue: operation.continueToken }
      : { watch: true, allowWatchBookmarks: operation.allowWatchBookmarks || undefined };
  const query = {
    ...start,
    timeoutSeconds: operation.timeoutSeconds,
    sendInitialEvents: verb === 'watch' ? operation.sendInitialEvents || undefined : undefined,
    resourceVersionMatch: operation.resourceVersionMatch,
    resourceVersion: operation.resourceVersion,
    includeObject: includedObject(as),
    labelSelector: operation.labelSelector,
    fieldSelector: operation.fieldSelector,
  };
  return {
    method: 'GET',
    path: withQuery(collectionPath(of.resource, of.namespace), query),
    // Each event of a watch holds one object.
    headers: { accept: acceptedOf(as, verb === 'list' ? 'many' : 'one') },
    duration: verb === 'list' ? 'short' : 'stream',
    longestAnswer: longestAnswers.page,
    intent: intentOf(verb, of.resource, of.namespace),
  };
}

/** Behind the objects themselves, for servers that cannot make of them what is asked for. */
function acceptedOf(as: Representation | undefined, number: 'one' | 'many'): string {
  if (as === 'table') return table;
  if (as !== 'metadata') return json;
  const kind = number === 'one' ? 'PartialObjectMetadata' : 'PartialObjectMetadataList';
  return `application/json;as=${kind};v=v1;g=meta.k8s.io,${json}`;
}

function includedObject(as: Representation | undefined): string | undefined {
  return as === 'table' ? 'Metadata' : undefined;
}

/** What is asked of every change: no field that the server does not know, and who makes it. */
function writing({
  fieldManager = 'kubewright',
  fieldValidation = 'Strict',
  dryRun,
  ...rest
}: Writing & Pick<Partial<PatchOperation>, 'force'>): Query {
  return {
    fieldManager,
    fieldValidation,
    force: rest.force ? true : undefined,
    dryRun: dryRun ? 'All' : undefined,
  };
}

function patchBody({ type, patch }: PatchOperation): { body: string; contentType: string } {
  if (type !== 'apply') {
    return { body: JSON.stringify(patch), contentType: `application/${type}-patch+json` };
  }
  // JSON is YAML, and this type is the one that every server since 1.22 takes.
  return { body: JSON.stringify(withoutManagedFields(patch)), contentType: 'application/apply-patch+yaml' };
}

/** The server refuses to apply a body with managedFields. */
function withoutManagedFields(object: unknown): unknown {
  const metadata = field(object, 'metadata');
  if (field(metadata, 'managedFields') === undefined) return object;
  const { managedFields: _, ...rest } = metadata as Record<string, unknown>;
  return { ...(object as object), metadata: rest };
}

function deletionBody({
  propagationPolicy,
  gracePeriodSeconds,
  uid,
  resourceVersion,
  dryRun,
}: Deletion): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: propagationPolicy ?? 'Background',
    gracePeriodSeconds,
    preconditions: uid === undefined && resourceVersion === undefined ? undefined : { uid, resourceVersion },
    dryRun: dryRun ? ['All'] : undefined,
  });
}

function deleteCollectionRequest(operation: DeleteCollectionOperation): ClusterRequest {
  const { of, labelSelector, fieldSelector } = operation;
  const { resource } = of;
  return wholeRequest(
    'DELETE',
    collectionPath(resource, ownNamespace(of)),
    intentOf('deletecollection', resource, of.namespace),
    { query: { labelSelector, fieldSelector }, body: deletionBody(operation), contentType: json },
  );
}

/** What is created or deleted together stands in one namespace, if the resource has any. */
function ownNamespace({ resource, namespace }: CollectionReference): string | undefined {
  if (resource.scope === 'Namespaced' && namespace === undefined) {
    throw new RangeError(`${resource.plural} are in namespaces: name one`);
  }
  return namespace;
}

interface Content {
  readonly query: Query;
  readonly accept?: string;
  readonly body?: string;
  readonly contentType?: string;
}

function objectRequest(
  method: ClusterRequest['method'],
  verb: string,
  of: ObjectReference,
  content: Content,
): ClusterRequest {
  return wholeRequest(
    method,
    objectPath({ ...of, namespace: ownNamespace(of) }),
    intentOn(verb, of),
    content,
  );
}

function wholeRequest(
  method: ClusterRequest['method'],
  path: string,
  intent: Intent,
  { query, accept = json, body, contentType }: Content,
): ClusterRequest {
  return {
    method,
    path: withQuery(path, query),
    headers: { accept, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
    ...(body === undefined ? {} : { body }),
    duration: 'short',
    longestAnswer: longestAnswers.object,
    intent,
  };
}

/** A subresource that is read for as long as it goes on, such as a log. */
export function streamRequest(reference: ObjectReference, query: Query): ClusterRequest {
  return {
    method: 'GET',
    path: withQuery(objectPath(reference), query),
    headers: { accept: '*/*' },
    duration: 'stream',
    longestAnswer: longestAnswers.object,
    intent: intentOn('get', reference),
  };
}

/**
 * A subresource that goes over to another protocol, such as `portforward`: a WebSocket by GET, SPDY by POST. `words` say what it
 * is for as a person does: `port-forward to`; `rights` are the verbs that a person who is refused is to ask for. An array
 * in the query is sent as so many parameters.
 */
export function connectRequest(
  { method, words, rights }: { method: 'GET' | 'POST'; words: string; rights: readonly string[] },
  reference: ObjectReference,
  query: Query,
): ClusterRequest {
  return {
    method,
    path: withQuery(objectPath(reference), query),
    headers: {},
    duration: 'stream',
    longestAnswer: longestAnswers.object,
    intent: intentToConnect(words, reference, rights),
  };
}

/** `/apis/apps/v1/namespaces/shop/deployments`; without a namespace, those of all. */
export function collectionPath(resource: Resource, namespace: string | undefined): string {
  const { group, version, plural, scope } = resource;
  const root = group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
  if (scope === 'Cluster' || namespace === undefined) return `${root}/${segment(plural)}`;
  return `${root}/namespaces/${segment(namespace)}/${segment(plural)}`;
}

function objectPath({ resource, namespace, name, subresource }: ObjectReference): string {
  const path = `${collectionPath(resource, namespace)}/${segment(name)}`;
  return subresource === undefined ? path : `${path}/${segment(subresource)}`;
}

/** A name as one segment of a path, whatever is in it: `..` or a slash must not reach another object. */
function segment(name: string): string {
  if (name === '' || name === '.' || name === '..') throw new RangeError(`"${name}" is no name`);
  return encodeURIComponent(name);
}

function withQuery(path: string, query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
  );
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}
