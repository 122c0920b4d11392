import { trimEnd } from '../../../../server/src/yaml/trim-end.ts';
import { cut, visibleText } from '../../../../server/src/yaml/visible-text.ts';
import { readUrl } from '../read-url.ts';
import { asFields, textOf } from '../wrong-answer.ts';
import type { PemSource } from './pem-source.ts';
import type { WebRequest } from './web-request.ts';

/** What a kubeconfig says of a login by OpenID Connect (`auth-provider: oidc`). */
export interface OidcLogin {
  readonly issuer: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
  /** Whom the issuer is trusted by; this machine's authorities where it is undefined. */
  readonly certificateAuthority: PemSource | undefined;
}

/** What using a login needs from outside. */
export interface OidcIo {
  request: WebRequest;
  /** The PEM of the login's authority. */
  readAuthority(): Promise<string | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The tokens of one login. */
export interface OidcTokens {
  /** One that has not expired: the kubeconfig's, else one that is asked for by the refresh token. @throws Error in one line with the way out. */
  current(): Promise<string>;
  /** Tells that the server does not take the last one; true when another may be had. */
  refused(): boolean;
}

/** A token is renewed this long before it expires, as kubectl does it. */
const expiryMargin = 10_000;

/**
 * New tokens are kept in memory alone: a kubeconfig is not written. An issuer that gives another refresh token for each takes
 * the kubeconfig's no more after that, as when two programs share it.
 */
export function openOidc(login: OidcLogin, io: OidcIo): OidcTokens {
  let { idToken, refreshToken } = login;
  const isFresh = (token: string): boolean => {
    const expires = expiryOf(token);
    // Where it cannot be told the server judges, unless there is a better one.
    return expires === undefined ? refreshToken === undefined : expires - expiryMargin > io.now();
  };
  return {
    async current() {
      if (idToken !== undefined && isFresh(idToken)) return idToken;
      const renewed = await refresh({ ...login, refreshToken }, idToken, io);
      idToken = renewed.idToken;
      refreshToken = renewed.refreshToken ?? refreshToken;
      return idToken;
    },
    refused() {
      if (refreshToken === undefined || idToken === undefined) return false;
      idToken = undefined;
      return true;
    },
  };
}

const logIn = 'log in again, with a program such as kubectl oidc-login';

async function refresh(
  { issuer, clientId, clientSecret = '', refreshToken, certificateAuthority }: OidcLogin,
  expired: string | undefined,
  io: OidcIo,
): Promise<{ idToken: string; refreshToken: string | undefined }> {
  if (refreshToken === undefined || issuer === undefined || clientId === undefined) {
    const what = expired === undefined ? 'there is no id-token that is taken' : 'the id-token has expired';
    const missing = ['refresh-token', 'idp-issuer-url', 'client-id'].filter(
      (_name, place) => [refreshToken, issuer, clientId][place] === undefined,
    );
    throw new Error(`${what}, and without ${missing.join(' and ')} none can be had: ${logIn}`);
  }
  const authority = certificateAuthority && (await io.readAuthority());
  const basic = basicCredentials(clientId, clientSecret);
  const told = (text: string) => withoutSecrets(text, [refreshToken, clientSecret, basic, expired]);
  const ask = async (url: string, form?: { headers: Record<string, string>; body: string }) => {
    if (!isProtected(url)) {
      throw new Error(
        `the issuer ${issuer} is not asked without TLS: have it at https, in idp-issuer-url and its token_endpoint, or ${logIn}`,
      );
    }
    const answer = await io.request(url, { authority, ...form }).catch((error: Error) => {
      throw new Error(`the issuer ${issuer} does not answer (${error.message}): ${logIn}`, { cause: error });
    });
    const body = asFields(parsed(answer.body));
    if (answer.code !== 200 || !body) {
      const said = [textOf(body, 'error'), textOf(body, 'error_description')].filter(Boolean).join(': ');
      throw new Error(
        `the issuer ${issuer} answered ${answer.code} ${told(said)}`.trim().concat(`: ${logIn}`),
      );
    }
    return body;
  };
  const configuration = await ask(`${trimEnd(issuer, '/')}/.well-known/openid-configuration`);
  const endpoint = textOf(configuration, 'token_endpoint');
  if (endpoint === undefined) throw new Error(`the issuer ${issuer} names no token_endpoint: ${logIn}`);
  const methods = configuration.token_endpoint_auth_methods_supported;
  const inForm = clientSecret === '' || (Array.isArray(methods) && !methods.includes('client_secret_basic'));
  const fields = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
  if (inForm) {
    fields.set('client_id', clientId);
    if (clientSecret !== '') fields.set('client_secret', clientSecret);
  } else {
    headers.authorization = `Basic ${basic}`;
  }
  const answer = await ask(endpoint, { headers, body: fields.toString() });
  const idToken = textOf(answer, 'id_token');
  if (idToken === undefined) throw new Error(`the issuer ${issuer} gave no id_token: ${logIn}`);
  return { idToken, refreshToken: textOf(answer, 'refresh_token') };
}

/** Both parts are encoded before they are joined (RFC 6749, 2.3.1). */
function basicCredentials(clientId: string, clientSecret: string): string {
  const both = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return Buffer.from(both).toString('base64');
}

/** Whether what is sent there is read by nobody between: by TLS, or on this machine. */
function isProtected(address: string): boolean {
  const url = readUrl(address);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
}

const longestRefusal = 500;

/** What an issuer says, in one line: it may repeat what it was told. */
function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  let masked = text;
  for (const secret of secrets) if (secret) masked = masked.replaceAll(secret, '***');
  return visibleText(cut(masked, longestRefusal));
}

/** When a token expires, in milliseconds since the epoch; undefined where it does not tell. Whether it is right, the server judges. */
function expiryOf(token: string): number | undefined {
  const payload = parsed(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const expires = asFields(payload)?.exp;
  return typeof expires === 'number' ? expires * 1_000 : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
