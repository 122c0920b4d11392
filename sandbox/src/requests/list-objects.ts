import { countAhead } from '../../../server/src/yaml/sorted.ts';
import { badRequest } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import { isCached } from '../resources/is-cached.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import { StatusError } from '../status-error.ts';
import type { Snapshot } from '../store/storage.ts';
import { continueAfter, expiredToken, readContinueToken } from './continue-token.ts';
import { checkVersionIsReached } from './get-object.ts';
import { integerParameter } from './integer-parameter.ts';
import { checkListOptions } from './list-options.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { resourceVersionOf, versionTooLarge } from './resource-version.ts';
import { selectionOf } from './selection.ts';

/** Answers a GET of a collection, whole or by pages. */
export function listObjects(request: ResourceRequest): ApiResponse {
  const { items, metadata } = listedPage(request);
  return { code: 200, object: listOf(request, items, metadata) };
}

/** A part of a collection as it is stored, and what is said of it in a list. */
export interface ListedPage {
  readonly items: readonly KubeObject[];
  readonly metadata: Record<string, unknown>;
}

/** What the parameters of a request select and how much of it they ask for. Throws 400, 410, 422 and 504. */
export function listedPage(request: ResourceRequest): ListedPage {
  const { resource, query } = request;
  checkListOptions(query, 'list');
  const limit = limitOf(request);
  const selection = selectionOf(query, resource);
  const { snapshot, from } = listed(request, limit);
  const items: KubeObject[] = [];
  let index = from;
  for (; index < snapshot.objects.length && (limit === 0 || items.length < limit); index++) {
    const object = snapshot.objects[index]!;
    if (!selection.isNarrowed || selection.matches(object)) items.push(object);
  }
  const remaining = snapshot.objects.length - index;
  const metadata: Record<string, unknown> = {
    ...(resource.origin === 'custom' && { continue: '' }),
    resourceVersion: String(snapshot.revision),
  };
  if (remaining > 0) {
    metadata.continue = continueAfter(tokenKey(snapshot.objects[index - 1]!, request), snapshot.revision);
    if (!selection.isNarrowed) metadata.remainingItemCount = remaining;
  }
  return { items, metadata };
}

/** A list of a request's resource. */
export function listOf(
  { resource }: ResourceRequest,
  items: readonly KubeObject[],
  metadata: Record<string, unknown>,
): Record<string, unknown> {
  return {
    kind: resource.listKind,
    apiVersion: resource.kind.apiVersion,
    metadata,
    items: items.map((object) => listItem(inRequestedVersion(object, resource), resource.origin)),
  };
}

/** What is listed, and from which of its objects on. Throws 400, 410 and 504. */
function listed(request: ResourceRequest, limit: number): { snapshot: Snapshot; from: number } {
  const { api, resource, namespace, query } = request;
  const now = () => api.storage.snapshot(resource.storage, namespace);
  const text = query.get('continue') ?? '';
  if (text !== '') {
    const token = readContinueToken(text);
    if ((query.get('resourceVersion') || '0') !== '0') {
      throw badRequest('specifying resource version is not allowed when using continue');
    }
    const snapshot = token.revision < 0 ? now() : exactly(request, token.revision);
    if (!snapshot) throw expiredToken(token);
    return { snapshot, from: firstFrom(snapshot.objects, token.start, namespace) };
  }
  const wanted = resourceVersionOf(query) ?? 0;
  const match = query.get('resourceVersionMatch') ?? '';
  if (match === 'Exact' || (match === '' && limit > 0 && wanted > 0)) {
    const snapshot = exactly(request, wanted);
    if (!snapshot) {
      throw new StatusError(410, 'Expired', 'The resourceVersion for the provided list is too old.');
    }
    return { snapshot, from: 0 };
  }
  checkVersionIsReached(request);
  return { snapshot: now(), from: 0 };
}

/** The state at a revision; undefined where it is no longer known. Throws a 504 where it is not there yet. */
function exactly({ api, resource, namespace }: ResourceRequest, revision: number): Snapshot | undefined {
  const { storage } = api;
  if (revision > storage.revision) throw versionTooLarge(revision, storage.revision, resource);
  return storage.snapshotAt(resource.storage, namespace, revision);
}

/** Built-in lists say kind and apiVersion once; items of custom ones repeat them. */
export function listItem(object: KubeObject, origin: 'built-in' | 'custom'): Record<string, unknown> {
  if (origin === 'custom') return object;
  const { kind: _kind, apiVersion: _apiVersion, ...item } = object;
  return item;
}

/** The state of a cache, which version 0 asks for, is not read in pages. */
function limitOf({ query, resource }: ResourceRequest): number {
  const limit = Math.max(0, integerParameter(query, 'limit') ?? 0);
  const isFirst = (query.get('continue') ?? '') === '';
  return isFirst && query.get('resourceVersion') === '0' && isCached(resource) ? 0 : limit;
}

/** Where a cache answers, keys begin with a slash. */
function tokenKey(object: KubeObject, { resource, namespace }: ResourceRequest): string {
  const key = keyOf(object, namespace);
  return isCached(resource) ? `/${key}` : key;
}

/** What is below one namespace is told apart by name alone. */
function keyOf({ metadata }: KubeObject, namespace: string | undefined): string {
  const name = metadata.name ?? '';
  return metadata.namespace && namespace === undefined ? `${metadata.namespace}/${name}` : name;
}

function firstFrom(objects: readonly KubeObject[], start: string, namespace: string | undefined): number {
  const first = start.replace(/^\//, '');
  return countAhead(objects, (object) => keyOf(object, namespace) < first);
}
