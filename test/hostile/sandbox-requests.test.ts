import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import { hostileDefinition, hostileRequests } from './support/hostile-requests.ts';
import { type RecordedAnswers, recordedCount, recordedSeed, recordFile } from './support/recorded-answers.ts';
import { rounds } from './support/rounds.ts';
import { RequestSender } from './support/send-request.ts';

/** No request is large: what takes longer hangs. */
const longest = 2000;
/** Of all requests, how many may be answered otherwise than by a real server: anonymous requests, metrics, deadlines, ... */
const mostOther = 0.1;

/** A watch without an end, which no server ends within the time of a test. */
function isEndless({ path }: { path: string }): boolean {
  return path.startsWith('/api/v1/watch/');
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

describe('5,000 requests that mean harm', () => {
  let sandbox: Sandbox;
  let sender: RequestSender;

  beforeAll(async () => {
    sandbox = await startSandbox({ kubernetesVersion: '1.35' });
    sender = new RequestSender(sandbox);
    const { code } = await ask(sandbox, 'POST', definitions, hostileDefinition);
    expect(code).toBe(201);
    const kind = '/apis/hostile.example.com/v1';
    await vi.waitFor(async () => expect((await ask(sandbox, 'GET', kind)).code).toBe(200), {
      timeout: 30_000,
    });
  });

  afterAll(async () => {
    sender?.close();
    await sandbox?.stop();
  });

  test('are answered as a real API server answers them', { timeout: 120_000 }, async () => {
    const recorded = JSON.parse(await readFile(recordFile, 'utf8')) as RecordedAnswers;
    expect(recorded.seed).toBe(recordedSeed);
    const requests = hostileRequests(recordedSeed, recordedCount);
    const wrong: string[] = [];
    let other = 0;
    for (const [index, request] of requests.entries()) {
      const { code, text, milliseconds } = await sender.send(request, longest);
      if (code !== recorded.codes[index]) other++;
      // A 501 says what the sandbox does not do.
      if (isEndless(request) && code === 0) continue;
      const isFault = code === 0 || (code >= 500 && code !== 501 && recorded.codes[index]! < 500);
      if (isFault || milliseconds > longest || text.includes('Internal error occurred')) {
        wrong.push(`${index} ${request.method} ${request.path}: ${code} ${text.slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(other / requests.length).toBeLessThan(mostOther);
  });

  test('of as many other seeds as are asked for are answered, and without a fault', {
    timeout: 0,
  }, async () => {
    const wrong: string[] = [];
    for (let seed = recordedSeed + 1; seed < recordedSeed + rounds; seed++) {
      for (const request of hostileRequests(seed, recordedCount)) {
        const { code, text } = await sender.send(request, longest);
        const isSilent = code === 0 && !isEndless(request);
        if (isSilent || text.includes('Internal error occurred')) {
          wrong.push(
            `seed ${seed}: ${request.method} ${request.path} ${request.body}: ${code} ${text.slice(0, 300)}`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('leave the sandbox as it was', async () => {
    const collection = '/api/v1/namespaces/default/configmaps';
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'after' }, data: { a: 'b' } };
    const created = await ask(sandbox, 'POST', collection, object);
    expect(created.code).toBe(201);
    // What every object inherited would stand here, or be missing.
    expect(created.body).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'after',
        namespace: 'default',
        uid: expect.any(String),
        resourceVersion: expect.any(String),
        creationTimestamp: expect.any(String),
        managedFields: expect.any(Array),
      },
      data: { a: 'b' },
    });
    for (const name of ['__proto__', 'constructor', 'polluted', 'toString']) {
      const missing = await ask(sandbox, 'GET', `${collection}/${name}`);
      expect(missing.code).toBe(404);
      expect(missing.body.details).toEqual({ name, kind: 'configmaps' });
    }
    expect((await ask(sandbox, 'GET', `${collection}/after`)).body).toEqual(created.body);
    const { items } = (await ask(sandbox, 'GET', collection)).body;
    expect(items.some((item: typeof object) => item.metadata.name === 'after')).toBe(true);
    expect((await ask(sandbox, 'DELETE', `${collection}/after`)).code).toBe(200);
    expect((await ask(sandbox, 'GET', `${collection}/after`)).code).toBe(404);
  });
});
