import type { ApplyOptions, DeleteOptions } from '../cluster.ts';
import type { Intent } from '../intent.ts';
import type { KubeObject, ObjectReference, PatchType, Resource, Selection } from '../kube-object.ts';
import { intentOf, intentOfPath, intentOn, intentToConnect } from './request-intents.ts';

/** A request as data: everything but the server's address and the credentials. */
export interface ClusterRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query, from the server's root. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * `short` answers within a minute or is given up; a `stream` may stay silent for as long as it likes once it has
   * begun.
   */
  readonly duration: 'short' | 'stream';
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
const pageSize = 500;

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

/** `GET` of one object, or of a subresource that is one, such as `scale`. */
export function getRequest(reference: ObjectReference): ClusterRequest {
  return {
    method: 'GET',
    path: objectPath(reference),
    headers: { accept: json },
    duration: 'short',
    longestAnswer: longestAnswers.object,
    intent: intentOn('get', reference),
  };
}

/** Objects of a resource as they are read together. */
export interface Collection {
  readonly resource: Resource;
  /** Undefined for those of all namespaces. */
  readonly namespace: string | undefined;
  readonly selection: Selection;
  /** Rows of a table with the objects' metadata, or the objects themselves. */
  readonly content: 'rows' | 'objects';
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
export function collectionRequest(
  { resource, namespace, selection, content }: Collection,
  reading: CollectionReading,
): ClusterRequest {
  const query = {
    ...queryOf(reading),
    includeObject: content === 'rows' ? 'Metadata' : undefined,
    labelSelector: selection.labelSelector,
    fieldSelector: selection.fieldSelector,
  };
  return {
    method: 'GET',
    path: withQuery(collectionPath(resource, namespace), query),
    headers: { accept: content === 'rows' ? table : json },
    duration: reading.verb === 'list' ? 'short' : 'stream',
    longestAnswer: longestAnswers.page,
    intent: intentOf(reading.verb, resource, namespace),
  };
}

function queryOf(reading: CollectionReading): Query {
  if (reading.verb === 'list') return { limit: pageSize, continue: reading.continueToken };
  const { from, timeoutSeconds } = reading;
  const start: Query =
    from === 'initial-events'
      ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
      : { resourceVersion: from.resourceVersion };
  return { watch: true, allowWatchBookmarks: true, timeoutSeconds, ...start };
}

/** What is asked of every change: no field that the server does not know, and who makes it. */
function writing({
  fieldManager = 'kubewright',
  force,
  dryRun,
}: Partial<Pick<ApplyOptions, 'fieldManager' | 'force' | 'dryRun'>>): Query {
  return {
    fieldManager,
    fieldValidation: 'Strict',
    force: force ? true : undefined,
    dryRun: dryRun ? 'All' : undefined,
  };
}

export function createRequest(
  resource: Resource,
  namespace: string | undefined,
  object: KubeObject,
  options: { readonly dryRun?: boolean } = {},
): ClusterRequest {
  return {
    method: 'POST',
    path: withQuery(collectionPath(resource, namespace), writing(options)),
    headers: { accept: json, 'content-type': json },
    body: JSON.stringify(object),
    duration: 'short',
    longestAnswer: longestAnswers.object,
    intent: { ...intentOf('create', resource, namespace), name: object.metadata?.name },
  };
}

/** Server-side apply. The server refuses a body with managedFields, so they are left out. */
export function applyRequest(
  reference: ObjectReference,
  object: KubeObject,
  options: Pick<ApplyOptions, 'fieldManager' | 'force' | 'dryRun'>,
): ClusterRequest {
  const { managedFields: _, ...metadata } = object.metadata ?? {};
  return {
    method: 'PATCH',
    path: withQuery(objectPath(reference), writing(options)),
    // JSON is YAML, and this type is the one that every server since 1.22 takes.
    headers: { accept: json, 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify({ ...object, metadata }),
    duration: 'short',
    longestAnswer: longestAnswers.object,
    intent: intentOn('patch', reference),
  };
}

export function patchRequest(
  reference: ObjectReference,
  type: PatchType,
  patch: unknown,
  options: { readonly dryRun?: boolean } = {},
): ClusterRequest {
  return {
    method: 'PATCH',
    path: withQuery(objectPath(reference), writing(options)),
    headers: { accept: json, 'content-type': `application/${type}-patch+json` },
    body: JSON.stringify(patch),
    duration: 'short',
    longestAnswer: longestAnswers.object,
    intent: intentOn('patch', reference),
  };
}

export function deleteRequest(
  reference: ObjectReference,
  options: Omit<DeleteOptions, 'signal'> = {},
): ClusterRequest {
  const body = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: options.propagationPolicy ?? 'Background',
    gracePeriodSeconds: options.gracePeriodSeconds,
    preconditions: options.uid === undefined ? undefined : { uid: options.uid },
    dryRun: options.dryRun ? ['All'] : undefined,
  };
  return {
    method: 'DELETE',
    path: objectPath(reference),
    headers: { accept: json, 'content-type': json },
    body: JSON.stringify(body),
    duration: 'short',
    longestAnswer: longestAnswers.object,
    intent: intentOn('delete', reference),
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
 * A subresource that is a WebSocket, such as `portforward`; an array in the query is sent as so many parameters.
 * `words` say what it is for as a person does: `port-forward to`.
 */
export function connectRequest(words: string, reference: ObjectReference, query: Query): ClusterRequest {
  return {
    method: 'GET',
    path: withQuery(objectPath(reference), query),
    headers: {},
    duration: 'stream',
    longestAnswer: longestAnswers.object,
    intent: intentToConnect(words, reference),
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
