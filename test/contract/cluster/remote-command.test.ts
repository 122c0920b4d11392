import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type {
  Cluster,
  CommandEnd,
  CommandRefusal,
  RemoteCommand,
} from '../../../client/src/cluster/cluster.ts';
import type { ClusterError } from '../../../client/src/cluster/errors.ts';
import type { ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import type { ConnectOperation } from '../../../client/src/cluster/operation.ts';
import { until } from '../../support/processes.ts';
import { type Sandbox, startSandbox } from '../../support/sandbox.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, failureOf, mockServer, openMock, status } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

/** What a command has said, and how it ended. */
async function outcome(command: RemoteCommand) {
  const [out, err, end] = await Promise.all([text(command.stdout), text(command.stderr), command.ended]);
  return { out, err, exitCode: end.kind === 'exited' ? end.exitCode : end.refusal };
}

const exited = (exitCode: number) => ({ kind: 'exited', exitCode, signal: undefined });

describe('in the sandbox', () => {
  let sandbox: Sandbox;
  let cluster: Cluster;
  let pod: ObjectReference;

  beforeAll(async () => {
    sandbox = await startSandbox();
    const files = { merged: [], extra: [sandbox.kubeconfig] };
    const { contexts } = await loadKubeContexts(files);
    cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
    const resource = (await cluster.discover()).find('v1', 'Pod')!;
    pod = { resource, namespace: 'default', name: 'web' };
    const spec = {
      containers: [
        { name: 'a', image: 'shop/a:1' },
        { name: 'b', image: 'shop/b:1' },
      ],
    };
    await cluster.create(resource, 'default', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web' },
      spec,
    });
    await until('it runs', async () => {
      const { status } = (await cluster.get(pod)) as { status?: { phase?: string } };
      return status?.phase === 'Running';
    });
  });
  afterAll(async () => {
    await cluster?.dispose();
    await sandbox?.stop();
  });

  const exec = (command: string[], more: Partial<ConnectOperation> = {}, signal?: AbortSignal) =>
    cluster.connect({ verb: 'exec', of: pod, container: 'a', command, ...more } as ConnectOperation, signal);

  test('both outputs and the exit code', async () => {
    const command = await exec(['sh', '-c', 'echo out; echo err >&2; exit 3']);
    expect(await outcome(command)).toEqual({ out: 'out\n', err: 'err\n', exitCode: 3 });
    expect(command.tellsEnd).toBe(true);
  });

  test('a command without standard input reads to its end at once', async () => {
    expect(await outcome(await exec(['cat']))).toEqual({ out: '', err: '', exitCode: 0 });
  });

  test('what is written comes back, and the end of it is told', async () => {
    const command = await exec(['cat'], { stdin: true });
    const sent = 'ü0123456789'.repeat(200_000);
    command.stdin.end(sent);
    const { out, exitCode } = await outcome(command);
    expect([out === sent, exitCode]).toEqual([true, 0]);
  });

  test('a reader that waits holds the command back, and gets all of it later', async () => {
    const command = await exec(['cat'], { stdin: true });
    const part = Buffer.alloc(64 * 1024, 'x');
    let held = false;
    for (let count = 0; count < 1000 && !held; count++) {
      const written = new Promise<'written'>((done) => command.stdin.write(part, () => done('written')));
      held = (await Promise.race([written, silence(command.stdin)])) === 'silence';
    }
    expect(held).toBe(true);
    command.stdout.resume();
    command.stdin.end();
    expect(await command.ended).toEqual(exited(0));
  });

  test('a terminal has one output and a size', async () => {
    const command = await exec(['sh'], { stdin: true, tty: true });
    let screen = '';
    command.stdout.on('data', (bytes: Buffer) => {
      screen += bytes;
    });
    command.resize(99, 44);
    command.stdin.write('stty size; nosuch; exit 2\r');
    expect(await command.ended).toEqual(exited(2));
    expect(screen).toContain('44 99\r\nsh: nosuch: not found\r\n');
  });

  test('an abort ends it with the reason, whenever it comes', async () => {
    const gone = new Error('enough');
    const early = new AbortController();
    early.abort(gone);
    await expect(exec(['true'], {}, early.signal)).rejects.toBe(gone);
    const later = new AbortController();
    const command = await exec(['sleep', '1000'], { stdin: true }, later.signal);
    later.abort(gone);
    await expect(command.ended).rejects.toBe(gone);
    await expect(text(command.stdout)).rejects.toBe(gone);
    expect(command.stdin.destroyed).toBe(true);
  });

  test('what the server refuses is an end that says what was asked', async () => {
    const { message } = await refusalOf(exec(['ls'], { container: 'c' }), 'container not found');
    expect(message).toContain('run a command in pods `web` in `default`');
    expect(message).toContain('container c is not valid for pod web');
    const told = await refusalOf(exec([]), 'other');
    expect([told.failure, told.message]).toEqual([
      'status',
      expect.stringContaining('process args must not be empty'),
    ]);
  });
});

/** The error of a command that is refused for this reason. */
async function refusalOf(opening: Promise<RemoteCommand>, refusal: CommandRefusal): Promise<ClusterError> {
  const command = await opening;
  const [out, err, end] = await Promise.all([text(command.stdout), text(command.stderr), command.ended]);
  expect([out, err, end]).toMatchObject(['', '', { kind: 'refused', refusal }]);
  return (end as CommandEnd & { kind: 'refused' }).error;
}

