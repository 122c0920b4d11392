import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import { pathRequest } from '../../../client/src/cluster/http/request.ts';
import { openTransport, type Transport } from '../../../client/src/cluster/http/transport.ts';
import { loadConnection, loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { createLog } from '../../../client/src/cluster/log.ts';
import { openWebSocket } from '../../../client/src/cluster/streams/web-socket.ts';
import { systemClock } from '../../../client/src/cluster/watch/clock.ts';
import { until } from '../../support/processes.ts';
import { cleanup, mockServer, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

const request = pathRequest('/stream?a=1');

/** A transport to a server whose upgrades go as `upgrade` says: to a refusal, to one that never comes, or to the socket. */
async function server(upgrade: string | 'silence' | ((socket: WebSocket) => void)) {
  const mock = await mockServer(after, () => {});
  const upgrades: (string | undefined)[] = [];
  const lines: string[] = [];
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered].at(-1)! });
  mock.server.on('upgrade', (message, socket, head) => {
    upgrades.push(message.headers['sec-websocket-protocol']);
    if (upgrade === 'silence') socket.on('end', () => socket.end()).resume();
    else if (typeof upgrade === 'string') socket.end(upgrade);
    else sockets.handleUpgrade(message, socket, head, upgrade);
  });
  const file = join(await temporaryFolder(after), 'kubeconfig');
  const named = { name: 'mock', context: { cluster: 'mock', user: 'mock' } };
  const clusters = [{ name: 'mock', cluster: { server: mock.url } }];
  await writeFile(file, JSON.stringify({ clusters, users: [{ name: 'mock', user: {} }], contexts: [named] }));
  const files = { merged: [file], extra: [] };
  const context = (await loadKubeContexts(files)).contexts[0]!;
  const transport: Transport = openTransport({
    context,
    loadConnection: () => loadConnection(context.id, files),
    allowExec: () => false,
    userAgent: 'test',
    environment: {},
    log: createLog((level, line) => lines.push(`${level} ${line}`)),
    clock: systemClock,
  });
  after.add(() => transport.dispose());
  return { transport, upgrades, mock, lines, sockets };
}

describe('a WebSocket to a cluster', () => {
  test('offers its subprotocols in their order, loses nothing before anybody listens, and is kept alive', async () => {
    let pings = 0;
    const { transport, upgrades } = await server((socket) => {
      socket.on('ping', () => pings++);
      socket.send('first');
    });
    const { signal } = new AbortController();
    const socket = await openWebSocket(
      transport,
      request,
      ['v5.channel.k8s.io', 'v4.channel.k8s.io'],
      signal,
    );
    expect([socket.protocol, upgrades]).toEqual([
      'v4.channel.k8s.io',
      ['v5.channel.k8s.io,v4.channel.k8s.io'],
    ]);
    await until('a ping', () => pings > 0);
    const first = once(socket, 'message');
    socket.resume();
    expect(String((await first)[0])).toBe('first');
    socket.terminate();
  });

  test('what the server warns of when it opens is in the log, once', async () => {
    const { transport, lines, sockets } = await server(() => {});
    sockets.on('headers', (headers) =>
      headers.push('Warning: 299 - "old \\"way\\""', 'Warning: 299 - "and new"'),
    );
    for (let turn = 0; turn < 2; turn++) {
      (await openWebSocket(transport, request, ['a'], new AbortController().signal)).terminate();
    }
    expect(lines.filter((line) => line.includes('warns'))).toEqual([
      'info GET /stream?a=1 (context mock): the server warns: old "way"',
      'info GET /stream?a=1 (context mock): the server warns: and new',
    ]);
  });

  test('a refusal has the Status of the server', async () => {
    const body = JSON.stringify({ kind: 'Status', code: 403, reason: 'Forbidden', message: 'no' });
    const head = `HTTP/1.1 403 X\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const { transport } = await server(`${head}\r\n\r\n${body}`);
    const error = await openWebSocket(transport, request, ['a'], new AbortController().signal).catch(
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(ClusterError);
    expect(error).toMatchObject({
      failure: 'status',
      reason: 'Forbidden',
      status: { code: 403, message: 'no' },
    });
  });

  test('a refusal that breaks off is told as far as it came, and logged', async () => {
    const head = 'HTTP/1.1 403 X\r\nContent-Type: text/plain\r\nContent-Length: 100';
    const { transport, lines } = await server(`${head}\r\n\r\nnot for`);
    const opening = openWebSocket(transport, request, ['a'], new AbortController().signal);
    await expect(opening).rejects.toMatchObject({ reason: 'Forbidden', status: { message: 'not for' } });
    expect(lines).toEqual([
      expect.stringMatching(
        /^info \S+ \(context mock\) is asked without TLS: no credentials are sent to it$/,
      ),
      expect.stringMatching(/^debug reading a refusal: aborted/),
    ]);
  });

  test.each(['before it is open', 'once it is open'] as const)('an abort ends it, %s', async (when) => {
    const { transport, upgrades, mock } = await server(when === 'once it is open' ? () => {} : 'silence');
    const stop = new AbortController();
    const opening = openWebSocket(transport, request, ['a'], stop.signal);
    if (when === 'once it is open') {
      const socket = await opening;
      const closed = once(socket, 'close');
      stop.abort(new Error('enough'));
      await closed;
    } else {
      await until('an upgrade', () => upgrades.length > 0);
      stop.abort(new Error('enough'));
      await expect(opening).rejects.toThrow('enough');
    }
    await until('no socket', () => mock.sockets.size === 0);
  });
});
