import { Worker } from 'node:worker_threads';

/**
 * Ends this process, saying where, when a step of a run has worked for more than 10 s: a hang cannot say so itself. Time
 * in which the machine does other things does not count; for what waits without working, the runner has a limit.
 */
export function watch(seed: number): { step(step: number): void; stop(): void } {
  const current = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(program, { eval: true, workerData: { current, seed } });
  worker.unref();
  return {
    step: (step) => Atomics.store(current, 0, step),
    stop: () => void worker.terminate(),
  };
}

const program = `
const { workerData: { current, seed } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const worked = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
let step = -1;
let since = 0;
setInterval(() => {
  const now = Atomics.load(current, 0);
  if (now !== step) since = worked();
  step = now;
  if (worked() - since <= 10) return;
  writeSync(2, 'step ' + step + ' of seed ' + seed + ' works for longer than 10 s\\n');
  process.kill(process.pid, 'SIGKILL');
}, 1000);
`;
