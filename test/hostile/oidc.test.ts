import { expect, test } from 'vitest';
import { type OidcLogin, openOidc } from '../../client/src/cluster/kubeconfig/oidc.ts';

const secrets = ['refresh-me-1', 'client-secret-1'];
const login: OidcLogin = {
  issuer: 'https://issuer.example',
  clientId: 'kube',
  clientSecret: secrets[1],
  idToken: undefined,
  refreshToken: secrets[0],
  certificateAuthority: undefined,
};
const endpoint = { token_endpoint: 'https://issuer.example/token' };
const ok = (body: unknown) => ({ code: 200, body: typeof body === 'string' ? body : JSON.stringify(body) });
const refusal = (body: unknown) => ({ code: 400, body: JSON.stringify(body) });

/** What an issuer says of itself, and to who asks for a token. */
type Answers = readonly [configuration: ReturnType<typeof ok>, token?: ReturnType<typeof ok>];

const hostile: Readonly<Record<string, Answers>> = {
  'a login page': [ok('<html>log in</html>')],
  nothing: [ok('')],
  'a list': [ok([])],
  null: [ok(null)],
  'an endpoint that is a number': [ok({ token_endpoint: 5 })],
  'an endpoint that is no URL': [ok({ token_endpoint: 'token' })],
  'an endpoint without TLS': [ok({ token_endpoint: 'http://issuer.example/token' })],
  'an endpoint on a name like this machine': [ok({ token_endpoint: 'http://localhost.example/token' })],
  'an endpoint that is a file': [ok({ token_endpoint: 'file:///etc/passwd' })],
  'an endpoint with a user': [ok({ token_endpoint: 'http://a:b@127.0.0.1.example/' })],
  'half of it': [ok('{"token_endpoint": "https://issuer.ex')],
  'a redirection': [{ code: 302, body: '' }],
  'its prototype': [ok('{"__proto__": {"token_endpoint": "https://issuer.example/token"}}')],
  'a token that is a number': [ok(endpoint), ok({ id_token: 5 })],
  'a token that is a list': [ok(endpoint), ok({ id_token: ['a'] })],
  'no token': [ok(endpoint), ok({})],
  'an empty token': [ok(endpoint), ok({ id_token: '' })],
  'a refusal that is a map': [ok(endpoint), refusal({ error: { a: 1 }, error_description: [1] })],
  'a refusal of a megabyte': [ok(endpoint), refusal({ error: 'x'.repeat(1_000_000) })],
  'a refusal of many lines': [
    ok(endpoint),
    refusal({ error: 'a\r\nb', error_description: 'c\n\u2028\u202ed' }),
  ],
  'what it was told': [
    ok(endpoint),
    refusal({ error: 'invalid_grant', error_description: `${secrets[0]} of ${secrets[1]} is gone` }),
  ],
  'what it was told, encoded': [
    ok(endpoint),
    refusal({ error: Buffer.from(`kube:${secrets[1]}`).toString('base64') }),
  ],
};

test.each(Object.entries(hostile))(
  'an issuer that answers with %s is told of in one line',
  async (_, answers) => {
    const left = [...answers];
    const asked: string[] = [];
    const tokens = openOidc(login, {
      request: async (url) => {
        asked.push(url);
        return left.shift() ?? ok({});
      },
      readAuthority: async () => undefined,
      now: () => 0,
    });
    const error = await tokens.current().then(
      (token) => `a token: ${token}`,
      ({ message }: Error) => message,
    );
    expect(error).toMatch(
      /^the issuer https:\/\/issuer\.example [^\r\n\u2028\u202e]{1,600}(?::|, or) log in again, with /,
    );
    for (const secret of [...secrets, Buffer.from(`kube:${secrets[1]}`).toString('base64')])
      expect(error).not.toContain(secret);
    expect(asked.filter((url) => !url.startsWith('https://issuer.example/'))).toEqual([]);
    expect(asked).toHaveLength(answers.length);
  },
);

test('an issuer without TLS is not asked, but for one on this machine', async () => {
  const asked: string[] = [];
  const tokenOf = (issuer: string) =>
    openOidc(
      { ...login, issuer },
      {
        request: async (url) => {
          asked.push(url);
          return ok({ token_endpoint: `${issuer}/token`, id_token: 'a' });
        },
        readAuthority: async () => undefined,
        now: () => 0,
      },
    )
      .current()
      .catch(({ message }: Error) => message);
  expect(await tokenOf('http://issuer.example')).toMatch(/is not asked without TLS: .*https/);
  expect(asked).toEqual([]);
  for (const issuer of ['http://127.0.0.1:5', 'http://localhost:5', 'http://[::1]:5'])
    expect(await tokenOf(issuer)).toBe('a');
  expect(asked).toHaveLength(6);
});
