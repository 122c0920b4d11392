import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../support/sandbox.ts';
import { allCases } from './cases/all-cases.ts';
import { harmOf } from './harm.ts';
import { openRun } from './open-run.ts';
import { openServer } from './open-server.ts';
import { runCase, runLabel, type SentRequest, type ServerAnswer } from './run-case.ts';

// With KUBECONFIG_REAL the suite runs on clusters that others use. Here the cluster is a sandbox with objects of others in
// it, behind a proxy that writes down what passes.

interface Passed {
  request: SentRequest;
  answer: ServerAnswer;
}

const id = 'runharmless';
const passed: Passed[] = [];
let sandbox: Sandbox;
let before: Map<string, string>;
let after: Map<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox({ kubernetesVersion: '1.35', content: 'samples' });
  const direct = await openServer(sandbox.kubeconfig);
  const proxy = createServer(async (request, response) => {
    const sent = await requestOf(request);
    const answer = await direct.send(sent);
    passed.push({ request: sent, answer });
    response.writeHead(answer.code, { 'content-type': answer.contentType }).end(answer.text);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-proxy-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const config = {
    'current-context': 'any',
    contexts: [{ name: 'any', context: { cluster: 'any', user: '' } }],
    clusters: [{ name: 'any', cluster: { server: url } }],
  };
  await writeFile(kubeconfig, JSON.stringify(config));
  const server = await openServer(kubeconfig);
  try {
    before = await othersIn(direct.send);
    const run = await openRun(id, server.send, async () => {});
    const cases = allCases('1.35').filter((tried) => harmOf(tried) === undefined);
    const queue = cases.entries();
    const work = async () => {
      for (const [index, tried] of queue) await runCase(tried, { ...run.of(index), attempts: 1 });
    };
    await Promise.all(Array.from({ length: 16 }, work));
    await run.close();
    after = await othersIn(direct.send);
  } finally {
    server.close();
    direct.close();
    proxy.closeAllConnections();
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
afterAll(() => sandbox?.stop());

test('what the cluster had before is there afterwards', () => {
  expect(before.size).toBeGreaterThan(30);
  expect([...before].filter(([uid]) => !after.has(uid)).map(([, name]) => name)).toEqual([]);
});

test('every object that was written carries the id of the run in its name and its label', () => {
  const written = passed.filter(
    ({ request, answer }) => isWrite(request) && isStored(answer) && !isDryRun(request),
  );
  expect(written.length).toBeGreaterThan(1000);
  const strange = written.filter(({ answer }) => {
    const { name, labels } = (answer.body as { metadata: Metadata }).metadata;
    return !name?.includes(id) || labels?.[runLabel] !== id;
  });
  expect(strange.map(described)).toEqual([]);
});

test('every change and every deletion names an object of the run, whatever comes of it', () => {
  const named = passed.filter(({ request }) => ['PUT', 'PATCH', 'DELETE'].includes(request.method));
  const strange = named.filter(
    ({ request }) => !isCollection(request) && !objectNameOf(request).includes(id),
  );
  expect(strange.map(described)).toEqual([]);
});

test('every deletion of a collection selects the label of the run, inside a namespace of the run', () => {
  const collections = passed.filter(({ request }) => request.method === 'DELETE' && isCollection(request));
  expect(collections.length).toBeGreaterThan(100);
  const strange = collections.filter(({ request }) => {
    const { searchParams, pathname } = new URL(request.path, 'http://any');
    const selects = searchParams.get('labelSelector')?.split(',').includes(`${runLabel}=${id}`);
    return !selects || !pathname.includes(`/namespaces/${id}-contract/`);
  });
  expect(strange.map(described)).toEqual([]);
});

test('what cannot keep to that is left out by name', () => {
  const left = allCases('1.35').filter((tried) => harmOf(tried) !== undefined);
  const operations = new Set(left.map(({ operation }) => operation.split(' ')[1]));
  for (const name of [
    'deleteCollectionNode',
    'deleteCollectionFlowSchema',
    'createNode',
    'createAPIService',
  ]) {
    expect(operations).toContain(name);
  }
});

interface Metadata {
  name?: string;
  uid?: string;
  labels?: Record<string, string>;
}

async function requestOf(request: IncomingMessage): Promise<SentRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: headers as Record<string, string>,
    body: chunks.length > 0 ? Buffer.concat(chunks).toString() : undefined,
  };
}

/** All objects but events and what belongs to the run, by uid. */
async function othersIn(send: (request: SentRequest) => Promise<ServerAnswer>): Promise<Map<string, string>> {
  const get = async (path: string) =>
    (await send({ method: 'GET', path, headers: {}, body: undefined })).body;
  const { groups } = (await get('/apis')) as { groups: { preferredVersion: { groupVersion: string } }[] };
  const prefixes = [
    '/api/v1',
    ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`),
  ];
  const found = new Map<string, string>();
  for (const prefix of prefixes) {
    const list = (await get(prefix)) as { resources: { name: string; verbs: string[] }[] };
    for (const { name, verbs } of list.resources) {
      if (!verbs.includes('list') || !verbs.includes('watch') || name === 'events') continue;
      const { items } = (await get(`${prefix}/${name}`)) as { items: { metadata: Metadata }[] };
      for (const { metadata } of items) {
        if (metadata.labels?.[runLabel] !== id) found.set(metadata.uid ?? '', `${name} ${metadata.name}`);
      }
    }
  }
  return found;
}

function isWrite({ method }: SentRequest): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(method);
}

function isDryRun({ path }: SentRequest): boolean {
  return new URL(path, 'http://any').searchParams.get('dryRun') === 'All';
}

/** What has a uid is stored; reviews, bindings and tokens are not. */
function isStored({ code, body }: ServerAnswer): boolean {
  const { kind, metadata } = (body ?? {}) as { kind?: string; metadata?: Metadata };
  return code < 300 && metadata?.uid !== undefined && kind !== 'Scale' && kind !== 'TokenRequest';
}

function isCollection({ path }: SentRequest): boolean {
  const parts = new URL(path, 'http://any').pathname.split('/').filter(Boolean);
  const below = parts.slice(parts[0] === 'api' ? 2 : 3);
  const inside = below[0] === 'namespaces' && below.length > 2 ? below.slice(2) : below;
  return inside.length === 1;
}

/** The name in a path, of the object whose part it may be. */
function objectNameOf({ path }: SentRequest): string {
  const parts = new URL(path, 'http://any').pathname.split('/').filter(Boolean);
  const below = parts.slice(parts[0] === 'api' ? 2 : 3);
  const isInside =
    below[0] === 'namespaces' && below.length > 2 && !['status', 'finalize'].includes(below[2]!);
  return (isInside ? below[3] : below[1]) ?? '';
}

function described({ request, answer }: Passed): string {
  return `${request.method} ${request.path}: ${answer.code} ${answer.text.slice(0, 200)}`;
}
