import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as sendSecurely } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import type { ResourceStore } from '../../client/src/cluster/cluster.ts';
import { type Certificates, makeCertificates } from '../../sandbox/src/certificates/make-certificates.ts';
import { cleanup, openMock, status, temporaryFolder } from '../contract/cluster/mock-server.ts';
import { customDefinition } from '../support/custom-definition.ts';
import { hastyClock } from '../support/hasty-clock.ts';
import { until } from '../support/processes.ts';
import { seededRandom } from '../support/random.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import { rounds } from './support/rounds.ts';

const after = cleanup();
afterEach(() => after.run());

/** Seconds of the client pass in a second: nobody waits half a minute for a backoff. */
const haste = 10;
const clock = hastyClock(haste);
const steps = 48;
/** In milliseconds: a busy machine gives both sides little of its time. */
const patience = 60_000;
const configMaps = '/api/v1/namespaces/default/configmaps';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const boatDefinition = customDefinition({
  group: 'example.com',
  kind: 'Boat',
  plural: 'boats',
  schema: { type: 'object' },
});

/** What stands between the client and the sandbox, and does harm. */
interface FaultyProxy {
  readonly url: string;
  /** Where requests go. */
  target: Sandbox;
  /** The bodies of so many answers are cut, each after so many bytes. */
  readonly cuts: number[];
  readonly tokens: Set<string>;
  /** The client certificates that are taken, as PEM without blanks; all while there are none. */
  readonly clients: Set<string>;
  present(certificates: Certificates): void;
  reset(): void;
}

async function faultyProxy(certificates: Certificates, target: Sandbox): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  const server = createServer(
    { cert: certificates.certificate, key: certificates.key, requestCert: true, rejectUnauthorized: false },
    (request, response) => forward(proxy, request, response),
  );
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: FaultyProxy = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    cuts: [],
    tokens: new Set(),
    clients: new Set(),
    present: ({ certificate: cert, key }) => server.setSecureContext({ cert, key }),
    reset() {
      for (const socket of sockets) socket.destroy();
    },
  };
  after.add(() => {
    proxy.reset();
    return new Promise((done) => server.close(done));
  });
  return proxy;
}

function forward(proxy: FaultyProxy, request: IncomingMessage, response: ServerResponse): void {
  const token = (request.headers.authorization ?? '').replace('Bearer ', '');
  const client = (request.socket as TLSSocket).getPeerX509Certificate()?.toString().replace(/\s/g, '') ?? '';
  const isKnown = proxy.tokens.has(token) && (proxy.clients.size === 0 || proxy.clients.has(client));
  if (!isKnown) {
    status(response, 401, 'Unauthorized', 'Unauthorized');
    return;
  }
  const { url, ca, token: own } = proxy.target;
  const headers = { ...request.headers, authorization: `Bearer ${own}` };
  const ahead = sendSecurely(`${url}${request.url}`, { method: request.method, headers, ca, agent: false });
  ahead.on('error', () => response.destroy());
  ahead.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    // A watch in which nothing happens is open, too.
    response.flushHeaders();
    let left = proxy.cuts.shift() ?? Number.POSITIVE_INFINITY;
    answer.on('data', (chunk: Buffer) => {
      if (response.destroyed) return;
      response.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) response.destroy();
    });
    answer.on('end', () => response.end()).on('error', () => response.destroy());
  });
  response.on('close', () => ahead.destroy());
  request.pipe(ahead);
}

/** In `npm test`; as many more as are asked for are tried by the flag. */
const seeds = 3;

