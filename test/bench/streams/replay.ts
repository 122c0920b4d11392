// Writes lines of a log to its standard output at an even pace, as an API server does:
//   node replay.ts LINES LINES_A_SECOND
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

const [lines = 0, pace = 0] = process.argv.slice(2).map(Number);
const interval = 10;
const begun = performance.now();
for (let written = 0; written < lines; ) {
  const due = Math.min(lines, Math.floor(((performance.now() - begun) * pace) / 1_000));
  if (due > written) {
    const batch = Array.from({ length: due - written }, (_, place) => lineOf(written + place)).join('');
    written = due;
    if (!process.stdout.write(batch)) await once(process.stdout, 'drain');
  }
  await setTimeout(interval);
}

function lineOf(place: number): string {
  const second = String(Math.floor(place / 1_000_000) % 60).padStart(2, '0');
  const nanoseconds = String((place % 1_000_000) * 1_000).padStart(9, '0');
  return `2026-01-02T03:04:${second}.${nanoseconds}Z GET /api/v1/things?page=${place} 200 12ms\n`;
}
