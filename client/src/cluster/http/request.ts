import type {
  ApplyOptions,
  DeleteOptions,
  KubeObject,
  LogOptions,
  ObjectReference,
  PatchType,
  Resource,
} from '../cluster.ts';
import { type Intent, intentOf, intentOfPath, intentOn } from './intent.ts';

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
  readonly intent: Intent;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

const json = 'application/json';
/** Columns and cells as kubectl shows them; the objects themselves from servers that cannot print. */
const table = `application/json;as=Table;v=v1;g=meta.k8s.io,${json}`;
/** Objects in a page: enough for few round trips, few enough for a first page at once. */
export const pageSize = 500;

/** `GET` of any path that is about no resource, such as `/version`. */
export function pathRequest(path: string, accept: string = json): ClusterRequest {
  return {
    method: 'GET',
    path,
    headers: { accept },
    duration: 'short',
    intent: intentOfPath('get', path.replace(/\?.*/s, '')),
  };
}

export function getRequest(reference: ObjectReference): ClusterRequest {
  return {
    method: 'GET',
    path: objectPath(reference),
    headers: { accept: json },
    duration: 'short',
    intent: intentOn('get', reference),
  };
}

/** One page of whole objects. */
export function listRequest(
  resource: Resource,
  namespace: string | undefined,
  page: { readonly labelSelector?: string; readonly continueToken?: string } = {},
): ClusterRequest {
  const query = { continue: page.continueToken, labelSelector: page.labelSelector };
  return pageRequest(resource, namespace, query, json);
}

/** One page of rows with the objects' metadata. */
export function listRowsRequest(
  resource: Resource,
  namespace: string | undefined,
  continueToken: string | undefined,
): ClusterRequest {
  return pageRequest(resource, namespace, { continue: continueToken, includeObject: 'Metadata' }, table);
}

function pageRequest(
  resource: Resource,
  namespace: string | undefined,
  query: Query,
  accept: string,
): ClusterRequest {
  return {
    method: 'GET',
    path: withQuery(collectionPath(resource, namespace), { limit: pageSize, ...query }),
    headers: { accept },
    duration: 'short',
    intent: intentOf('list', resource, namespace),
  };
}

/** A watch of rows: on from a resource version, or with everything that exists first. */
export function watchRowsRequest(
  resource: Resource,
  namespace: string | undefined,
  from: { readonly resourceVersion: string } | 'initial-events',
  timeoutSeconds: number,
): ClusterRequest {
  const start: Query =
    from === 'initial-events'
      ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
      : { resourceVersion: from.resourceVersion };
  const query = {
    watch: true,
    allowWatchBookmarks: true,
    timeoutSeconds,
    includeObject: 'Metadata',
    ...start,
  };
  return {
    method: 'GET',
    path: withQuery(collectionPath(resource, namespace), query),
    headers: { accept: table },
    duration: 'stream',
    intent: intentOf('watch', resource, namespace),
  };
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
    intent: intentOn('delete', reference),
  };
}

export function logRequest(pod: ObjectReference, options: Omit<LogOptions, 'signal'> = {}): ClusterRequest {
  const { container, follow, previous, timestamps, tailLines, sinceSeconds, sinceTime } = options;
  const query = {
    container,
    follow: follow || undefined,
    previous: previous || undefined,
    timestamps: timestamps || undefined,
    tailLines,
    sinceSeconds,
    sinceTime,
  };
  return {
    method: 'GET',
    path: withQuery(`${objectPath(pod)}/log`, query),
    headers: { accept: '*/*' },
    duration: 'stream',
    intent: intentOn('get', pod, 'log'),
  };
}

/** The path of a WebSocket whose channels 0 and 1 are one port of a pod. */
export function portForwardRequest(pod: ObjectReference, port: number): ClusterRequest {
  return {
    method: 'GET',
    path: withQuery(`${objectPath(pod)}/portforward`, { ports: port }),
    headers: {},
    duration: 'stream',
    intent: intentOn('port-forward to', pod),
  };
}

/** `/apis/apps/v1/namespaces/shop/deployments`; without a namespace, those of all. */
export function collectionPath(resource: Resource, namespace: string | undefined): string {
  const { group, version, plural, scope } = resource;
  const root = group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
  if (scope === 'Cluster' || namespace === undefined) return `${root}/${segment(plural)}`;
  return `${root}/namespaces/${segment(namespace)}/${segment(plural)}`;
}

function objectPath({ resource, namespace, name }: ObjectReference): string {
  return `${collectionPath(resource, namespace)}/${segment(name)}`;
}

/** A name as one segment of a path, whatever is in it: `..` or a slash must not reach another object. */
function segment(name: string): string {
  if (name === '' || name === '.' || name === '..') throw new RangeError(`"${name}" is no name`);
  return encodeURIComponent(name);
}

function withQuery(path: string, query: Query): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  if (parameters.length === 0) return path;
  const text = parameters.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  return `${path}?${text}`;
}
