import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import {
  copiesFor,
  growingRequests,
  longestBody,
  mostCopies,
  remembered,
} from './support/growing-requests.ts';
import { growth, mostGrowth } from './support/growth.ts';
import { type HostileRequest, hostileDefinition } from './support/hostile-requests.ts';
import { leastTime } from './support/least-time.ts';
import { cpuTime, usage } from './support/measured-process.ts';
import { RequestSender, type ServerAnswer } from './support/send-request.ts';

/** Within this any request is answered. */
const longest = 2000;
/** What the process may hold beside what it held before, in bytes, whatever it was sent. */
const mostMemory = 512 * 1024 * 1024;

/** How long the test waits for an answer that is late, and for all of them: a busy machine may give a process little of its time. */
const mostPatience = 120_000;
const patience = 600_000;

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

describe('a request that grows', () => {
  let sandbox: Sandbox;
  let sender: RequestSender;

  beforeAll(async () => {
    sandbox = await startSandbox({ kubernetesVersion: '1.35' });
    sender = new RequestSender(sandbox);
    expect((await ask(sandbox, 'POST', definitions, hostileDefinition)).code).toBe(201);
    const kind = '/apis/hostile.example.com/v1';
    await vi.waitFor(async () => expect((await ask(sandbox, 'GET', kind)).code).toBe(200), {
      timeout: 30_000,
    });
    for (const { needs } of growingRequests) {
      if (needs) await ask(sandbox, 'POST', needs.collection, needs.object);
    }
  });

  afterAll(async () => {
    sender?.close();
    await sandbox?.stop();
  });

  /** The answer, its CPU time in the sandbox, and how long it took. */
  async function answered(request: HostileRequest): Promise<ServerAnswer & { readonly worked: number }> {
    let answer: ServerAnswer | undefined;
    const worked = await cpuTime(sandbox.pid, async () => {
      answer = await sender.send(request, mostPatience);
    });
    return { ...answer!, worked };
  }

  test.each(growingRequests)(
    'of 3 MB is answered in time, and takes no more than its size: $what',
    { timeout: patience },
    async (row) => {
      const growing = remembered(row);
      const before = await usage(sandbox.pid);
      const taken = mostCopies(growing);
      /** The largest body that is read, and the largest of which all is taken: often the same. */
      const sizes = new Set([copiesFor(growing, longestBody * 0.95), taken]);
      let largest: number | undefined;
      for (const copies of sizes) {
        const request = growing.request(copies);
        const time = await leastTime(longest, async () => {
          const answer = await answered(request);
          expect([0, 500], answer.text.slice(0, 200)).not.toContain(faultOf(answer));
          if (answer.code >= 400) expect(answer.size).toBeLessThan(longestBody);
          if (copies === taken) largest = answer.worked;
          return timeOf(answer);
        });
        expect(time).toBeLessThan(longest);
      }
      expect((await usage(sandbox.pid)).resident - before.resident).toBeLessThan(mostMemory);
      const most = Math.floor(taken / 11);
      const measure = (copies: number) =>
        cpuTime(sandbox.pid, () => sender.send(growing.request(copies), mostPatience));
      // Eleven times the small size is more than ten times.
      const measured = await growth({
        most,
        measure,
        ...(largest !== undefined && { largest }),
      });
      expect(measured.factor).toBeLessThanOrEqual(mostGrowth);
    },
  );
});

/** How long an answer took: on a machine that is busy with other things, the CPU time of the process. */
function timeOf({ milliseconds, worked }: ServerAnswer & { readonly worked: number }): number {
  return Math.min(milliseconds, worked);
}

describe('what a request sets in motion', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ kubernetesVersion: '1.35' });
  });

  afterAll(() => sandbox?.stop());

  test('a million replicas are made slowly, and not all', { timeout: 60_000 }, async () => {
    const spec = {
      replicas: 1_000_000,
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    };
    const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'many' }, spec };
    await ask(sandbox, 'POST', '/apis/apps/v1/namespaces/default/deployments', object);
    const told = async () => {
      const start = performance.now();
      const { items } = (await ask(sandbox, 'GET', `${namespace}/events`)).body;
      expect(performance.now() - start).toBeLessThan(longest);
      return items.map(({ message }: { message: string }) => message);
    };
    const refused = expect.stringContaining('the sandbox runs at most 5000 pods');
    await vi.waitFor(async () => expect(await told()).toContainEqual(refused), {
      timeout: 50_000,
      interval: 200,
    });
    expect((await usage(sandbox.pid)).resident).toBeLessThan(mostMemory);
  });

  test.each([
    ['marks of a tag', `${':'.repeat(1_000_000)}/x`],
    ['lines of marks', `${':'.repeat(1_000_000)}\nx`],
    ['slashes', `${'/'.repeat(1_000_000)}x`],
  ])('the image of a container may be a million %s', { timeout: 60_000 }, async (what, image) => {
    const name = what.replaceAll(' ', '-');
    const object = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { containers: [{ name: 'c', image }] },
    };
    const worked = await cpuTime(sandbox.pid, async () => {
      expect((await ask(sandbox, 'POST', `${namespace}/pods`, object)).code).toBe(201);
      await vi.waitFor(
        async () => {
          const { body } = await ask(sandbox, 'GET', `${namespace}/pods/${name}`);
          expect(body.status.phase).toBe('Running');
        },
        { timeout: 50_000, interval: 100 },
      );
    });
    expect(worked).toBeLessThan(longest);
    await ask(sandbox, 'DELETE', `${namespace}/pods/${name}?gracePeriodSeconds=0`);
  });

  test('watches that nobody reads are ended before they fill the memory', { timeout: 60_000 }, async () => {
    const before = (await usage(sandbox.pid)).resident;
    const watches = await Promise.all(Array.from({ length: 24 }, () => unreadWatch(sandbox)));
    const data = { a: 'x'.repeat(1_000_000) };
    for (let round = 0; round < 60; round++) {
      const object = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'big' },
        data: { ...data, round: `${round}` },
      };
      const [method, path] =
        round === 0 ? ['POST', `${namespace}/configmaps`] : ['PUT', `${namespace}/configmaps/big`];
      expect((await ask(sandbox, method!, path!, object)).code).toBeLessThan(300);
    }
    expect((await usage(sandbox.pid)).resident - before).toBeLessThan(mostMemory * 2);
    for (const watch of watches) watch.destroy();
    expect((await ask(sandbox, 'GET', `${namespace}/configmaps/big`)).code).toBe(200);
  });
});

/** A watch of the ConfigMaps whose answer is never read. */
function unreadWatch({ url, token, ca }: Sandbox): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = get(`${url}${namespace}/configmaps?watch=1`, { ca, headers, agent: false }, (response) => {
      response.pause();
      response.on('error', () => {});
      done(response);
    });
    sent.once('error', failed);
  });
}

const namespace = '/api/v1/namespaces/default';

/** The code of an answer that no request should get; what the server itself answers by 500 is none. */
function faultOf({ code, text }: ServerAnswer): number | undefined {
  return code === 500 && text.includes('failed to create typed patch object') ? undefined : code;
}