/** Resolves when a stream has not taken anything for a while. */
function silence(stream: { writableLength: number }): Promise<'silence'> {
  return new Promise((done) => {
    let before = -1;
    const look = setInterval(() => {
      if (stream.writableLength === before && before > 0) {
        clearInterval(look);
        done('silence');
      }
      before = stream.writableLength;
    }, 200);
    look.unref();
  });
}

describe('on a server that does as it likes', () => {
  const verbs = ['create', 'get'];
  const subresources = ['attach', 'exec'].map((name) => ({ name, kind: `Pod${name}Options`, verbs }));
  const web: ObjectReference = { resource: { ...pods, subresources }, namespace: 'shop', name: 'web' };

  async function open(serve: (socket: WebSocket, url: string) => void, protocol = 'v5.channel.k8s.io') {
    const mock = await mockServer(after, (_request, response) => status(response, 403, 'Forbidden', 'no'));
    const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => protocol });
    mock.server.on('upgrade', (request, socket: Socket, head: Buffer) => {
      sockets.handleUpgrade(request, socket, head, (upgraded) => serve(upgraded, request.url ?? ''));
    });
    return openMock(after, { server: mock.url }, { token: 't' });
  }
  const frame = (channel: number, content: string | Uint8Array = '') =>
    Buffer.concat([Buffer.of(channel), Buffer.from(content as string)]);
  const attach: ConnectOperation = { verb: 'attach', of: web, stdin: true };

  test('the query of each operation', async () => {
    const asked: string[] = [];
    const cluster = await open((socket, url) => {
      asked.push(url);
      socket.close();
    });
    const operations: ConnectOperation[] = [
      { verb: 'exec', of: web, command: ['sh', '-c', 'a & b'], container: 'c', stdin: true, tty: true },
      { verb: 'attach', of: web },
    ];
    for (const operation of operations) await failureOf((await cluster.connect(operation)).ended);
    const at = '/api/v1/namespaces/shop/pods/web';
    expect(asked).toEqual([
      `${at}/exec?container=c&command=sh&command=-c&command=a%20%26%20b&stdin=true&stdout=true&tty=true`,
      `${at}/attach?stdout=true&stderr=true`,
    ]);
  });

  test('v5 is told the end of standard input, v4 is not', async () => {
    for (const [protocol, tellsEnd, expected] of [
      ['v5.channel.k8s.io', true, ['00616263', 'ff00']],
      ['v4.channel.k8s.io', false, ['00616263']],
    ] as const) {
      const frames: string[] = [];
      const cluster = await open((socket) => {
        socket.on('message', (data: Buffer) => {
          frames.push(data.toString('hex'));
          if (frames.length < expected.length) return;
          socket.send(frame(3, '{"status":"Success"}'));
          socket.close();
        });
      }, protocol);
      const command = await cluster.connect(attach);
      expect(command.tellsEnd).toBe(tellsEnd);
      command.stdin.end('abc');
      expect(await command.ended).toEqual(exited(0));
      expect(frames).toEqual(expected);
    }
  });

  test.each<[frames: [number, string][], problem: RegExp]>([
    [[], /the connection ended before the command did/],
    [[[3, 'no JSON at\n all']], /no JSON at all/],
    [[[3, '[]']], /\[\]/],
    [[[3, '{"status":"Failure","message":"out of order","code":500}']], /out of order/],
    [[[3, '{"status":"Failure","reason":"NonZeroExitCode","message":"odd"}']], /odd/],
    [[[3, '{"status":"Failure","reason":"NonZeroExitCode","details":{"causes":[null]}}']], /./],
  ])('%j is a failure', async (frames, problem) => {
    const cluster = await open((socket) => {
      for (const [channel, content] of frames) socket.send(frame(channel, content));
      socket.close();
    });
    const { message } = await failureOf((await cluster.connect(attach)).ended);
    expect(message).toMatch(problem);
    expect(message).toContain('attach to pods `web` in `shop`');
  });

  test('frames that mean nothing are passed over, and a Status may come in pieces', async () => {
    const cluster = await open((socket) => {
      for (const data of [Buffer.alloc(0), frame(1), frame(9, 'x'), frame(255, 'x'), frame(1, 'out')]) {
        socket.send(data);
      }
      socket.send(frame(3, '{"status":"Failure","reason":"NonZeroExitCode",'));
      socket.send(frame(3, '"details":{"causes":[{"reason":"ExitCode","message":"9"}]}}'));
      socket.close();
    });
    expect(await outcome(await cluster.connect(attach))).toEqual({ out: 'out', err: '', exitCode: 9 });
  });

  test('closing the cluster ends what is open', async () => {
    const cluster = await open(() => {});
    const command = await cluster.connect(attach);
    const ended = failureOf(command.ended).then(
      () => 'ended',
      () => 'ended',
    );
    await cluster.dispose();
    expect(await ended).toBe('ended');
  });

  test('a kind without the subresource is told before anything is sent', async () => {
    const cluster = await open(() => {});
    const of = { ...web, resource: pods };
    expect((await failureOf(cluster.connect({ ...attach, of }))).message).toContain(
      'the server has no pods/attach',
    );
  });

  test('an output that is not read holds back what is sent', async () => {
    const part = frame(1, Buffer.alloc(1 << 20));
    let sent = 0;
    const cluster = await open((socket) => {
      const more = () => {
        if (sent >= 64) return;
        sent++;
        socket.send(part, more);
      };
      more();
    });
    const command = await cluster.connect(attach);
    await once(command.stdout, 'readable');
    await new Promise((done) => setTimeout(done, 300));
    expect(sent).toBeLessThan(40);
    expect(command.stdout.readableLength).toBeLessThan(3 << 20);
  });
});
