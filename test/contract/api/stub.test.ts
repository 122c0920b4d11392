import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caseName } from './case.ts';
import { allCases } from './cases/all-cases.ts';
import { answerOf, openServer } from './open-server.ts';
import { problemsOf, runCase } from './run-case.ts';

const cases = allCases('1.35');

test('no case passes on a server that answers 200 {} to everything', async () => {
  const stub = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => stub.listen(0, '127.0.0.1', done));
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-stub-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const url = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
  const config = {
    'current-context': 'stub',
    contexts: [{ name: 'stub', context: { cluster: 'stub', user: '' } }],
    clusters: [{ name: 'stub', cluster: { server: url } }],
  };
  await writeFile(kubeconfig, JSON.stringify(config));
  const server = await openServer(kubeconfig);
  try {
    const passed: string[] = [];
    for (const [index, tried] of cases.entries()) {
      const run = {
        id: 'run',
        namespace: 'run',
        node: 'none',
        number: index,
        attempts: 1,
        send: server.send,
      };
      const problems = await runCase(tried, { ...run, pause: async () => {} });
      if (problems.length === 0) passed.push(caseName(tried));
    }
    expect(passed).toEqual([]);
  } finally {
    server.close();
    stub.closeAllConnections();
    stub.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('what fails is what the case asserts of its own answer, not what it needs before', () => {
  const answer = answerOf(200, { 'content-type': ['application/json'] }, '{}');
  const passed = cases.filter(({ expect }) => problemsOf(expect, answer).length === 0).map(caseName);
  expect(passed).toEqual([]);
});

test('every case has a name of its own', () => {
  const names = cases.map(caseName);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
