// node --expose-gc contest.ts CONTESTANT KUBECONFIG [WORD...]: lets one contestant work, and prints what it took as JSON.
import { readFileSync } from 'node:fs';
import { contestants } from './contestants.ts';

const [name = '', kubeconfig = '', ...words] = process.argv.slice(2);
const contestant = contestants[name];
if (!contestant) throw new Error(`nobody is called ${name}`);
const bytesBefore = bytesRead();
const before = heap();
const processor = process.cpuUsage();
const begun = performance.now();
const { count, first, waited, kept, end } = await contestant(kubeconfig, ...words);
const milliseconds = performance.now() - begun;
const { user, system } = process.cpuUsage(processor);
const bytes = bytesRead() - bytesBefore;
const keptBytes = heap() - before;
const finished = Date.now();
console.log(
  JSON.stringify({
    count,
    first,
    waited,
    milliseconds,
    finished,
    processor: (user + system) / 1_000,
    megabytes: bytes / 1e6,
    heap: keptBytes / 1e6,
    isKept: kept !== undefined,
  }),
);
await end();
process.exit(0);

/** Bytes of the heap that are in use once all else is collected, without the programs that were read. */
function heap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed;
}

/** What the process has read from anywhere, by the kernel's count; none where it keeps none. */
function bytesRead(): number {
  try {
    return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
}
