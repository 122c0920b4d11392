import 'reflect-metadata';
import { createPrivateKey, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeCertificates, makeClientCertificate } from '../../sandbox/src/certificates/make-certificates.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';

interface Credentials {
  token?: string;
  cert?: string;
  key?: string;
}

interface Answer {
  code: number;
  body: Record<string, never> & { status?: Record<string, never>; message?: string };
}

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
});
afterAll(() => sandbox?.stop());

/** Sends a request as whoever these credentials are of. */
function ask(
  { token, cert, key }: Credentials,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  return new Promise((done, failed) => {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    };
    const options = { method, headers, ca: sandbox.ca, agent: false as const, ...(cert && { cert, key }) };
    const request = httpsRequest(`${sandbox.url}${path}`, options, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => done({ code: response.statusCode!, body: JSON.parse(text) }));
    });
    request.on('error', failed);
    request.end(body && JSON.stringify(body));
  });
}

const reviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

/** Who is logged in with these credentials: the name and the groups, or the code of the refusal. */
async function whoIs(credentials: Credentials): Promise<unknown> {
  const { code, body } = await ask(credentials, 'POST', reviews, review);
  if (code !== 201) return code;
  const { username, groups } = (
    body.status as unknown as { userInfo: { username: string; groups: string[] } }
  ).userInfo;
  return [username, groups];
}

/** The credentials of every context of the kubeconfig. */
async function contexts(): Promise<{ current: string; users: Map<string, Credentials> }> {
  const config = parse(await readFile(sandbox.kubeconfig, 'utf8')) as {
    'current-context': string;
    contexts: { name: string; context: { user: string } }[];
    users: { name: string; user: Record<string, string> }[];
  };
  const users = config.contexts.map(({ name, context }): [string, Credentials] => {
    const { user } = config.users.find((one) => one.name === context.user)!;
    const pem = (field: string) => user[field] && Buffer.from(user[field], 'base64').toString();
    const { token } = user;
    if (token !== undefined) return [name, { token }];
    return [name, { cert: pem('client-certificate-data')!, key: pem('client-key-data')! }];
  });
  return { current: config['current-context'], users: new Map(users) };
}

const everything = ['system:masters', 'system:authenticated'];

test('every context of the kubeconfig logs in as its user', async () => {
  const { current, users } = await contexts();
  expect(current).toBe('sandbox');
  const found = await Promise.all([...users].map(async ([name, user]) => [name, await whoIs(user)]));
  expect(found).toEqual([
    ['sandbox', ['admin', everything]],
    ['admin', ['admin', everything]],
    ['viewer', ['viewer', ['system:authenticated']]],
    ['cert-admin', ['cert-admin', everything]],
  ]);
});

test('the viewer may look once a binding says so', async () => {
  const { users } = await contexts();
  const [admin, viewer] = [users.get('admin')!, users.get('viewer')!];
  const pods = '/api/v1/namespaces/default/pods';
  expect(await ask(viewer, 'GET', pods)).toMatchObject({
    code: 403,
    body: { message: expect.stringContaining('User "viewer" cannot list resource "pods"') },
  });
  const apiGroup = 'rbac.authorization.k8s.io';
  const binding = {
    apiVersion: `${apiGroup}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'look' },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup, kind: 'User', name: 'viewer' }],
  };
  expect((await ask(admin, 'POST', `/apis/${apiGroup}/v1/clusterrolebindings`, binding)).code).toBe(201);
  expect((await ask(viewer, 'GET', pods)).code).toBe(200);
  expect((await ask(viewer, 'DELETE', pods)).code).toBe(403);
});

test('who is signed by the sandbox logs in with that, and nobody else', async () => {
  const { users } = await contexts();
  const admin = users.get('admin')!;
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: 'O=team-a, O=team-b, CN=alice',
    keys: keys as never,
    signingAlgorithm: algorithm,
  });
  const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
  const made = await ask(admin, 'POST', path, {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'alice' },
    spec: {
      request: btoa(request.toString('pem')),
      signerName: 'kubernetes.io/kube-apiserver-client',
      usages: ['client auth'],
      expirationSeconds: 3600,
    },
  });
  expect(made).toMatchObject({ code: 201, body: { spec: { username: 'admin', groups: everything } } });
  const conditions = [{ type: 'Approved', status: 'True', reason: 'Tried' }];
  const approval = await ask(admin, 'PATCH', `${path}/alice/approval`, { status: { conditions } });
  expect(approval.code).toBe(200);
  const signed = async () => (await ask(admin, 'GET', `${path}/alice`)).body.status?.certificate;
  await expect.poll(signed, { timeout: 10_000 }).toEqual(expect.any(String));
  const cert = atob((await signed())!);
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
  expect(await whoIs({ cert, key })).toEqual(['alice', ['team-a', 'team-b', 'system:authenticated']]);
  // A certificate goes before a token.
  expect(await whoIs({ cert, key, token: admin.token! })).toEqual([
    'alice',
    ['team-a', 'team-b', 'system:authenticated'],
  ]);
});

test('a certificate of another authority is refused, unless a token says who it is', async () => {
  const { users } = await contexts();
  const now = new Date();
  const { signer, certificate: server, key: serverKey } = await makeCertificates(now);
  const { certificate: cert, key } = await makeClientCertificate(signer, {
    user: 'eve',
    groups: ['system:masters'],
    now,
  });
  expect(await whoIs({ cert, key })).toBe(401);
  expect(await whoIs({ cert: server, key: serverKey })).toBe(401);
  expect(await whoIs({ cert, key, token: users.get('viewer')!.token! })).toEqual([
    'viewer',
    ['system:authenticated'],
  ]);
  expect(await whoIs({ token: 'eve' })).toBe(401);
});

test('a token of a ServiceAccount is worth nothing once that is gone', async () => {
  const { users } = await contexts();
  const admin = users.get('admin')!;
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'bot' } };
  await ask(admin, 'POST', accounts, account);
  const { body } = await ask(admin, 'POST', `${accounts}/bot/token`, {});
  const token = body.status!.token!;
  const groups = ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'];
  expect(await whoIs({ token })).toEqual(['system:serviceaccount:default:bot', groups]);
  await ask(admin, 'DELETE', `${accounts}/bot`);
  expect(await whoIs({ token })).toBe(401);
  await ask(admin, 'POST', accounts, account);
  expect(await whoIs({ token })).toBe(401);
});

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
