import { cause, invalid, notFound } from '../errors.ts';
import type { KubeObject } from '../object-store.ts';
import { inRequestedVersion } from '../resources/requested-version.ts';
import { StatusError } from '../status-error.ts';
import { integerParameter } from './integer-parameter.ts';
import type { ApiResponse, ResourceRequest } from './request.ts';

/** Answers a GET of one object, or of its status. */
export function getObject(request: ResourceRequest): ApiResponse {
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
export function checkVersionIsReached({ api, query }: Pick<ResourceRequest, 'api' | 'query'>): void {
  const wanted = resourceVersionOf(query);
  if (wanted === undefined || wanted <= api.storage.revision) return;
  throw new StatusError(
    504,
    'Timeout',
    `Timeout: Too large resource version: ${wanted}, current: ${api.storage.revision}`,
    {
      details: {
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        retryAfterSeconds: 1,
      },
    },
  );
}

/** Where a cache answers, which is for all kinds but events, what is no number is a failure of the server's. Throws a 500. */
function checkVersionIsNumber({ query, resource }: ResourceRequest): void {
  const text = query.get('resourceVersion') ?? '';
  if (text === '' || versionNumber.test(text) || resource.storage.plural === 'events') return;
  throw new StatusError(500, '', noVersion(text));
}

/** The `resourceVersion` parameter as a number; undefined when there is none. Throws a 400. */
export function resourceVersionOf(query: URLSearchParams): number | undefined {
  const text = query.get('resourceVersion') ?? '';
  if (text === '') return undefined;
  if (versionNumber.test(text)) return Number(text);
  throw new StatusError(400, 'BadRequest', `invalid resource version: ${noVersion(text)}`);
}

const versionNumber = /^\d{1,15}$/;

function noVersion(text: string): string {
  const quoted = JSON.stringify(text);
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`;
}

/** Judges the parameters that lists and watches share. Throws a 422 that names each bad one. */
export function checkListOptions(query: URLSearchParams, isWatch: 'list' | 'watch'): void {
  for (const name of ['limit', 'timeoutSeconds']) integerParameter(query, name);
  const match = query.get('resourceVersionMatch') ?? '';
  const version = query.get('resourceVersion') ?? '';
  const initialEvents = query.get('sendInitialEvents');
  const causes = [];
  if (isWatch === 'list') {
    if (initialEvents !== null) {
      causes.push(cause.forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
    }
    if (match && !version) {
      causes.push(
        cause.forbidden(
          'resourceVersionMatch',
          'resourceVersionMatch is forbidden unless resourceVersion is provided',
        ),
      );
    }
    if (match && query.get('continue')) {
      causes.push(
        cause.forbidden(
          'resourceVersionMatch',
          'resourceVersionMatch is forbidden when continue is provided',
        ),
      );
    }
    if (match && match !== 'Exact' && match !== 'NotOlderThan') {
      causes.push(cause.unsupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', '']));
    }
    if (match === 'Exact' && version === '0') {
      causes.push(
        cause.forbidden(
          'resourceVersionMatch',
          'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
        ),
      );
    }
  } else if (query.get('continue')) {
    causes.push(
      cause.forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'),
    );
  } else if (initialEvents !== null && match !== 'NotOlderThan') {
    causes.push(
      cause.forbidden(
        'resourceVersionMatch',
        'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      ),
    );
  } else if (initialEvents === null && match) {
    causes.push(
      cause.forbidden(
        'resourceVersionMatch',
        'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ),
    );
  }
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', causes);
}
