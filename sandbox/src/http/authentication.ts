import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { StatusError } from '../status-error.ts';
import { requestTarget } from './request-target.ts';
import type { RequestUrl } from './request-url.ts';

/** What anybody may read, as the ClusterRole `system:public-info-viewer` says. */
const publicPaths = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);

/**
 * Lets in who has the token. As a server's: a token that is another one is refused (401); who gives none is
 * `system:anonymous`, who may read what is public (else 403).
 * @throws StatusError
 */
export function authenticate(request: IncomingMessage, url: RequestUrl, token: Buffer): void {
  const given = /^Bearer +(\S+)/i.exec(request.headers.authorization ?? '')?.[1];
  if (given === undefined) {
    if (!publicPaths.has(url.pathname)) throw forbidden(request.method ?? 'GET', url);
    return;
  }
  const bytes = Buffer.from(given);
  if (bytes.length === token.length && timingSafeEqual(bytes, token)) return;
  throw new StatusError(401, 'Unauthorized', 'Unauthorized');
}

function forbidden(method: string, { pathname, searchParams }: RequestUrl): StatusError {
  const target = requestTarget(pathname);
  if (!target) {
    const words = `forbidden: User "system:anonymous" cannot ${method.toLowerCase()} path "${pathname}"`;
    return new StatusError(403, 'Forbidden', words, { details: {} });
  }
  const { group, namespace, plural, name, subresource } = target;
  const isCollection = name === undefined;
  const isWatch = ['1', 'true'].includes(searchParams.get('watch') ?? '');
  const verb = verbOf(method, isCollection, isWatch);
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`;
  const about = `${group === '' ? plural : `${plural}.${group}`}${isCollection ? '' : ` "${name}"`}`;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return new StatusError(
    403,
    'Forbidden',
    `${about} is forbidden: User "system:anonymous" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`,
    { details: { ...(isCollection ? {} : { name }), ...(group === '' ? {} : { group }), kind: plural } },
  );
}

/** The verb of a request on resources, as authorization knows it. */
function verbOf(method: string, isCollection: boolean, isWatch: boolean): string {
  switch (method) {
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return isCollection ? 'deletecollection' : 'delete';
    case 'GET':
    case 'HEAD':
      if (isWatch) return 'watch';
      return isCollection ? 'list' : 'get';
  }
  return '';
}
