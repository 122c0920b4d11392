import { createHash } from 'node:crypto';
import type { CheckedBy } from './copy-step.ts';
import { posixChecksum } from './posix-checksum.ts';

/** The sum of contents, one after the other, as a container's program prints it. */
export interface ContentSum {
  update(bytes: Uint8Array): void;
  digest(): string;
}

/** By which program contents are summed; `size` sums nothing. */
export function contentSum(by: CheckedBy): ContentSum {
  if (by === 'cksum') return posixChecksum();
  if (by === 'size') return { update: () => {}, digest: () => '' };
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
}

/** Whether a program has printed this sum: the name behind it is none of it. */
export function isSum(printed: string, sum: string): boolean {
  return printed === sum || printed.startsWith(`${sum} `);
}
