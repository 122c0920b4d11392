import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followLog } from '../../../client/src/cluster/streams/logs/follow-log.ts';
import type { StampedLine } from '../../../client/src/cluster/streams/logs/stamped-line.ts';
import { findKubectl } from '../../support/kubectl.ts';
import { until } from '../../support/processes.ts';
import { chosenServer } from '../api/chosen-server.ts';
import { openStreamScene, type StreamScene } from './stream-scene.ts';

// Logs, exec and port-forward by the extension's own client, on the same servers as the suite.

const chosen = await chosenServer(process.env);

/** What takes files that say what Pods do, and a server that may be killed. */
const onReal: (name: string, run: () => Promise<void>, timeout?: number) => void =
  chosen.kind === 'real control plane' ? test : () => {};

describe.skipIf(chosen.kind === 'any cluster')(`streams of Pods, on ${chosen.name}`, () => {
  let scene: StreamScene;

  beforeAll(async () => {
    scene = await openStreamScene(chosen);
  }, 120_000);
  afterAll(() => scene?.stop(), 60_000);

  test('a command in a container gives what it says, and its exit code', async () => {
    const of = await scene.run('commands');
    const command = await scene.admin.connect({
      verb: 'exec',
      of,
      container: 'main',
      command: ['sh', '-c', 'cat; echo oops >&2; exit 7'],
      stdin: true,
    });
    command.stdin.end('typed\n');
    const [output, errors, end] = await Promise.all([
      text(command.stdout),
      text(command.stderr),
      command.ended,
    ]);
    expect({ output, errors, end }).toEqual({
      output: 'typed\n',
      errors: 'oops\n',
      end: expect.objectContaining({ exitCode: 7 }),
    });
  });

  onReal(
    'a log whose lines are not in the order of their times is followed by a kill of the server',
    async () => {
      const pod = await scene.run('followed');
      const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
      const line = (second: number, text: string, stream = 'stdout') => `${at(second)} ${stream} F ${text}\n`;
      const lines: StampedLine[] = [];
      const stop = new AbortController();
      await scene.log(pod, 'main', line(1, 'one') + line(20, 'twenty', 'stderr') + line(10, 'ten'));
      const following = (async () => {
        for await (const batch of followLog(scene.admin, pod, { container: 'main', signal: stop.signal })) {
          lines.push(...batch);
        }
      })();
      following.catch(() => {});
      const texts = () => lines.map(({ text }) => text);
      await until('the first lines', () => lines.length === 3);
      await scene.started.faults!.restartServer(500);
      await scene.log(pod, 'main', line(30, 'thirty') + line(30, 'thirty') + line(29, 'late'));
      await until('the lines behind', () => lines.length >= 6, 30_000);
      expect(texts()).toEqual(['one', 'twenty', 'ten', 'thirty', 'thirty', 'late']);
      stop.abort(new Error('read enough'));
      await expect(following).rejects.toThrow('read enough');
    },
    60_000,
  );

  onReal('a forwarded port leads to what the Pod listens on, as kubectl says', async () => {
    const pod = await scene.run('served');
    const server = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    await writeFile(await scene.file(pod, 'port-80'), `${(server.address() as AddressInfo).port}`);
    const forward = await scene.admin.portForward(pod, 80);
    try {
      const answer = await echoed(forward.localPort, 'half is closed');
      expect(answer).toBe('half is closed');
    } finally {
      await forward.close();
      server.close();
    }
  });

  onReal(
    'a forwarded port goes on when the server is killed, and a command says that it was cut off',
    async () => {
      const pod = await scene.run('cut');
      const server = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(
        0,
        '127.0.0.1',
      );
      await once(server, 'listening');
      await writeFile(await scene.file(pod, 'port-80'), `${(server.address() as AddressInfo).port}`);
      const forward = await scene.admin.portForward(pod, 80);
      const command = await scene.admin.connect({
        verb: 'exec',
        of: pod,
        container: 'main',
        command: ['sleep', '60'],
      });
      command.stdout.resume();
      command.stderr.resume();
      try {
        expect(await echoed(forward.localPort, 'before')).toBe('before');
        const cut = expect(command.ended).rejects.toThrow(/connection/);
        const restarted = scene.started.faults!.restartServer(500);
        await cut;
        // It waits until the server is back.
        expect(await echoed(forward.localPort, 'meanwhile')).toBe('meanwhile');
        await restarted;
        expect(await echoed(forward.localPort, 'afterwards')).toBe('afterwards');
      } finally {
        await forward.close();
        server.close();
      }
    },
    60_000,
  );

  test.skipIf(findKubectl() === undefined)('kubectl reads the same log', async () => {
    const pod = await scene.run('read');
    const ours = await text(scene.admin.logs(pod, { tailLines: 1 }));
    const args = [
      '--kubeconfig',
      await scene.kubeconfig(),
      '-n',
      scene.namespace,
      'logs',
      'read',
      '--tail=1',
    ];
    const { stdout } = spawnSync(findKubectl()!, args, { encoding: 'utf8' });
    expect(ours).not.toBe('');
    if (chosen.kind === 'real control plane') expect(stdout).toBe(ours);
  });
});

async function echoed(port: number, words: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(words);
  return await text(socket);
}
