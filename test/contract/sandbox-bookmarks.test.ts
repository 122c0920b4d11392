import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { systemRandom } from '../../sandbox/src/store/random-source.ts';
import { until } from '../support/processes.ts';
import { ManualClock } from '../unit/sandbox/controllers/memory-store.ts';

const catalog = resolve(import.meta.dirname, '../../dist/catalog');
let sandbox: RunningSandbox | undefined;
afterEach(() => sandbox?.close());

test('a quiet watch hears every minute where the server is, until its time is over', async () => {
  const clock = new ManualClock(Date.now());
  sandbox = await startSandbox({
    readCatalog: (name) => readFile(`${catalog}/${name}`, 'utf8'),
    kubernetesVersion: '1.36',
    port: 0,
    clock,
    random: systemRandom,
    objects: [],
  });
  const { server, authority, users } = sandbox.access;
  const { token } = users.get('sandbox') as { token: string };
  let text = '';
  let answered = false;
  let ended = false;
  const path = '/api/v1/secrets?watch=true&allowWatchBookmarks=true&timeoutSeconds=150';
  const watch = request(
    `${server}${path}`,
    { ca: authority, agent: false, headers: { authorization: `Bearer ${token}` } },
    (response) => {
      answered = true;
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        ended = true;
      });
    },
  );
  watch.end();
  const events = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  await until('the watch is open', () => answered);
  await until('what there is has come', () => events().length === 1);
  expect(events()[0].object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
  for (const count of [2, 3]) {
    clock.advance(60_000);
    await until('a bookmark comes', () => events().length === count);
  }
  for (const { type, object } of events().slice(1)) {
    expect(type).toBe('BOOKMARK');
    expect(object).toEqual({
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { resourceVersion: expect.stringMatching(/^\d+$/) },
    });
  }
  expect(ended).toBe(false);
  clock.advance(30_000);
  await until('the watch ends', () => ended);
});
