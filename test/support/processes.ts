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

/** The ids of this process' own children whose command line has `program` in it (Linux only: by /proc). */
export async function childrenRunning(program: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = /\) \S (\d+) /.exec(stat)?.[1];
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (Number(parent) === process.pid && line.includes(program)) found.push(Number(pid));
  }
  return found;
}

/**
 * Asks again every 50 ms until `probe` gives true; throws `what` after `limit` milliseconds. The usual limit is a watchdog, no
 * measure: controllers, scheduler and kubelet of a real control plane take their time on a busy machine.
 */
export async function until(
  what: string,
  probe: () => boolean | Promise<boolean>,
  limit = 30_000,
): Promise<void> {
  const deadline = Date.now() + limit;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error(`not within ${limit} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
