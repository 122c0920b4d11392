import { afterEach, describe, expect, test } from 'vitest';
import type { Cluster, ResourceStore } from '../../../client/src/cluster/cluster.ts';
import { type FaultyLine, openFaultyLine } from '../../support/faulty-line.ts';
import { hastyClock } from '../../support/hasty-clock.ts';
import { until } from '../../support/processes.ts';
import { type Sandbox, startSandbox } from '../../support/sandbox.ts';
import { ask } from '../../support/sandbox-client.ts';
import { cleanup, openMock } from './mock-server.ts';

// What a store says of itself while the line to its cluster does what lines do. Ten seconds of the client pass in one.

const after = cleanup();
afterEach(() => after.run());

const kinds = ['ConfigMap', 'Secret', 'Service'] as const;
/** More than any of it takes, on a machine that does other things too. */
const patience = 30_000;

interface Trial {
  sandbox: Sandbox;
  line: FaultyLine;
  cluster: Cluster;
  stores: ResourceStore[];
}

async function start(how: 'directly' | 'behind CONNECT'): Promise<Trial> {
  const sandbox = await startSandbox();
  after.add(() => sandbox.stop());
  const port = Number(new URL(sandbox.url).port);
  const line = await openFaultyLine(how === 'directly' ? { port } : 'by CONNECT');
  after.add(() => line.close());
  const url = `127.0.0.1:${line.port}`;
  const access = {
    'certificate-authority-data': Buffer.from(sandbox.ca).toString('base64'),
    ...(how === 'directly'
      ? { server: `https://${url}` }
      : { server: sandbox.url, 'proxy-url': `http://${url}` }),
  };
  const cluster = await openMock(after, access, { token: sandbox.token }, () => true, hastyClock(10));
  const discovery = await cluster.discover();
  const stores = kinds.map((kind) => cluster.watch(discovery.find('v1', kind)!, 'default'));
  const trial = { sandbox, line, cluster, stores };
  await allAre(trial, 'live');
  return trial;
}

async function allAre({ stores }: Trial, state: string): Promise<void> {
  await until(`all are ${state}`, () => stores.every(({ freshness }) => freshness.state === state), patience);
}

async function create({ sandbox }: Trial, name: string): Promise<void> {
  const object = { metadata: { name } };
  expect((await ask(sandbox, 'POST', '/api/v1/namespaces/default/configmaps', object)).code).toBe(201);
}

const has = ({ stores }: Trial, name: string) =>
  until(`${name} is there`, () => [...stores[0]!.rows.values()].some((row) => row.name === name), patience);

describe.each(['directly', 'behind CONNECT'] as const)('%s', (how) => {
  test('one connection falls silent: its watch is opened again, and the others stay live', async () => {
    const trial = await start(how);
    for (let number = 0; number < 20; number++) await create(trial, `before-${number}`);
    await has(trial, 'before-19');
    trial.line.silenceBusiest();
    await create(trial, 'meanwhile');
    await has(trial, 'meanwhile');
    await allAre(trial, 'live');
  }, 60_000);

  test.each(['silent', 'gone'] as const)(
    'the line is %s: all are stale, then live again',
    async (state) => {
      const trial = await start(how);
      trial.line.state = state;
      await create(trial, 'meanwhile');
      await allAre(trial, 'stale');
      const [first] = trial.stores;
      expect([...first!.rows.values()].map(({ name }) => name)).not.toContain('meanwhile');
      expect((first!.freshness as { since: number }).since).toBeGreaterThan(0);
      trial.line.state = 'there';
      await allAre(trial, 'live');
      await has(trial, 'meanwhile');
      // The watches, and what asks whether the cluster is there.
      expect(trial.line.connections).toBeLessThanOrEqual(kinds.length + 2);
    },
    90_000,
  );

  test('all connections fall silent, and new ones do not: nothing is stale for long', async () => {
    const trial = await start(how);
    trial.line.state = 'silent';
    trial.line.state = 'there';
    await create(trial, 'meanwhile');
    await has(trial, 'meanwhile');
    await allAre(trial, 'live');
  }, 60_000);
});
