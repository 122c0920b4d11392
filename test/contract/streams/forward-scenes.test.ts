import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Discovery, PortForward } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { until } from '../../support/processes.ts';
import { chosenServer } from '../api/chosen-server.ts';
import { type Cleanup, cleanup } from '../cluster/mock-server.ts';
import { openStreamScene, type StreamScene } from './stream-scene.ts';

// What people do with a forwarded port for a day, on the same servers as the suite.

const chosen = await chosenServer(process.env);
const isReal = chosen.kind === 'real control plane';
const all: Cleanup = cleanup();
const after: Cleanup = cleanup();
const port = 8080;

let scene: StreamScene;
let discovery: Discovery;

async function create(apiVersion: string, kind: string, object: object): Promise<void> {
  const resource = discovery.find(apiVersion, kind)!;
  await scene.admin.create(resource, scene.namespace, { apiVersion, kind, ...object } as KubeObject);
}

const podOf = (name: string) => ({
  resource: discovery.find('v1', 'Pod')!,
  namespace: scene.namespace,
  name,
});

const template = (app: string) => ({
  metadata: { labels: { app } },
  spec: {
    containers: [{ name: 'main', image: 'shop/web:1', ports: [{ name: 'http', containerPort: port }] }],
  },
});

async function deploy(app: string): Promise<void> {
  await create('apps/v1', 'Deployment', {
    metadata: { name: app },
    spec: { selector: { matchLabels: { app } }, template: template(app) },
  });
  await ready(app);
}

function podsOf(app: string) {
  return scene.admin.list(discovery.find('v1', 'Pod')!, scene.namespace, { labelSelector: `app=${app}` });
}

/** Waits until a Pod is ready that is none of these, and gives its name; where a kubelet is told by files, its port is. */
async function ready(app: string, ...others: readonly string[]): Promise<string> {
  let name = '';
  await until('a ready Pod', async () => {
    const found = (await podsOf(app)).find(
      ({ metadata, status }) =>
        !others.includes(metadata.name!) &&
        metadata.deletionTimestamp === undefined &&
        JSON.stringify(status).includes('"type":"Ready","') &&
        (status as { phase: string }).phase === 'Running',
    );
    name = found?.metadata.name ?? '';
    return name !== '';
  });
  if (isReal) await leadTo(name);
  return name;
}

