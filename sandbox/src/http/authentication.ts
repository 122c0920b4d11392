import type { IncomingHttpHeaders } from 'node:http';
import type { TokenAuthenticator } from '../rights/token-authenticator.ts';
import { anonymous, type User } from '../rights/user.ts';
import { StatusError } from '../status-error.ts';

/**
 * Who sends a request. As a server's: whose token is another one than it knows is refused (401); who gives none, or
 * something else, is `system:anonymous`.
 * @throws StatusError
 */
export function authenticate({ authorization = '' }: IncomingHttpHeaders, tokens: TokenAuthenticator): User {
  const token = /^Bearer +(\S+)/i.exec(authorization)?.[1];
  if (token === undefined) return anonymous;
  const verdict = tokens.authenticate(token);
  if ('user' in verdict) return verdict.user;
  throw new StatusError(401, 'Unauthorized', 'Unauthorized');
}
