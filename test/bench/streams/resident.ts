import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** What a program has resident, or the most that it has had: as the kernel calls them. */
export type ResidentField = 'VmRSS' | 'VmHWM';

/** By the kernel's count, in MB; 0 of one that has ended. */
export async function resident({ pid }: ChildProcess, field: ResidentField): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024) / 1e6;
}
