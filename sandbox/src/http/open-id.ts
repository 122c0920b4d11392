import type { IncomingMessage, ServerResponse } from 'node:http';
import { methodNotAllowed, noSuchResource } from '../errors.ts';
import { issuer, type ServiceAccountTokens } from '../rights/service-account-tokens.ts';
import { negotiateAlone } from './negotiate.ts';

const configurationPath = '/.well-known/openid-configuration';
const keysPath = '/openid/v1/jwks';

/**
 * Answers who issues the tokens of service accounts, and by which keys they are judged, as OpenID Connect has it. False where
 * the path is neither. Throws the `StatusError` that the API server answers.
 */
export function answerOpenId(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  { tokens, address }: { tokens: ServiceAccountTokens; address: string },
): boolean {
  const path = [configurationPath, keysPath].find(
    (one) => pathname === one || pathname.startsWith(`${one}/`),
  );
  if (path === undefined) return false;
  if (pathname.slice(path.length).length > 1) throw noSuchResource();
  if (request.method !== 'GET') throw methodNotAllowed();
  const isKeys = path === keysPath;
  const type = isKeys ? 'application/jwk-set+json' : 'application/json';
  negotiateAlone(request.headers.accept, type);
  const answer = isKeys ? tokens.keySet() : configurationOf(address);
  response.writeHead(200, { 'content-type': type, 'cache-control': 'public, max-age=3600' });
  response.end(JSON.stringify(answer));
  return true;
}

function configurationOf(address: string): object {
  return {
    issuer,
    jwks_uri: `https://${address}${keysPath}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}
