import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { cpuTime, usage } from './support/measured-process.ts';

/** Works for 300 ms for each byte that it reads, and says so; holds 64 MiB. */
const program = `
const held = Buffer.alloc(64 << 20, 1);
process.stdin.on('data', (asked) => {
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 300_000 * asked.length);
  process.stdout.write(String(held.length));
});`;

test('the work and the memory of a process are measured', async () => {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const worked = await cpuTime(child.pid!, async () => {
      child.stdin.write('.');
      await once(child.stdout, 'data');
    });
    expect(worked).toBeGreaterThanOrEqual(280);
    expect((await usage(child.pid!)).resident).toBeGreaterThan(64 << 20);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
