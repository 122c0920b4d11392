import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import type { Freshness, ResourceStore } from '../../../client/src/cluster/cluster.ts';
import { sentenceOf } from '../../../client/src/cluster/explanation.ts';
import type { Clock } from '../../../client/src/cluster/watch/clock.ts';
import { type Certificates, makeCertificates } from '../../../sandbox/src/certificates/make-certificates.ts';
import { openFaultyLine } from '../../support/faulty-line.ts';
import { startFaultyServer } from '../../support/faulty-server.ts';
import { hastyClock } from '../../support/hasty-clock.ts';
import { until } from '../../support/processes.ts';
import { startSandbox } from '../../support/sandbox.ts';
import { ask } from '../../support/sandbox-client.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, json, listen, openMock, status, temporaryFolder } from './mock-server.ts';

// What becomes of what is watched while the machine sleeps: its timers stand still, its clock jumps, the others have hung up.

const after = cleanup();
afterEach(() => after.run());

const hour = 60 * 60 * 1_000;
const night = 8 * hour;
/** More than any of it takes, on a machine that does other things too. */
const patience = 30_000;

/** A clock by which five seconds pass in one, and which jumps. */
function sleepyClock(): Clock & { sleep(milliseconds: number): void } {
  const clock = hastyClock(5);
  let slept = 0;
  return {
    ...clock,
    now: () => clock.now() + slept,
    sleep(milliseconds) {
      slept += milliseconds;
    },
  };
}

test('the watches of twenty kinds go on with one request each', async () => {
  const sandbox = await startSandbox();
  after.add(() => sandbox.stop());
  const faulty = await startFaultyServer(after, 'own');
  faulty.upstream = sandbox;
  const line = await openFaultyLine({ port: faulty.server.port });
  after.add(() => line.close());
  const access = { ...faulty.server.cluster, server: `https://127.0.0.1:${line.port}` };
  const clock = sleepyClock();
  const cluster = await openMock(after, access, { token: 'own' }, () => true, clock);
  const discovery = await cluster.discover();
  const others = discovery.resources.filter(
    ({ scope, verbs, kind }) =>
      scope === 'Namespaced' &&
      ['list', 'watch'].every((verb) => verbs.includes(verb)) &&
      kind !== 'ConfigMap',
  );
  const kinds = [discovery.find('v1', 'ConfigMap')!, ...others.slice(0, 19)];
  const stores = kinds.map((kind) => cluster.watch(kind, 'default'));
  const allAreLive = () =>
    until('all are live', () => stores.every(({ freshness }) => freshness.state === 'live'), patience);
  await allAreLive();

  const before = faulty.server.requests.length;
  // Nothing passes any more on the connections that there are, and nobody tells of it.
  line.state = 'silent';
  line.state = 'there';
  const made = { metadata: { name: 'meanwhile' } };
  expect((await ask(sandbox, 'POST', '/api/v1/namespaces/default/configmaps', made)).code).toBe(201);
  clock.sleep(night);

  await until(
    'what has happened meanwhile is there',
    () => [...stores[0]!.rows.values()].some(({ name }) => name === 'meanwhile'),
    patience,
  );
  await until(
    'all have asked again',
    () => faulty.server.requests.slice(before).filter(isWatch).length >= kinds.length,
    patience,
  );
  await allAreLive();
  const asked = faulty.server.requests.slice(before).filter((request) => request.includes('/namespaces/'));
  expect(asked.filter((request) => !isWatch(request))).toEqual([]);
  expect(asked.map((request) => request.split('?')[0]).sort()).toEqual(
    kinds
      .map(({ group, version, plural }) => {
        const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
        return `GET ${root}/namespaces/default/${plural}`;
      })
      .sort(),
  );
}, 90_000);

function isWatch(request: string): boolean {
  return request.includes('watch=true');
}