test.each(Array.from({ length: seeds * rounds }, (_, round) => round + 1))(
  'stores are what the server has after storm %i',
  async (seed) => {
    const random = seededRandom(seed);
    let sandbox = await startSandbox();
    after.add(() => sandbox.stop());
    const folder = await temporaryFolder(after);
    const [caFile, tokenFile] = [join(folder, 'ca.crt'), join(folder, 'token')];
    const clientFiles = { 'client-certificate': join(folder, 'crt'), 'client-key': join(folder, 'key') };

    let certificates = await makeCertificates(new Date());
    const proxy = await faultyProxy(certificates, sandbox);
    const present = async () => {
      certificates = await makeCertificates(new Date());
      proxy.present(certificates);
      proxy.reset();
      await new Promise((done) => setTimeout(done, random(300)));
      await writeFile(caFile, certificates.authority);
    };
    let tokens = 0;
    const login = async () => {
      const token = `token-${tokens++}`;
      const old = [...proxy.tokens];
      proxy.tokens.add(token);
      await writeFile(tokenFile, token);
      for (const one of old) proxy.tokens.delete(one);
      proxy.reset();
    };
    const certify = async () => {
      const { certificate, key } = await makeCertificates(new Date());
      const old = [...proxy.clients];
      proxy.clients.add(certificate.replace(/\s/g, ''));
      // Whoever reads one of them anew and not yet the other is no worse off: the pair does not fit and is told.
      await writeFile(clientFiles['client-key'], key);
      await writeFile(clientFiles['client-certificate'], certificate);
      for (const one of old) proxy.clients.delete(one);
      proxy.reset();
    };
    await writeFile(caFile, certificates.authority);
    await login();
    await certify();

    const define = () => ask(sandbox, 'POST', definitions, boatDefinition);
    await define();
    const cluster = await openMock(
      after,
      { server: proxy.url, 'certificate-authority': caFile },
      { tokenFile, ...clientFiles },
      () => false,
      clock,
    );
    await until('the definition is served', async () => {
      const { find } = await cluster.discover({ refresh: true });
      return find('example.com/v1', 'Boat') !== undefined;
    });
    const { find } = await cluster.discover();
    const resource = find('v1', 'ConfigMap')!;
    const boat = find('example.com/v1', 'Boat')!;
    const boats = `/apis/example.com/v1/namespaces/default/${boat.plural}`;
    const watched: readonly [string, ResourceStore][] = [
      [configMaps, cluster.watch(resource, 'default')],
      [configMaps, cluster.watchObjects(resource, 'default')],
      [boats, cluster.watch(boat, 'default')],
    ];

    const restart = async () => {
      await sandbox.stop();
      await new Promise((done) => setTimeout(done, random(300)));
      sandbox = await startSandbox();
      proxy.target = sandbox;
      // As each has its own: its resource versions are those of another server.
      await present();
      if (random(2) === 0) await define();
    };
    const change = async () => {
      const [path, apiVersion, kind] =
        random(3) === 0 ? [boats, 'example.com/v1', 'Boat'] : [configMaps, 'v1', 'ConfigMap'];
      const name = `n${random(20)}`;
      const object = { apiVersion, kind, metadata: { name, labels: { turn: `${random(1_000)}` } } };
      if (random(3) === 0) await ask(sandbox, 'DELETE', `${path}/${name}`);
      else {
        await ask(sandbox, 'PATCH', `${path}/${name}?fieldManager=storm&force=true`, object, {
          'content-type': 'application/apply-patch+yaml',
        });
      }
    };
    const many = async () => {
      for (let turn = random(20); turn >= 0; turn--) await change();
    };
    const still = async () => {
      process.kill(sandbox.pid, 'SIGSTOP');
      await new Promise((done) => setTimeout(done, random(400)));
      process.kill(sandbox.pid, 'SIGCONT');
    };
    const harms: readonly (() => unknown)[] = [
      many,
      many,
      many,
      many,
      () => proxy.reset(),
      () => proxy.cuts.push(...Array.from({ length: 1 + random(4) }, () => random(2_000))),
      still,
      () => ask(sandbox, 'DELETE', `${definitions}/${boat.plural}.example.com`),
      define,
      () => cluster.watch(resource, 'default').dispose(),
      () => watched[random(watched.length)]![1].refresh(),
      login,
      present,
      certify,
    ];
    // Each of them comes, and most more than once: one after the other by chance, some would not.
    const order = Array.from({ length: steps }, (_, step) => harms[step % harms.length]!);
    order.splice(steps / 2, 0, restart);
    for (const harm of shuffled(order, random)) {
      await harm();
      await new Promise((done) => setTimeout(done, random(60)));
    }
    proxy.cuts.length = 0;
    await many();

    for (const [path, store] of watched) {
      let [kept, wanted]: unknown[] = [];
      await until(
        path,
        async () => {
          kept = keptIn(store);
          wanted = await onServer(sandbox, path);
          return JSON.stringify(kept) === JSON.stringify(wanted);
        },
        patience,
      ).catch(() => expect(kept).toEqual(wanted));
    }
    expect(watched.map(([, { freshness }]) => freshness.state).filter((state) => state === 'stale')).toEqual(
      [],
    );
  },
  4 * patience,
);

function shuffled<Item>(items: readonly Item[], random: (limit: number) => number): Item[] {
  const left = [...items];
  return items.map(() => left.splice(random(left.length), 1)[0]!);
}

/** Objects by name and version; `gone` where there is no such kind. */
function keptIn(store: ResourceStore): unknown {
  const { freshness } = store;
  const { state } = freshness;
  if (state === 'gone') return store.rows.size === 0 ? 'gone' : 'gone, and rows';
  if (state !== 'live') return freshness;
  return [...store.rows.values()].map(({ name, metadata }) => [name, metadata.resourceVersion]).sort();
}

async function onServer(sandbox: Sandbox, path: string): Promise<unknown> {
  const { code, body } = await ask(sandbox, 'GET', path);
  if (code === 404) return 'gone';
  const items = body.items as { metadata: { name: string; resourceVersion: string } }[];
  return items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]).sort();
}
