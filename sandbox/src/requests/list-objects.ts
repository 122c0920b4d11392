import { countAhead } from '../../../server/src/yaml/sorted.ts';
import { badRequest } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import { StatusError } from '../status-error.ts';
import type { Snapshot } from '../store/storage.ts';
import { checkListOptions, checkVersionIsReached } from './get-object.ts';
import { integerParameter } from './integer-parameter.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';
import { selectionOf } from './selection.ts';

/** Snapshots of lists that are being read in pages, so that their pages fit together; the oldest go first. */
export class PagedLists {
  readonly #snapshots = new Map<string, { snapshot: Snapshot; until: number }>();

  /** Keeps a snapshot for pages to come. */
  keep(scope: string, snapshot: Snapshot, now: number): void {
    const key = `${scope} ${snapshot.revision}`;
    this.#snapshots.delete(key);
    this.#snapshots.set(key, { snapshot, until: now + pageLifetime });
    for (const [oldest, { until }] of this.#snapshots) {
      if (this.#snapshots.size <= mostSnapshots && until > now) break;
      this.#snapshots.delete(oldest);
    }
  }

  find(scope: string, revision: number, now: number): Snapshot | undefined {
    const kept = this.#snapshots.get(`${scope} ${revision}`);
    return kept && kept.until > now ? kept.snapshot : undefined;
  }
}

const pageLifetime = 5 * 60 * 1000;
const mostSnapshots = 32;

/** Answers a GET of a collection, whole or by pages. */
export function listObjects(request: ResourceRequest, paged: PagedLists): ApiResponse {
  const { api, resource, namespace, query } = request;
  checkListOptions(query, 'list');
  const limit = limitOf(query);
  const token = query.get('continue') ?? '';
  const scope = `${resource.storage.group}/${resource.storage.plural}/${namespace ?? ''}`;
  const selection = selectionOf(query, resource);

  let snapshot: Snapshot;
  let after: string | undefined;
  if (token === '') {
    checkVersionIsReached(request);
    snapshot = api.storage.snapshot(resource.storage, namespace);
    checkExactVersion(request, snapshot);
  } else {
    const { revision, last } = readToken(token);
    after = last;
    if (revision === inconsistent) snapshot = api.storage.snapshot(resource.storage, namespace);
    else {
      const kept = paged.find(scope, revision, api.clock.now());
      if (!kept) throw expiredToken(last);
      snapshot = kept;
    }
  }

  const from = after === undefined ? 0 : indexAfter(snapshot.objects, after);
  const items: KubeObject[] = [];
  let index = from;
  for (; index < snapshot.objects.length && (limit === 0 || items.length < limit); index++) {
    const object = snapshot.objects[index]!;
    if (!selection.isNarrowed || selection.matches(object)) items.push(object);
  }
  const remaining = snapshot.objects.length - index;
  const isCut =
    remaining > 0 && (!selection.isNarrowed || snapshot.objects.slice(index).some(selection.matches));
  const metadata: Record<string, unknown> = {
    ...(resource.origin === 'custom' && { continue: '' }),
    resourceVersion: String(snapshot.revision),
  };
  if (isCut) {
    paged.keep(scope, snapshot, api.clock.now());
    metadata.continue = writeToken(snapshot.revision, keyOf(snapshot.objects[index - 1]!));
    if (!selection.isNarrowed) metadata.remainingItemCount = remaining;
  }
  return {
    code: 200,
    object: {
      kind: resource.listKind,
      apiVersion: resource.kind.apiVersion,
      metadata,
      items: items.map((object) => listItem(inRequestedVersion(object, resource), resource.origin)),
    },
  };
}

/** Built-in lists say kind and apiVersion once; items of custom ones repeat them. */
function listItem(object: KubeObject, origin: 'built-in' | 'custom'): Record<string, unknown> {
  if (origin === 'custom') return object;
  const { kind: _kind, apiVersion: _apiVersion, ...item } = object;
  return item;
}

function limitOf(query: URLSearchParams): number {
  return Math.max(0, integerParameter(query, 'limit') ?? 0);
}

/** Old states are not kept: an exact version other than the present one has expired. */
function checkExactVersion({ query }: ResourceRequest, snapshot: Snapshot): void {
  if (query.get('resourceVersionMatch') !== 'Exact') return;
  const wanted = query.get('resourceVersion');
  if (wanted === String(snapshot.revision)) return;
  throw new StatusError(410, 'Expired', `The resourceVersion for the provided list is too old.`);
}

/** In a token: no snapshot, the rest is read from the present state. */
const inconsistent = -1;

function writeToken(revision: number, last: string): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: `${last}\u0000` })).toString(
    'base64url',
  );
}

function readToken(token: string): { revision: number; last: string } {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    throw badRequest(
      'invalid continue token: continue key is not valid: invalid character looking for beginning of value',
    );
  }
  const { v, rv, start } = (value ?? {}) as { v?: unknown; rv?: unknown; start?: unknown };
  if (v !== 'meta.k8s.io/v1' || typeof rv !== 'number' || typeof start !== 'string' || start === '') {
    throw badRequest(
      'invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    );
  }
  return { revision: rv, last: start.endsWith('\u0000') ? start.slice(0, -1) : start };
}

function expiredToken(last: string): StatusError {
  return new StatusError(
    410,
    'Expired',
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    { continueToken: writeToken(inconsistent, last) },
  );
}

function keyOf({ metadata }: KubeObject): string {
  return metadata.namespace ? `${metadata.namespace}/${metadata.name}` : (metadata.name ?? '');
}

function indexAfter(objects: readonly KubeObject[], key: string): number {
  return countAhead(objects, (object) => keyOf(object) <= key);
}
