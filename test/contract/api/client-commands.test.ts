import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Cluster, CommandEnd, RemoteCommand } from '../../../client/src/cluster/cluster.ts';
import type { Transport } from '../../../client/src/cluster/http/transport.ts';
import type { ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import type { ConnectOperation, ExecOperation } from '../../../client/src/cluster/operation.ts';
import { openChannelCommand } from '../../../client/src/cluster/streams/channel-command.ts';
import {
  openRemoteCommand,
  remoteCommandRequest,
} from '../../../client/src/cluster/streams/remote-command.ts';
import { createStreamWays } from '../../../client/src/cluster/streams/stream-ways.ts';
import { openFaultyLine } from '../../support/faulty-line.ts';
import { until } from '../../support/processes.ts';
import { cleanup, temporaryFolder, transportOf } from '../cluster/mock-server.ts';
import { chosenServer } from './chosen-server.ts';
import { openClient } from './open-client.ts';
import { runLabel } from './run-case.ts';

// What runs in containers, by the extension's own client and each protocol; on the same servers as the suite.

const chosen = await chosenServer(process.env);
const id = `run${randomBytes(3).toString('hex')}`;
const mebibyte = 1024 * 1024;
const patience = 120_000;

const protocols = ['v5', 'v4', 'SPDY'] as const;
type Protocol = (typeof protocols)[number];

const exited = (exitCode: number, signal?: number): CommandEnd => ({ kind: 'exited', exitCode, signal });

describe(`commands in containers, on ${chosen.name}`, () => {
  const after = cleanup();
  let kubeconfig: string;
  let cluster: Cluster;
  let transport: Transport;
  let web: ObjectReference;
  let stop = async () => {};

  beforeAll(async () => {
    const started = await chosen.start();
    stop = started.stop;
    kubeconfig = started.kubeconfig;
    cluster = await opened(kubeconfig);
    transport = await openedTransport(kubeconfig);
    const discovery = await cluster.discover();
    const find = (kind: string) => discovery.find('v1', kind)!;
    const namespace = { metadata: { name: id, labels: { [runLabel]: id } } };
    await cluster.create(find('Namespace'), undefined, { apiVersion: 'v1', kind: 'Namespace', ...namespace });
    web = { resource: find('Pod'), namespace: id, name: 'web' };
    const pod = (name: string, ...containers: object[]) =>
      cluster.create(web.resource, id, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name },
        spec: { containers },
      });
    const container = (name: string) => ({ name, image: 'busybox:1.36', command: ['sleep', '100000'] });
    await until(
      'a pod is taken',
      () =>
        pod('web', container('main')).then(
          () => true,
          () => false,
        ),
      20_000,
    );
    await pod('two', container('a'), { ...container('b'), stdin: true, tty: true });
    await until('the pods run', async () => (await phases()).every((phase) => phase === 'Running'), patience);
  }, patience);
  afterAll(async () => {
    const namespaces = (await cluster?.discover())?.find('v1', 'Namespace');
    if (namespaces) await cluster.delete({ resource: namespaces, namespace: undefined, name: id });
    await after.run();
    await stop();
  }, patience);

  async function phases(): Promise<unknown[]> {
    const pods = await cluster.list(web.resource, id);
    return pods.map((pod) => (pod as { status?: { phase?: string } }).status?.phase);
  }

  const opened = async (file: string) => {
    const one = await openClient(file);
    after.add(() => one.dispose());
    return one;
  };
  const openedTransport = async (file: string) => {
    const files = { merged: [], extra: [file] };
    const context = (await loadKubeContexts(files)).contexts[0]!;
    return transportOf(after, { files, context });
  };
  /** The kubeconfig with other words in it. */
  const changed = async (change: (config: Kubeconfig) => void) => {
    const config: Kubeconfig = parse(await readFile(kubeconfig, 'utf8'));
    change(config);
    const file = join(await temporaryFolder(after), 'kubeconfig');
    await writeFile(file, JSON.stringify(config));
    return file;
  };

  const run = async (
    protocol: Protocol,
    operation: ConnectOperation,
    signal = new AbortController().signal,
  ) => {
    if (protocol === 'SPDY')
      return openRemoteCommand(transport, createStreamWays(['post']), operation, signal);
    const request = remoteCommandRequest(operation, 'channels');
    const subprotocols = [`${protocol}.channel.k8s.io`];
    return openChannelCommand(transport, { request, operation, notices: [], signal }, subprotocols);
  };
  const exec = (command: string[], more: Partial<ExecOperation> = {}): ExecOperation => ({
    verb: 'exec',
    of: web,
    command,
    ...more,
  });
  const script = (words: string, more: Partial<ExecOperation> = {}) => exec(['sh', '-c', words], more);

  describe.each(protocols)('by %s', (protocol) => {
    test.each<[words: string, out: string, err: string, end: CommandEnd]>([
      ['echo out; echo err >&2', 'out\n', 'err\n', exited(0)],
      ['echo out; exit 3', 'out\n', '', exited(3)],
      ['exit 255', '', '', exited(255)],
      ['exit 137', '', '', exited(137, 9)],
      ['echo out; echo err >&2; exit 143', 'out\n', 'err\n', exited(143, 15)],
    ])('%s', async (words, out, err, end) => {
      expect(await outcome(await run(protocol, script(words)))).toEqual({ out, err, end });
    });

    test('a command that there is not is refused', async () => {
      const { out, err, end } = await outcome(await run(protocol, exec(['no-such-command'])));
      expect([out, err, end]).toMatchObject(['', '', { kind: 'refused', refusal: 'command not found' }]);
    });

    test('both outputs are whole and apart', async () => {
      const lines = Array.from({ length: 500 }, (_, index) => index);
      const words = lines.map((index) => `echo out ${index}; echo err ${index} >&2`).join('; ');
      expect(await outcome(await run(protocol, script(words)))).toEqual({
        out: lines.map((index) => `out ${index}\n`).join(''),
        err: lines.map((index) => `err ${index}\n`).join(''),
        end: exited(0),
      });
    });

    test(
      '100 MB of standard input come back as they were',
      async () => {
        const command = await run(protocol, exec(['cat'], { stdin: true }));
        const [sent, received] = [createHash('sha256'), createHash('sha256')];
        let [length, isWhole] = [0, () => {}];
        const whole = new Promise<void>((resolve) => {
          isWhole = resolve;
        });
        command.stderr.resume();
        command.stdout.on('data', (bytes: Buffer) => {
          received.update(bytes);
          length += bytes.length;
          if (length >= 100 * mebibyte) isWhole();
        });
        for (let part = 0; part < 100; part++) {
          const bytes = randomBytes(mebibyte);
          sent.update(bytes);
          if (!command.stdin.write(bytes)) await new Promise((done) => command.stdin.once('drain', done));
          expect(command.stdin.writableLength).toBeLessThan(2 * mebibyte);
        }
        command.stdin.end();
        if (command.tellsEnd) expect(await command.ended).toEqual(exited(0));
        else await whole;
        expect([length, received.digest('hex')]).toEqual([100 * mebibyte, sent.digest('hex')]);
        await finished(command.stdin).catch(() => {});
      },
      patience,
    );

    test('a terminal has one output, a size, and what is typed', async () => {
      const command = await run(protocol, exec(['sh'], { stdin: true, tty: true }));
      expect(command.tty).toBe(true);
      let screen = '';
      command.stdout.on('data', (bytes: Buffer) => {
        screen += bytes;
      });
      command.stderr.resume();
      command.resize(99, 44);
      command.stdin.write('echo ready\r');
      await until('the shell reads', () => /ready[\s\S]*ready/.test(screen), patience);
      command.stdin.write('stty size; echo err >&2; exit 2\r');
      expect(await command.ended).toEqual(exited(2));
      expect(screen).toContain('44 99\r\nerr\r\n');
    });

    test(
      'a reader that stops holds it, and nothing is lost',
      async () => {
        const enough = new AbortController();
        const command = await run(protocol, exec(['yes', '0123456']), enough.signal);
        command.stderr.resume();
        let [read, isRight] = [0, true];
        const onData = (bytes: Buffer) => {
          for (let at = 0; at < bytes.length; at += 997) isRight &&= bytes[at] === expectedAt(read + at);
          read += bytes.length;
        };
        command.stdout.on('data', onData);
        await until('much has come', () => read > 10 * mebibyte, patience);
        command.stdout.pause();
        const before = process.memoryUsage.rss();
        await wait(5_000);
        expect(process.memoryUsage.rss() - before).toBeLessThan(50 * mebibyte);
        expect(command.stdout.readableLength).toBeLessThan(mebibyte);
        const target = read + 20 * mebibyte;
        command.stdout.resume();
        await until('it goes on', () => read > target, patience);
        expect(isRight).toBe(true);
        enough.abort(new Error('enough'));
        await expect(command.ended).rejects.toThrow('enough');
      },
      patience,
    );

    test('who wants no output still hears how it ends', async () => {
      const command = await run(protocol, script('echo x; exit 4'));
      command.stdout.destroy();
      command.stderr.destroy();
      expect(await command.ended).toEqual(exited(4));
    });
  });

  test.each(['v5', 'SPDY'] as const)('the end of standard input is told by %s', async (protocol) => {
    const command = await run(protocol, script('cat; echo over', { stdin: true }));
    expect(command.tellsEnd).toBe(true);
    command.stdin.end('in ');
    expect(await outcome(command)).toEqual({ out: 'in over\n', err: '', end: exited(0) });
  });

  test('v4 cannot tell the end of standard input', async () => {
    const enough = new AbortController();
    const command = await run('v4', exec(['cat'], { stdin: true }), enough.signal);
    expect(command.tellsEnd).toBe(false);
    command.stdin.end('in');
    expect(String(await new Promise((done) => command.stdout.once('data', done)))).toBe('in');
    enough.abort(new Error('hung up'));
    await expect(command.ended).rejects.toThrow('hung up');
  });

  test.each<[refusal: string, message: RegExp, operation: () => ConnectOperation]>([
    ['pod not found', /pods "none" not found/, () => exec(['true'], { of: { ...web, name: 'none' } })],
    [
      'container not found',
      /container none is not valid for pod web/,
      () => exec(['true'], { container: 'none' }),
    ],
    [
      'container not named',
      /a container name must be specified for pod two, choose one of: \[a b\]/,
      () => exec(['true'], { of: { ...web, name: 'two' } }),
    ],
    [
      'container not found',
      /container none is not valid/,
      () => ({ verb: 'attach', of: web, container: 'none' }),
    ],
    ['pod not found', /pods "none" not found/, () => ({ verb: 'attach', of: { ...web, name: 'none' } })],
    [
      'command not found',
      /the container has no such command: .*no-such-command/,
      () => exec(['no-such-command']),
    ],
  ])('is refused: %s', async (refusal, message, operation) => {
    const { out, err, end } = await outcome(await cluster.connect(operation()));
    expect([out, err, end]).toMatchObject(['', '', { kind: 'refused', refusal }]);
    expect((end as CommandEnd & { kind: 'refused' }).error.message).toMatch(message);
  });

  const isSince135 = Number(chosen.version.split('.')[1]) >= 35;
  describe.each(['exec', 'attach'] as const)('who may only', (verb) => {
    test.each(['get', 'create'] as const)(`%s of pods/${verb}`, async (right) => {
      const user = `${id}-${verb}-${right}`;
      const discovery = await cluster.discover();
      const group = 'rbac.authorization.k8s.io';
      const create = (kind: string, rest: object) =>
        cluster.create(discovery.find(`${group}/v1`, kind)!, id, {
          apiVersion: `${group}/v1`,
          kind,
          metadata: { name: user },
          ...rest,
        });
      await create('Role', { rules: [{ apiGroups: [''], resources: [`pods/${verb}`], verbs: [right] }] });
      await create('RoleBinding', {
        roleRef: { apiGroup: group, kind: 'Role', name: user },
        subjects: [{ apiGroup: group, kind: 'User', name: user }],
      });
      const file = await changed((config) => {
        for (const each of config.users) each.user.as = user;
      });
      const limited = await opened(file);
      const enough = new AbortController();
      const attach: ConnectOperation = { verb: 'attach', of: web };
      const operation = verb === 'exec' ? script('exit 5') : attach;
      // An authorizer may see a role a moment later.
      const isAllowed = right === 'create' || !isSince135;
      await until(
        'the role counts',
        async () => {
          const end = await Promise.race([
            (await limited.connect(operation, enough.signal)).ended,
            wait(1_000, undefined),
          ]);
          const isForbidden = end?.kind === 'refused' && end.refusal === 'forbidden';
          if (verb === 'exec' && isAllowed) return !isForbidden && end !== undefined && assertExit(end, 5);
          return isForbidden !== isAllowed;
        },
        20_000,
      );
      enough.abort();
      if (isAllowed) return;
      const { end } = await outcome(await limited.connect(operation));
      expect((end as CommandEnd & { kind: 'refused' }).error.message).toContain(
        `cannot create resource "pods/${verb}" in API group "" in the namespace "${id}". Ask for \`create\` on \`pods/${verb}\``,
      );
    });
  });

  test('attach follows the container about its terminal, and says what kubectl says', async () => {
    const enough = new AbortController();
    const attach = (name: string, container: string, more: Partial<ConnectOperation>) =>
      cluster.connect(
        { verb: 'attach', of: { ...web, name }, container, ...more } as ConnectOperation,
        enough.signal,
      );
    const without = await attach('web', 'main', { stdin: true, tty: true });
    expect([without.tty, without.notices]).toEqual([
      false,
      [
        'Unable to use a TTY - container main did not allocate one',
        expect.stringContaining('will be recorded in container logs'),
        "If you don't see a command prompt, try pressing enter.",
        'Container main was not started with a standard input: what is typed goes nowhere',
      ],
    ]);
    const inTerminal = await attach('two', 'b', { stdin: true });
    expect([inTerminal.tty, inTerminal.notices.length]).toEqual([true, 2]);
    enough.abort(new Error('enough'));
    await expect(without.ended).rejects.toThrow('enough');
    await expect(inTerminal.ended).rejects.toThrow('enough');
  });

  test.each(['exec', 'attach'] as const)('%s says when the line to the server breaks', async (verb) => {
    const server = new URL((await changedServers(kubeconfig))[0]!);
    const line = await openFaultyLine({ port: Number(server.port) });
    after.add(() => line.close());
    const file = await changed((config) => {
      for (const each of config.clusters) {
        each.cluster['tls-server-name'] = server.hostname;
        each.cluster.server = `https://127.0.0.1:${line.port}`;
      }
    });
    const broken = await opened(file);
    const command = await broken.connect(
      verb === 'exec' ? exec(['sleep', '100'], { stdin: true }) : { verb, of: web, stdin: true },
    );
    line.reset();
    await expect(command.ended).rejects.toThrow(
      /the connection ended before the command did.*It may still run/,
    );
    await expect(text(command.stdout)).rejects.toThrow(/the connection ended/);
  });
});

interface Kubeconfig {
  users: { user: { as?: string } }[];
  clusters: { cluster: { server: string; 'tls-server-name'?: string } }[];
}

async function changedServers(kubeconfig: string): Promise<string[]> {
  const { clusters }: Kubeconfig = parse(await readFile(kubeconfig, 'utf8'));
  return clusters.map(({ cluster }) => cluster.server);
}

/** What a command has said, and how it ended. */
async function outcome(command: RemoteCommand): Promise<{ out: string; err: string; end: CommandEnd }> {
  const [out, err, end] = await Promise.all([text(command.stdout), text(command.stderr), command.ended]);
  return { out, err, end };
}

function assertExit(end: CommandEnd, code: number): true {
  expect(end).toEqual(exited(code));
  return true;
}

/** Of what `yes 0123456` writes. */
function expectedAt(place: number): number {
  return '0123456\n'.charCodeAt(place % 8);
}