/** Whoever connects to the Pod is told its name, and then whatever they say. */
async function leadTo(name: string): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes) => {
      const line = String(bytes).split('\r\n')[0];
      socket.write(`HTTP/1.1 200 OK\r\n\r\n${line} answered by pod ${name} on port ${port}\n`);
      if (line!.startsWith('GET')) socket.end();
      else socket.pipe(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  all.add(() => server.close());
  const said = await scene.file(podOf(name), `port-${port}`);
  await writeFile(said, `${(server.address() as AddressInfo).port}`);
}

async function forwarded(kind: readonly [string, string], name: string, cluster = scene.admin) {
  const forward = await cluster.portForward({ ...podOf(name), resource: discovery.find(...kind)! }, port);
  after.add(() => forward.close());
  const told: string[] = [];
  forward.onDidFail(({ explanation: { fault, wayOut } }) => told.push(`${fault}. ${wayOut}`));
  return { forward, told };
}

const deployment = ['apps/v1', 'Deployment'] as const;
const pod = ['v1', 'Pod'] as const;

/** The Pod that answers; `nothing` where the connection is closed in place of it. */
async function answerer({ localPort }: PortForward): Promise<string> {
  const socket = connect(localPort, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: web\r\nconnection: close\r\n\r\n');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    return 'nothing';
  }
  return /answered by pod (\S+)/.exec(Buffer.concat(chunks).toString())?.[1] ?? 'nothing';
}

/** A connection that goes on. */
async function flying({ localPort }: PortForward): Promise<Socket> {
  const socket = connect(localPort, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: web\r\ntransfer-encoding: chunked\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

async function remove(name: string): Promise<void> {
  await scene.admin.delete(podOf(name), { gracePeriodSeconds: 0 });
}

describe.skipIf(chosen.kind === 'any cluster')(`a forwarded port on ${chosen.name}`, () => {
  beforeAll(async () => {
    scene = await openStreamScene(chosen);
    discovery = await scene.admin.discover();
  }, 120_000);
  afterEach(() => after.run());
  afterAll(async () => {
    await all.run();
    await scene?.stop();
  }, 60_000);

  test('its Pod is replaced: what is in flight ends, and the next Pod answers', async () => {
    await deploy('replaced');
    const { forward, told } = await forwarded(deployment, 'replaced');
    const first = await answerer(forward);
    expect(forward.pod).toEqual({ name: first, port });
    const socket = await flying(forward);
    const ended = once(socket.resume(), 'end');
    await remove(first);
    await ended;
    const second = await ready('replaced', first);
    expect([await answerer(forward), forward.pod, told]).toEqual([second, { name: second, port }, []]);
    await until('no connection', () => forward.connections === 0);
  }, 90_000);

  test('a Pod that is named is replaced by one of its name', async () => {
    const object = { ...template('named'), metadata: { name: 'named', labels: { app: 'named' } } };
    await create(...pod, object);
    await ready('named');
    const { forward, told } = await forwarded(pod, 'named');
    expect(await answerer(forward)).toBe('named');
    const socket = await flying(forward);
    const ended = once(socket.resume(), 'end');
    // Which Pod of this name it is becomes known once a connection lasts.
    await new Promise((done) => setTimeout(done, 1_000));
    await remove('named');
    await create(...pod, object);
    await ended;
    // What plays the kubelet deletes a Pod that is told to end by its name: on a busy machine that is the next one by then.
    await until('the next Pod stays', async () => {
      await new Promise((done) => setTimeout(done, 1_000));
      const isThere = (await podsOf('named')).length > 0;
      if (!isThere) await create(...pod, object);
      return isThere;
    });
    await ready('named');
    expect([await answerer(forward), told]).toEqual(['named', []]);
  }, 90_000);

  test('a connection that comes before the Pod does waits for it', async () => {
    const { forward, told } = await forwarded(deployment, 'late');
    const answer = answerer(forward);
    await new Promise((done) => setTimeout(done, 500));
    await deploy('late');
    // Where a kubelet is told by files, it is so once the Pod is there.
    const name = await answer;
    expect([name === 'nothing' && isReal ? await answerer(forward) : name, told.length <= 1]).toEqual([
      await ready('late'),
      true,
    ]);
  }, 90_000);

  test('forty connections at once, and one that nobody reads', async () => {
    await deploy('many');
    const { forward, told } = await forwarded(deployment, 'many');
    const name = await answerer(forward);
    const stalled = await flying(forward);
    stalled.on('error', () => undefined).pause();
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const flood = () => {
      for (let count = 0; count < 200 && stalled.write(piece); count++);
    };
    stalled.on('drain', flood);
    flood();
    const begun = Date.now();
    const answers = await Promise.all(Array.from({ length: 40 }, () => answerer(forward)));
    expect(new Set(answers)).toEqual(new Set([name]));
    expect([told, Date.now() - begun < 10_000]).toEqual([[], true]);
    const closing = Date.now();
    await forward.close();
    await until('the client is left', () => stalled.destroyed || stalled.closed || forward.connections === 0);
    expect(Date.now() - closing).toBeLessThan(1_000);
    stalled.destroy();
  }, 90_000);

  test.each([
    ['create', ['web'], []],
    ['get', ['web', 'nothing'], [expect.stringContaining('Ask for `create` on `pods/portforward`')]],
  ])(
    'who may %s alone',
    async (verb, answers, fault) => {
      const user = `${scene.namespace}-${verb}`;
      const app = `rights-${verb}`;
      await scene.grant(user, [verb], 'portforward');
      await deploy(app);
      const name = await ready(app);
      const { forward, told } = await forwarded(pod, name, await scene.open({ user }));
      const answer = await answerer(forward);
      expect(answers).toContain(answer === name ? 'web' : answer);
      if (answer === 'nothing') expect(told).toEqual(fault);
      else expect(told).toEqual([]);
    },
    30_000,
  );
});
