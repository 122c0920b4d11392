import type { Input } from './byte-pipe.ts';

const longestLine = 1024 * 1024;

/** A line with its end; undefined at the end of the input. Longer lines are cut in pieces. */
export async function readLine(input: Input, signal: AbortSignal): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for (;;) {
    const bytes = await input.read(signal);
    if (!bytes) return parts.length === 0 ? undefined : Buffer.concat(parts).toString('utf8');
    const end = bytes.indexOf(10);
    parts.push(end < 0 ? bytes : bytes.subarray(0, end + 1));
    size += bytes.length;
    if (end < 0 && size < longestLine) continue;
    if (end >= 0) input.unread(bytes.subarray(end + 1));
    return Buffer.concat(parts).toString('utf8');
  }
}
