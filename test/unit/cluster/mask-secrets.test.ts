import { expect, test } from 'vitest';
import { maskSecrets } from '../../../client/src/cluster/mask-secrets.ts';

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzeXN0ZW0ifQ.c2lnbmF0dXJl';

test.each([
  { of: 'a bearer token', text: 'sent Bearer abc.def-123', masked: 'sent Bearer ***' },
  { of: 'a header', text: 'Authorization: Basic dXNlcjpwYXNz', masked: 'Authorization: ***' },
  {
    of: 'a header of several parts',
    text: 'authorization: Digest a="b", c\nnext',
    masked: 'authorization: ***\nnext',
  },
  { of: 'a header in JSON', text: '{"Authorization":"Bearer abcdefgh"}', masked: '{"Authorization":"***"}' },
  {
    of: 'a header in a list',
    text: '["authorization", "Bearer abcdefgh"]',
    masked: '["authorization", "***"]',
  },
  { of: 'a header to a proxy', text: 'Proxy-Authorization: x y', masked: 'Proxy-Authorization: ***' },
  {
    of: 'a token as a subprotocol',
    text: 'base64url.bearer.authorization.k8s.io.QUJD',
    masked: 'base64url.bearer.authorization.k8s.io.***',
  },
  { of: 'a token in a kubeconfig', text: 'user:\n  token: abc123\n', masked: 'user:\n  token: ***\n' },
  { of: 'a quoted token', text: "token: 'a b, c'", masked: 'token: ***' },
  {
    of: 'a token in JSON',
    text: '{"status":{"token":"abc","x":1}}',
    masked: '{"status":{"token":***,"x":1}}',
  },
  {
    of: 'a token in JSON in JSON',
    text: '"{\\"token\\":\\"abc\\",\\"x\\":1}"',
    masked: '"{\\"token\\":***,\\"x\\":1}"',
  },
  {
    of: 'tokens of OIDC',
    text: 'id-token=abc refresh_token: def',
    masked: 'id-token=*** refresh_token: ***',
  },
  { of: 'a key', text: 'client-key-data: TUlJQ3dBPT0=', masked: 'client-key-data: ***' },
  { of: 'a key of a credential', text: '"clientKeyData": "-----BEGIN"', masked: '"clientKeyData": ***' },
  { of: 'a password', text: 'password=hunter2&user=me', masked: 'password=***&user=me' },
  {
    of: 'variables',
    text: 'AWS_SECRET_ACCESS_KEY=abc AWS_SESSION_TOKEN=def',
    masked: 'AWS_SECRET_ACCESS_KEY=*** AWS_SESSION_TOKEN=***',
  },
  {
    of: 'flags',
    text: 'kubectl --token abc --password=def get pods',
    masked: 'kubectl --token *** --password=*** get pods',
  },
  { of: 'a user in a URL', text: 'via http://me:secret@proxy:3128/x', masked: 'via http://***@proxy:3128/x' },
  {
    of: 'a token in a URL',
    text: 'https://api:6443/x?access_token=abc&watch=1',
    masked: 'https://api:6443/x?access_token=***&watch=1',
  },
  { of: 'a password with an @', text: 'via http://me:p@ss@proxy/x', masked: 'via http://***@proxy/x' },
  {
    of: 'a value that a server refuses',
    text: 'spec.password: Invalid value: "hunter2": too short',
    masked: 'spec.password: Invalid value: ***: too short',
  },
  { of: 'a JSON Web Token', text: `it printed ${jwt} and ended`, masked: 'it printed *** and ended' },
  {
    of: 'a private key',
    text: 'a -----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY----- b',
    masked: 'a *** b',
  },
  { of: 'a private key that is cut off', text: '-----BEGIN PRIVATE KEY-----\nMII', masked: '***' },
])('masks $of', ({ text, masked }) => {
  expect(maskSecrets(text)).toBe(masked);
});

test.each([
  'list pods in `shop` (context `prod`): forbidden: User "jane" cannot list resource "pods"',
  'get /api/v1/namespaces/shop/secrets/token-abc: 200',
  'the token file is empty: log in again',
  'spec.token: Required value',
  'failed to create typed patch object: .spec.token: field not declared in schema',
  'spec.secretKey: Forbidden: may not be set',
  'watch secrets at https://prod.example.com:6443/api/v1/secrets?watch=1',
  'labels: {app: web}, annotations: {kubernetes.io/basic-auth: x}',
])('leaves %s', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test('takes no longer than the text is long', () => {
  const long = `${'token: "'.repeat(20_000)}${'https://'.repeat(20_000)}${'-'.repeat(20_000)}`;
  expect(maskSecrets(long).length).toBeGreaterThan(0);
});

test.each([
  'a.'.repeat(200_000),
  'eyJ-'.repeat(100_000),
  '-----BEGIN '.repeat(50_000),
  'token="'.repeat(50_000),
  'bearer '.repeat(50_000),
])('a long text takes no time: %.20s', (text) => {
  const begun = process.cpuUsage().user;
  maskSecrets(text);
  expect(process.cpuUsage().user - begun).toBeLessThan(2_000_000);
});
