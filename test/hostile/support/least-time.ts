import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What is beyond a limit so often is beyond it. */
const tries = 4;

/**
 * The CPU time of a piece of work, in milliseconds of the machine that the limits of these tests are meant for. Others on the
 * same hardware make every time longer, now by half, now by nothing: what is beyond `limit` is measured again, the least
 * counts, and each of these times is divided by how much longer than on that machine a fixed work takes then.
 */
export function leastTime(
  limit: number,
  measure: () => Promise<number>,
  slow: () => Promise<number> = slowness,
): Promise<number> {
  return leastOf(limit, async () => {
    const time = await measure();
    return time < limit ? time : time / Math.max(1, await slow());
  });
}

/**
 * The least of what is measured, which is measured again where it is beyond `limit`. The load of the machine makes a wait
 * longer, and decides what a process had not collected yet when its memory was at its most.
 */
export async function leastOf(limit: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < tries && least >= limit; count++) least = Math.min(least, await measure());
  return least;
}

/** CPU time of the fixed work in milliseconds on that machine: the median of 20 runs, which took 405 to 570. */
const fixedWork = 475;

/** How much longer a fixed work takes at this moment, in a process of its own: 1.3 is a third more. */
async function slowness(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'reference-work.mjs'),
  ]);
  return Number(stdout) / fixedWork;
}
