import { readFile } from 'node:fs/promises';

/** What a process has used, as Linux counts it. */
export interface Usage {
  /** CPU time of all its threads since its start, in milliseconds; counted in steps of 10 ms. */
  readonly cpu: number;
  /** Its resident memory now, in bytes. */
  readonly resident: number;
}

/** Milliseconds of Linux's clock tick: `_SC_CLK_TCK` is 100 wherever Node runs. */
const tick = 10;
const kibibyte = 1024;

/** What a process uses; throws when there is none of this id. */
export async function usage(pid: number): Promise<Usage> {
  const [stat, status] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  // proc(5): the name stands in parentheses and may hold spaces; utime and stime are the 12th and 13th field behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) * tick,
    resident: Number(resident ?? 0) * kibibyte,
  };
}

/**
 * The most resident memory that a process ever had, in bytes. That of getrusage(2) is no less than what its parent had when
 * it was started.
 */
export async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * kibibyte;
}

/** The CPU time in milliseconds that this process uses while `work` is done, without that of the system for it. */
export async function ownTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1_000;
}

/** The CPU time in milliseconds that a process uses while `work` is done. */
export async function cpuTime(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await usage(pid);
  await work();
  return (await usage(pid)).cpu - before.cpu;
}
