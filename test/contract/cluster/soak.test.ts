import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import type { Cluster, ResourceStore } from '../../../client/src/cluster/cluster.ts';
import type { Resource } from '../../../client/src/cluster/kube-object.ts';
import { type FaultyLine, openFaultyLine, strike } from '../../support/faulty-line.ts';
import { hastyClock } from '../../support/hasty-clock.ts';
import { until } from '../../support/processes.ts';
import { seededRandom } from '../../support/random.ts';
import { type Sandbox, startSandbox } from '../../support/sandbox.ts';
import { ask } from '../../support/sandbox-client.ts';
import { cleanup, openMock } from './mock-server.ts';

// Two hundred stores over four clusters, while objects come and go and the lines do what lines do; in the end every store equals
// its server, and nothing has grown. KUBEWRIGHT_SOAK_SECONDS makes it go on for longer than its half a minute.

const after = cleanup();
afterEach(() => after.run());

const seconds = Number(process.env.KUBEWRIGHT_SOAK_SECONDS ?? 30);
const clusters = 4;
const storesOfEach = 50;
/** Seconds of the client that pass in one. */
const haste = 5;
const namespaces = ['red', 'blue', undefined] as const;
/** What comes and goes. */
const changing = ['configmaps', 'secrets', 'serviceaccounts', 'services'] as const;

interface Watched {
  readonly store: ResourceStore;
  readonly resource: Resource;
  readonly namespace: string | undefined;
}

interface Side {
  readonly sandbox: Sandbox;
  readonly line: FaultyLine;
  /** Reached by the line. */
  readonly cluster: Cluster;
  /** Reached without it. */
  readonly direct: Cluster;
  readonly watched: readonly Watched[];
}

async function start(): Promise<Side> {
  const sandbox = await startSandbox();
  after.add(() => sandbox.stop());
  for (const name of ['red', 'blue'])
    await ask(sandbox, 'POST', '/api/v1/namespaces', { metadata: { name } });
  const line = await openFaultyLine({ port: Number(new URL(sandbox.url).port) });
  after.add(() => line.close());
  const authority = { 'certificate-authority-data': Buffer.from(sandbox.ca).toString('base64') };
  const user = { token: sandbox.token };
  const server = `https://127.0.0.1:${line.port}`;
  const cluster = await openMock(after, { ...authority, server }, user, () => true, hastyClock(haste));
  const direct = await openMock(after, { ...authority, server: sandbox.url }, user);
  const { resources } = await direct.discover();
  const kinds = resources.filter(
    ({ verbs, scope, group }) =>
      verbs.includes('watch') &&
      verbs.includes('list') &&
      scope === 'Namespaced' &&
      group !== 'events.k8s.io',
  );
  const often = kinds.filter(({ plural, group }) => group === '' && isChanging(plural));
  const collections = [...often, ...kinds].flatMap((resource) =>
    namespaces.map((namespace) => ({ resource, namespace })),
  );
  const watched = collections.slice(0, storesOfEach).map(({ resource, namespace }) => ({
    store: cluster.watch(resource, namespace),
    resource,
    namespace,
  }));
  return { sandbox, line, cluster, direct, watched };
}

function isChanging(plural: string): boolean {
  return (changing as readonly string[]).includes(plural);
}

test(
  `${clusters * storesOfEach} stores over ${clusters} clusters, ${seconds} s`,
  async () => {
    const sides = await Promise.all(Array.from({ length: clusters }, start));
    const isLive = ({ watched }: Side) => watched.every(({ store }) => store.freshness.state === 'live');
    await until('all are live', () => sides.every(isLive), 60_000);

    const random = seededRandom(7);
    const end = Date.now() + seconds * 1_000;
    let faults = 0;
    const churn = sides.map(async (side, number) => {
      const own = seededRandom(number);
      while (Date.now() < end) {
        await change(side.sandbox, own);
        await new Promise((done) => setTimeout(done, 20));
      }
    });
    let early: number | undefined;
    while (Date.now() < end) {
      strike(sides[random(clusters)]!.line, random);
      faults++;
      if (early === undefined && Date.now() > end - seconds * 667) early = heapUsed();
      await new Promise((done) => setTimeout(done, 300 + random(500)));
    }
    await Promise.all(churn);
    for (const { line } of sides) line.state = 'there';
    await until('all are live again', () => sides.every(isLive), 90_000);
    for (const side of sides) await until('all are equal', () => areEqual(side), 60_000);

    const late = heapUsed();
    console.log(
      `${faults} faults; heap ${Math.round((early ?? late) / 1e6)} MB after a third, ${Math.round(late / 1e6)} MB at the end; ` +
        `at most ${Math.max(...sides.map(({ line }) => line.mostConnections))} connections to a cluster`,
    );
    expect(late - (early ?? late)).toBeLessThan(16e6);
    for (const { line } of sides) {
      // Its watches, those that a silent line has left behind, and a few more.
      expect(line.mostConnections).toBeLessThan(3 * storesOfEach);
      expect(line.connections).toBeLessThan(2 * storesOfEach);
    }
  },
  (seconds + 300) * 1_000,
);

/** Makes, changes or deletes some object. */
async function change(sandbox: Sandbox, random: (most: number) => number): Promise<void> {
  const plural = changing[random(changing.length)]!;
  const collection = `/api/v1/namespaces/${namespaces[random(2)]!}/${plural}`;
  const name = `o${random(30)}`;
  const spec = plural === 'services' ? { spec: { ports: [{ port: 80 }] } } : {};
  const labels = { turn: `t${random(1_000_000)}` };
  if (random(3) === 0) await ask(sandbox, 'DELETE', `${collection}/${name}`);
  else if (random(2) === 0) await ask(sandbox, 'POST', collection, { metadata: { name, labels }, ...spec });
  else {
    const patch = { metadata: { labels } };
    await ask(sandbox, 'PATCH', `${collection}/${name}`, patch, {
      'content-type': 'application/merge-patch+json',
    });
  }
}

async function areEqual({ direct, watched }: Side): Promise<boolean> {
  const versions = (rows: Iterable<{ uid: string; metadata: { resourceVersion?: string } }>) =>
    [...rows]
      .map(({ uid, metadata }) => `${uid}@${metadata.resourceVersion}`)
      .sort()
      .join();
  for (const { store, resource, namespace } of watched) {
    if (versions(await direct.listRows(resource, namespace)) !== versions(store.rows.values())) return false;
  }
  return true;
}

/** Bytes, once what nobody needs is gone. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
