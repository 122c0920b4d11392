import type { IncomingHttpHeaders } from 'node:http';
import type { TokenAuthenticator } from '../rights/token-authenticator.ts';
import { anonymous, type User } from '../rights/user.ts';
import { StatusError } from '../status-error.ts';
import type { ClientCertificate } from './client-certificate.ts';

/**
 * Who sends a request. As a server's: whose certificate it trusts is its owner, then whose token it knows; whose token or
 * certificate is another one is refused (401); who gives none, or something else, is `system:anonymous`.
 * @throws StatusError
 */
export function authenticate(
  { authorization = '' }: IncomingHttpHeaders,
  tokens: TokenAuthenticator,
  certificate?: ClientCertificate,
): User {
  if (certificate?.user) return certificate.user;
  const token = /^Bearer +(\S+)/i.exec(authorization)?.[1];
  const verdict = token === undefined ? undefined : tokens.authenticate(token);
  if (verdict && 'user' in verdict) return verdict.user;
  if (!verdict && certificate?.trust !== 'refused') return anonymous;
  throw new StatusError(401, 'Unauthorized', 'Unauthorized');
}
