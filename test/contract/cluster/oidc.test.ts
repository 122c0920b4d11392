import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, failureOf, json, mockServer, openMock, secureMockServer, status } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const podList = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
const base64 = (value: string) => Buffer.from(value).toString('base64');

/** A token that says when it expires, in seconds from now, and which one it is. */
function idToken(expiresIn: number, name: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: Math.floor(Date.now() / 1_000) + expiresIn, name })}.x`;
}

/** An issuer with TLS by an authority of its own, which gives another refresh token each time. */
async function issuer(options: { methods?: string[]; refuse?: boolean; expiresIn?: number } = {}) {
  const own = await makeCertificates(new Date());
  const asked: { fields: Record<string, string>; authorization: string | undefined }[] = [];
  const answer = async (request: IncomingMessage) => {
    if (request.method === 'GET') {
      const methods = options.methods && { token_endpoint_auth_methods_supported: options.methods };
      return [200, { issuer: server.url, token_endpoint: `${server.url}/token`, ...methods }] as const;
    }
    const fields = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push({ fields, authorization: request.headers.authorization });
    if (options.refuse) return [400, { error: 'invalid_grant', error_description: 'Token is gone' }] as const;
    const token = idToken(options.expiresIn ?? 600, `renewed ${asked.length}`);
    return [200, { id_token: token, refresh_token: `r${asked.length + 1}` }] as const;
  };
  const server = await mockServer(
    after,
    (request, response) => void answer(request).then(([code, body]) => json(response, code, body)),
    own,
  );
  const config = {
    'idp-issuer-url': `${server.url}/`,
    'idp-certificate-authority-data': base64(own.authority),
    'client-id': 'kube',
    'refresh-token': 'r1',
  };
  return { config, asked, server };
}

/** A cluster that takes the tokens whose names `takes` has. */
async function api(takes: (name: string) => boolean) {
  const names: string[] = [];
  const { cluster: fields } = await secureMockServer(after, ({ headers }, response) => {
    const payload = headers.authorization?.split('.')[1] ?? '';
    const { name } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    names.push(name);
    if (takes(name)) json(response, 200, podList);
    else status(response, 401, 'Unauthorized', 'Unauthorized');
  });
  return { fields, names };
}

const oidc = (config: object) => ({ 'auth-provider': { name: 'oidc', config } });

describe('a login by OpenID Connect', () => {
  test('shows its id-token while it holds, and asks nobody', async () => {
    const { fields, names } = await api(() => true);
    const { config, server } = await issuer();
    const cluster = await openMock(after, fields, oidc({ ...config, 'id-token': idToken(600, 'own') }));
    await cluster.list(pods, 'shop');
    expect([names, server.requests]).toEqual([['own'], []]);
  });

  test('renews one that expires, once for all who ask, by the newest refresh token', async () => {
    const { fields, names } = await api(() => true);
    const { config, asked } = await issuer({ expiresIn: 5 });
    const cluster = await openMock(after, fields, oidc({ ...config, 'id-token': idToken(5, 'own') }));
    await Promise.all([cluster.list(pods, 'shop'), cluster.list(pods, 'shop')]);
    await cluster.list(pods, 'shop');
    expect(names).toEqual(['renewed 1', 'renewed 1', 'renewed 2']);
    expect(asked).toEqual(
      ['r1', 'r2'].map((token) => ({
        fields: { grant_type: 'refresh_token', refresh_token: token, client_id: 'kube' },
        authorization: undefined,
      })),
    );
  });

  test('renews one that the server refuses, once', async () => {
    const { fields, names } = await api((name) => name !== 'own');
    const { config } = await issuer();
    const cluster = await openMock(after, fields, oidc({ ...config, 'id-token': idToken(600, 'own') }));
    await cluster.list(pods, 'shop');
    expect(names).toEqual(['own', 'renewed 1']);
  });

  test.each([
    [undefined, `Basic ${base64('kube:s%20%2Fecret')}`, undefined],
    [['client_secret_post'], undefined, 's /ecret'],
  ])('says its secret as the issuer wants it: %j', async (methods, authorization, inForm) => {
    const { fields } = await api(() => true);
    const { config, asked } = await issuer(methods ? { methods } : {});
    const cluster = await openMock(after, fields, oidc({ ...config, 'client-secret': 's /ecret' }));
    await cluster.list(pods, 'shop');
    expect([asked[0]?.authorization, asked[0]?.fields.client_secret]).toEqual([authorization, inForm]);
  });

  test('that has expired says what to do, and no secret', async () => {
    const { fields, names } = await api(() => true);
    const { config, server } = await issuer({ refuse: true });
    const refused = await openMock(after, fields, oidc({ ...config, 'client-secret': 'hunter2' }));
    expect(await failureOf(refused.list(pods, 'shop'))).toEqual({
      failure: 'credentials',
      message: `list pods in \`shop\` (context \`mock\`): the issuer ${server.url}/ answered 400 invalid_grant: Token is gone: log in again, with a program such as kubectl oidc-login`,
    });
    const old = { 'id-token': idToken(-5, 'old'), 'client-id': 'kube', 'idp-issuer-url': server.url };
    const expired = await openMock(after, fields, oidc(old));
    expect((await failureOf(expired.list(pods, 'shop'))).message).toMatch(
      /: the id-token has expired, and without refresh-token none can be had: log in again/,
    );
    expect(names).toEqual([]);
  });

  test('hears nothing of an issuer that is not trusted', async () => {
    const { fields } = await api(() => true);
    const { config, asked } = await issuer();
    const other = {
      'idp-certificate-authority-data': base64((await makeCertificates(new Date())).authority),
    };
    const cluster = await openMock(after, fields, oidc({ ...config, ...other }));
    expect((await failureOf(cluster.list(pods, 'shop'))).message).toMatch(
      /the issuer \S+ does not answer \(/,
    );
    expect(asked).toEqual([]);
  });
});
