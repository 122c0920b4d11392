// Listens on a port of this machine, says which, and writes lines of a log to who connects, at an even pace:
//   node replay.ts LINES LINES_A_SECOND
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const [lines = 0, pace = 0] = process.argv.slice(2).map(Number);
const interval = 10;
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
console.log((server.address() as AddressInfo).port);
const [socket] = await once(server, 'connection');
const begun = performance.now();
for (let written = 0; written < lines; ) {
  const due = Math.min(lines, Math.floor(((performance.now() - begun) * pace) / 1_000));
  if (due > written) {
    const batch = Array.from({ length: due - written }, (_, place) => lineOf(written + place)).join('');
    written = due;
    if (!socket.write(batch)) await once(socket, 'drain');
  }
  await setTimeout(interval);
}
socket.end();
server.close();

function lineOf(place: number): string {
  const second = String(Math.floor(place / 1_000_000) % 60).padStart(2, '0');
  const nanoseconds = String((place % 1_000_000) * 1_000).padStart(9, '0');
  return `2026-01-02T03:04:${second}.${nanoseconds}Z GET /api/v1/things?page=${place} 200 12ms\n`;
}
