import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificateRequests } from '../contract/api/certificate-requests.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { type Answer, ask } from '../support/sandbox-client.ts';
import { wrongShapes } from './support/wrong-shapes.ts';

/** No request is large: what takes longer hangs. */
const longest = 2000;
const namespace = '/api/v1/namespaces/default';
const certificates = '/apis/certificates.k8s.io/v1/certificatesigningrequests';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  const metadata = { name: 'odd', labels: { app: 'odd' } };
  const containers = [{ name: 'main', image: 'shop/odd:1', resources: { limits: { cpu: '10m' } } }];
  const spec = { schedulerName: 'nobody', containers };
  await ask(sandbox, 'POST', `${namespace}/serviceaccounts`, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata,
  });
  await ask(sandbox, 'POST', `${namespace}/pods`, { apiVersion: 'v1', kind: 'Pod', metadata, spec });
  await ask(sandbox, 'POST', '/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata,
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'odd' } } },
  });
  await ask(sandbox, 'POST', certificates, {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata,
    spec: { request: certificateRequests.user, signerName: 'example.com/odd', usages: ['client auth'] },
  });
});
afterAll(() => sandbox?.stop());

/** What is wrong with an answer: it is one of an API server's, soon, and no fault of its own. */
async function faultOf(method: string, path: string, body: unknown, type?: string): Promise<string[]> {
  const start = performance.now();
  const headers = type === undefined ? {} : { 'content-type': type };
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const answer: Answer = await ask(sandbox, method, path, text, headers);
  const milliseconds = performance.now() - start;
  const told = JSON.stringify(answer.body) ?? '';
  const isFault = answer.code === 0 || answer.code > 500 || told.includes('Internal error occurred');
  if (!isFault && milliseconds < longest) return [];
  return [`${method} ${path} ${text.slice(0, 200)}: ${answer.code} ${told.slice(0, 200)} ${milliseconds} ms`];
}

const merge = 'application/merge-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const owners = { name: 'odd', namespace: 'default', uid: 'x', resourceVersion: '1', annotations: { a: 'b' } };

/** What is sent in order, one place of which is then something else. */
const sound: readonly [method: string, path: string, body: unknown, type?: string][] = [
  [
    'POST',
    `${namespace}/pods/odd/eviction?dryRun=All`,
    {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: owners,
      deleteOptions: {
        dryRun: ['All'],
        gracePeriodSeconds: 1,
        propagationPolicy: 'Background',
        preconditions: { uid: 'x', resourceVersion: '1' },
      },
    },
  ],
  [
    'POST',
    `${namespace}/pods/odd/binding?dryRun=All`,
    { apiVersion: 'v1', kind: 'Binding', metadata: owners, target: { kind: 'Node', name: 'none' } },
  ],
  [
    'POST',
    `${namespace}/bindings?dryRun=All`,
    { apiVersion: 'v1', kind: 'Binding', metadata: owners, target: { kind: 'Node', name: 'none' } },
  ],
  [
    'POST',
    `${namespace}/serviceaccounts/odd/token`,
    {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: { name: 'odd', namespace: 'default' },
      spec: {
        audiences: ['a'],
        expirationSeconds: 600,
        boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'odd', uid: 'x' },
      },
    },
  ],
  [
    'PATCH',
    `${certificates}/odd/approval?dryRun=All`,
    {
      status: { conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: '2026-01-01T00:00:00Z' }] },
    },
    merge,
  ],
  [
    'PATCH',
    `${certificates}/odd/status?dryRun=All`,
    { status: { certificate: certificateRequests.user, conditions: [{ type: 'Failed', status: 'True' }] } },
    merge,
  ],
  [
    'PATCH',
    `${namespace}/pods/odd/resize?dryRun=All`,
    { spec: { containers: [{ name: 'main', resources: { limits: { cpu: '1' }, requests: { cpu: '1' } } }] } },
    strategic,
  ],
  [
    'PATCH',
    `${namespace}/pods/odd/ephemeralcontainers?dryRun=All`,
    {
      spec: {
        ephemeralContainers: [
          { name: 'look', image: 'x', targetContainerName: 'main', resources: { limits: { cpu: '1' } } },
        ],
      },
    },
    strategic,
  ],
  [
    'POST',
    '/apis/policy/v1/namespaces/default/poddisruptionbudgets?dryRun=All',
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'other' },
      spec: { minAvailable: '50%', selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
    },
  ],
];

describe('a subresource is sent what is wrong at one place', () => {
  test.each(sound)('%s %s', { timeout: 60_000 }, async (method, path, body, type) => {
    const wrong: string[] = [];
    for (const { value } of wrongShapes(body)) wrong.push(...(await faultOf(method, path, value, type)));
    expect(wrong).toEqual([]);
  });
});

/** A request for a certificate whose bytes are these. */
const requestOf = (bytes: Buffer) =>
  btoa(
    `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`,
  );

const whole = Buffer.from(
  atob(certificateRequests.user)
    .split('\n')
    .filter((line) => !line.startsWith('-'))
    .join(''),
  'base64',
);

test('certificate requests that are none', { timeout: 60_000 }, async () => {
  const odd: string[] = [
    requestOf(Buffer.alloc(0)),
    requestOf(Buffer.alloc(200_000, Buffer.from([0x30, 0x80]))),
    requestOf(Buffer.alloc(200_000, 0x30)),
    requestOf(Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])),
    requestOf(Buffer.concat([whole, whole])),
    '-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(20_000),
    btoa('-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(20_000)),
    'A'.repeat(1_000_000),
    '\u0000',
  ];
  for (let index = 0; index < whole.length; index++) {
    const changed = Buffer.from(whole);
    changed[index]! ^= 0xff;
    odd.push(requestOf(changed), requestOf(whole.subarray(0, index)));
  }
  const wrong: string[] = [];
  for (const request of odd) {
    const spec = { request, signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] };
    const object = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { generateName: 'odd-' },
      spec,
    };
    wrong.push(...(await faultOf('POST', `${certificates}?dryRun=All`, object)));
    const status = { status: { certificate: request } };
    wrong.push(...(await faultOf('PATCH', `${certificates}/odd/status?dryRun=All`, status, merge)));
  }
  expect(wrong).toEqual([]);
});

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const issued = { iss: 'https://kubernetes.default.svc' };

test.each<[title: string, token: string]>([
  ['nothing', '.'],
  ['two dots', '..'],
  ['dots', '.'.repeat(100_000)],
  ['no algorithm', `${part({ alg: 'none' })}.${part(issued)}.`],
  ['no signature', `${part({ alg: 'ES256' })}.${part(issued)}.${part('x'.repeat(64))}`],
  ['a number', `a.${part('5')}.b`],
  ['null', `a.${part('null')}.b`],
  ['a list', `a.${part([issued])}.b`],
  ['deep', `a.${part('['.repeat(100_000))}.b`],
  ['claims of odd types', `a.${part({ ...issued, aud: 5, exp: {}, 'kubernetes.io': null })}.b`],
  ['an own prototype', `a.${part('{"__proto__": {"iss": "https://kubernetes.default.svc"}}')}.b`],
  ['long', 'x'.repeat(500_000)],
])('a token that is none: %s', async (_title, token) => {
  const { code } = await ask(sandbox, 'GET', '/api', undefined, { authorization: `Bearer ${token}` });
  expect(code).toBe(401);
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
  const answer = await ask(sandbox, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', review);
  expect(answer).toMatchObject({ code: 201, body: { status: { user: {} } } });
  expect(answer.body.status.error).toContain('invalid bearer token');
});
