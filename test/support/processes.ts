import { readdir, readFile } from 'node:fs/promises';

/** Whether a process with this id is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The command lines of all processes whose environment holds `mark` (Linux only: by /proc). */
export async function processesMarked(mark: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.includes(mark)) continue;
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line !== '') found.push(`${pid} ${line.replaceAll('\0', ' ')}`);
  }
  return found;
}

/** Asks again every 50 ms until `probe` gives true; throws `what` after `limit` milliseconds. */
export async function until(
  what: string,
  probe: () => boolean | Promise<boolean>,
  limit = 10_000,
): Promise<void> {
  const deadline = Date.now() + limit;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error(`not within ${limit} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
