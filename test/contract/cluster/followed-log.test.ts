import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import { followLog } from '../../../client/src/cluster/streams/logs/follow-log.ts';
import { until } from '../../support/processes.ts';
import { startSandbox } from '../../support/sandbox.ts';
import { pods } from '../../unit/cluster/resources.ts';
import { cleanup, listen, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

/** What stands before an API server: that which a client sees of one that is started anew, without its losing all it has. */
async function restartableServer(target: number) {
  const sockets = new Set<Socket>();
  let server: Server;
  const open = async (port: number): Promise<number> => {
    server = createServer((socket) => {
      const behind = connect(target, '127.0.0.1');
      for (const [one, other] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    });
    if (port === 0) return await listen(server);
    return await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(port)));
  };
  const close = (): Promise<void> => {
    for (const socket of sockets) socket.resetAndDestroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  const port = await open(0);
  after.add(close);
  return { port, stop: close, start: () => open(port) };
}

test('a followed log goes on when the API server is started anew, and ends with its pod', async () => {
  const sandbox = await startSandbox();
  after.add(() => sandbox.stop());
  const front = await restartableServer(Number(new URL(sandbox.url).port));
  const file = join(await temporaryFolder(after), 'kubeconfig');
  const text = await readFile(sandbox.kubeconfig, 'utf8');
  await writeFile(file, text.replaceAll(sandbox.url, `https://127.0.0.1:${front.port}`));
  const files = { merged: [], extra: [file] };
  const { contexts } = await loadKubeContexts(files);
  const cluster = openCluster(contexts[0]!, { files, allowExec: () => false });
  after.add(() => cluster.dispose());
  const pod: ObjectReference = { resource: pods, namespace: 'default', name: 'web' };
  await cluster.create(pods, 'default', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: { containers: [{ name: 'main', image: 'example/web' }] },
  });

  const lines: string[] = [];
  const told: string[] = [];
  let over = false;
  const following = (async () => {
    const onDidBreak = ({ message }: Error) => told.push(message);
    // From before the container runs.
    for await (const batch of followLog(cluster, pod, { container: 'main', onDidBreak })) {
      lines.push(...batch.map(({ timestamp, text }) => `${timestamp} ${text}`));
    }
    over = true;
  })();
  await until('the first lines', () => lines.length >= 2);
  await front.stop();
  await until('the break', () =>
    told.some((message) => /broke the connection|nothing listens/.test(message)),
  );
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const before = lines.length;
  expect(over).toBe(false);
  await front.start();
  await until('more lines', () => lines.length >= before + 2);
  expect(new Set(lines).size).toBe(lines.length);
  await cluster.delete(pod, { gracePeriodSeconds: 0 });
  await until('the end', () => over);
  await following;
});
