// node replay.ts FILE EVENTS_PER_SECOND SECONDS WATCHES: a server in a process of its own that answers every list with no
// Pods, and so many watches with the recorded lines of FILE, over and over at that rate, all together, and each with one
// last event. Prints its port as a line, and when it has sent the last events, since the epoch, as another.
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { lastUid } from './contestants.ts';

const [file = '', rate = '', seconds = '', watchCount = ''] = process.argv.slice(2);
const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
const watches: ServerResponse[] = [];
const step = 10;

const server = createServer(({ url = '' }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const { searchParams } = new URL(url, 'http://replay');
  if (!searchParams.has('watch')) return response.end(JSON.stringify(table([])));
  response.write(event('BOOKMARK', row('', { 'k8s.io/initial-events-end': 'true' })));
  watches.push(response);
  if (watches.length === Number(watchCount)) replay();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address ? address.port : '');
});

/** Sends what is due, each watch its part of it. */
function replay(): void {
  const begun = performance.now();
  const total = Number(rate) * Number(seconds);
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(total, ((performance.now() - begun) / 1_000) * Number(rate));
    const pieces = new Map<ServerResponse, string[]>();
    for (; sent < due; sent++) {
      const watch = watches[sent % watches.length]!;
      const piece = pieces.get(watch) ?? [];
      piece.push(lines[sent % lines.length]!);
      pieces.set(watch, piece);
    }
    for (const [watch, piece] of pieces) watch.write(`${piece.join('\n')}\n`);
    if (sent < total) return;
    clearInterval(timer);
    for (const watch of watches) watch.write(event('ADDED', row(lastUid, {})));
    console.log(Date.now());
  }, step);
}

function event(type: string, one: object): string {
  return `${JSON.stringify({ type, object: table([one]) })}\n`;
}

function table(rows: object[]): object {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion: '1' },
    columnDefinitions: [{ name: 'Name', type: 'string', format: 'name', priority: 0 }],
    rows,
  };
}

function row(uid: string, annotations: object): object {
  return { cells: [uid], object: { metadata: { name: uid, uid, resourceVersion: '2', annotations } } };
}