describe('a client certificate that expires meanwhile', () => {
  test('is told of, and what is watched goes on by itself once its files are renewed', async () => {
    const trial = await startTrial();
    trial.sleep();
    await fresh(trial.store, 'stale');
    const { why } = trial.store.freshness as Extract<Freshness, { state: 'stale' }>;
    expect(sentenceOf(why)).toMatch(
      /: the client certificate expired at \S+Z, and the server does not accept it\. Have it renewed, or log in again$/,
    );
    expect([...trial.store.rows.keys()]).toEqual(['a']);
    await trial.renew();
    await fresh(trial.store, 'live');
    expect(trial.presented.at(-1)).toBe('renewed');
  }, 60_000);

  test('is read anew where its files were renewed before anybody asks', async () => {
    const trial = await startTrial();
    await trial.renew();
    const before = trial.presented.length;
    trial.sleep();
    await until('it asks again', () => trial.presented.slice(before).includes('renewed'), patience);
    await fresh(trial.store, 'live');
    expect([...trial.store.rows.keys()]).toEqual(['a']);
  }, 60_000);
});

interface Trial {
  readonly store: ResourceStore;
  /** Which certificate each request came with. */
  readonly presented: ('first' | 'renewed' | 'none')[];
  /** The machine sleeps for a night, the certificate expires in the middle of it, and the server hangs up. */
  sleep(): void;
  /** Another program writes the files of the certificate. */
  renew(): Promise<void>;
}

/** A store that is live, of a server that knows its user by a certificate and, as API servers do, answers 401 to an expired one. */
async function startTrial(): Promise<Trial> {
  const year = 365 * 24 * hour;
  const [server, first, renewed] = await Promise.all([
    makeCertificates(new Date()),
    makeCertificates(new Date(Date.now() - year + night / 2)),
    makeCertificates(new Date()),
  ]);
  const presented: Trial['presented'] = [];
  const sockets = new Set<Duplex>();
  let slept = 0;
  const listener = createServer(
    { cert: server.certificate, key: server.key, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      const certificate = (request.socket as TLSSocket).getPeerX509Certificate();
      const isRenewed = certificate && sameText(certificate.toString(), renewed.certificate);
      presented.push(certificate ? (isRenewed ? 'renewed' : 'first') : 'none');
      if (!certificate || Date.parse(certificate.validTo) < Date.now() + slept) {
        status(response, 401, 'Unauthorized', 'Unauthorized');
      } else if (!isWatch(request.url!)) json(response, 200, table);
      else {
        response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
        if (request.url!.includes('sendInitialEvents')) response.write(initialEvents);
      }
    },
  );
  listener.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(listener);
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  after.add(() => {
    hangUp();
    return new Promise((done) => listener.close(done));
  });
  const folder = await temporaryFolder(after);
  const files = {
    'client-certificate': join(folder, 'client.crt'),
    'client-key': join(folder, 'client.key'),
  };
  const write = async ({ certificate, key }: Certificates) => {
    await writeFile(files['client-key'], key, { mode: 0o600 });
    await writeFile(files['client-certificate'], certificate);
  };
  await write(first);
  const authority = Buffer.from(server.authority).toString('base64');
  const access = { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': authority };
  const clock = sleepyClock();
  const cluster = await openMock(after, access, files, () => true, clock);
  const store = cluster.watch(pods, 'shop');
  await fresh(store, 'live');
  expect(new Set(presented)).toEqual(new Set(['first']));
  return {
    store,
    presented,
    sleep() {
      slept = night;
      clock.sleep(night);
      hangUp();
    },
    renew: () => write(renewed),
  };
}

const table = {
  kind: 'Table',
  metadata: { resourceVersion: '7' },
  columnDefinitions: [{ name: 'Name', type: 'string', format: 'name', priority: 0 }],
  rows: [{ cells: ['a'], object: { metadata: { name: 'a', uid: 'a', resourceVersion: '7' } } }],
};
const end = { resourceVersion: '7', annotations: { 'k8s.io/initial-events-end': 'true' } };
const initialEvents = [
  { type: 'ADDED', object: table },
  { type: 'BOOKMARK', object: { kind: 'Table', rows: [{ cells: [''], object: { metadata: end } }] } },
]
  .map((event) => `${JSON.stringify(event)}\n`)
  .join('');

function sameText(one: string, other: string): boolean {
  return one.replace(/\s/g, '') === other.replace(/\s/g, '');
}

async function fresh(store: ResourceStore, state: Freshness['state']): Promise<void> {
  await until(`a store that is ${state}`, () => store.freshness.state === state, patience);
}
