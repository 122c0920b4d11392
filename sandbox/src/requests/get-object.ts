import { badRequest, notFound } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import { isCached } from '../resources/is-cached.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import { StatusError } from '../status-error.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { resourceVersionOf, versionProblem, versionTooLarge } from './resource-version.ts';
import { isSet } from './write-options.ts';

/** Answers a GET of one object, or of its status. */
export function getObject(request: ResourceRequest): ApiResponse {
  checkExport(request.query);
  checkVersionIsNumber(request);
  checkVersionIsReached(request);
  return { code: 200, object: inRequestedVersion(existing(request), request.resource) };
}

/** The stored object that a request names. Throws a 404. */
export function existing(request: ResourceRequest): KubeObject {
  const object = stored(request);
  if (!object) throw notFound(request.resource.kind, request.name!);
  return object;
}

/** The same, undefined where there is none. */
export function stored({ api, resource, namespace, name }: ResourceRequest): KubeObject | undefined {
  return api.storage.get(resource.storage, namespace, name!);
}

/** A client may ask for a state that it has heard of elsewhere; one from the future is refused. Throws a 504. */
export function checkVersionIsReached({
  api,
  query,
  resource,
}: Pick<ResourceRequest, 'api' | 'query' | 'resource'>): void {
  const wanted = resourceVersionOf(query);
  if (wanted === undefined || wanted <= api.storage.revision) return;
  throw versionTooLarge(wanted, api.storage.revision, resource);
}

/** Where a cache answers, which is for all kinds but events, what is no number is a failure of the server's. Throws a 500. */
function checkVersionIsNumber({ query, resource }: ResourceRequest): void {
  const text = query.get('resourceVersion') ?? '';
  const problem = text !== '' && isCached(resource) ? versionProblem(text) : undefined;
  if (problem !== undefined) throw new StatusError(500, '', problem);
}

/** A parameter of servers before 1.18, which all later ones refuse. Throws a 400. */
function checkExport(query: URLSearchParams): void {
  if (!isSet(query, 'export')) return;
  throw badRequest('the export parameter, deprecated since v1.14, is no longer supported');
}
