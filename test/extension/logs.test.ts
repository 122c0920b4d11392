import { deepStrictEqual } from 'node:assert';
import type { ServerResponse } from 'node:http';
import { followLog } from '../../client/src/cluster/streams/logs/follow-log.ts';
import { LogTerminal } from '../../client/src/logs/log-terminal.ts';
import { cleanup, json, mockServer, openMock } from '../contract/cluster/mock-server.ts';
import { eventually } from '../support/extension-ui.ts';
import { pods } from '../unit/cluster/resources.ts';

const stamped = (second: number, text: string) => `2026-01-02T03:04:0${second}.5Z ${text}\n`;

describe('the terminal of a log', function () {
  this.timeout(20_000);
  const after = cleanup();
  afterEach(() => after.run());

  it('goes on where a stream broke off while the pod lives, no line lost or twice', async () => {
    const streams = [
      (response: ServerResponse) => {
        response.write(stamped(1, 'one') + stamped(2, 'two'));
        // In the middle of a chunk: no end of a stream, but a broken connection.
        setTimeout(() => response.destroy(), 50);
      },
      (response: ServerResponse) => response.end(stamped(2, 'two') + stamped(3, 'three')),
      (response: ServerResponse) => response.end(stamped(3, 'three') + stamped(4, '\x1b[2Jfour')),
    ];
    let phase = 'Running';
    const { url } = await mockServer(after, ({ url: path = '' }, response) => {
      if (!path.includes('/log')) {
        const metadata = { name: 'web', namespace: 'shop', uid: 'u' };
        return json(response, 200, { apiVersion: 'v1', kind: 'Pod', metadata, spec: {}, status: { phase } });
      }
      if (streams.length === 1) phase = 'Succeeded';
      response.writeHead(200, { 'content-type': 'text/plain' });
      streams.shift()?.(response);
    });
    const cluster = await openMock(after, { server: url });
    const pod = { resource: pods, namespace: 'shop', name: 'web' };
    const terminal = new LogTerminal((reading) => followLog(cluster, pod, { container: 'c', ...reading }));
    let shown = '';
    terminal.onDidWrite((text) => {
      shown += text;
    });
    terminal.open();
    await eventually(async () => (shown.includes('The log has ended') ? true : undefined));
    terminal.close();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of the terminal's own lines
    const lines = shown.replace(/\x1b\[\d*m/g, '').split('\r\n');
    deepStrictEqual(
      lines.map((line) => line.replace(/^.* broke the connection\. Try again/, 'broken')),
      [
        'one',
        'two',
        'broken Trying again.',
        'three',
        'four',
        'The log has ended. Press Enter to read it again.',
        '',
      ],
    );
  });
});
