import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { peakOf } from './support/measured-process.ts';

const program = `${import.meta.dirname}/../../dist/check.js`;
const mostMemory = 512 * 1024 * 1024;

test.each([
  ['bytes', Buffer.alloc(1024 * 1024)],
  ['lines', Buffer.from('a: b\n'.repeat(200_000))],
])(
  'the command line reads standard input up to its bound, and says so: %s without an end',
  async (_, piece) => {
    const child = spawn(process.execPath, [program, 'check', '-'], { stdio: 'pipe' });
    const ended = once(child, 'exit');
    const said = text(child.stderr);
    let peak = 0;
    child.stdin.on('error', () => undefined);
    for (let sent = 0; child.exitCode === null && child.stdin.writable && sent < 4_000; sent++) {
      peak = Math.max(peak, await peakOf(child.pid!).catch(() => 0));
      if (!child.stdin.write(piece)) await Promise.race([once(child.stdin, 'drain').catch(() => []), ended]);
    }
    expect(await ended).toEqual([2, null]);
    expect(await said).toContain(
      '<stdin> could not be read: it has more than 64 MB, the most that is checked',
    );
    expect(peak).toBeLessThan(mostMemory);
  },
);
