import { readFileSync } from 'node:fs';

/** The kernel's ticks of processor time in a second; it is 100 on every Linux. */
const ticks = 100;

/** Milliseconds of processor time that a process has had, by the kernel's count. Throws where there is no such process. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticks) * 1_000;
}
