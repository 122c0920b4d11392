import type { Source } from '../judging/judge.ts';
import type { Result } from '../report.ts';
import type { BatchAnswer, BatchRequest } from './messages.ts';

/** A thread, as far as the pool has to do with it: `Worker` of `node:worker_threads`. */
export interface Thread {
  postMessage(request: BatchRequest): void;
  on(event: 'message', listener: (answer: BatchAnswer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  terminate(): Promise<unknown>;
}

/** Batches that a thread has: one that it works on, and the next, so that it never waits. */
const batchesAhead = 2;
/** Batches that are judged before an earlier one is told: results wait in memory for those before them. */
const mostWaiting = 64;

/**
 * Judges batches in threads and gives their results in the order of the batches, however the threads fare. Takes the next
 * batch when a thread is free for it. Rejects when a thread fails. Ends the threads, whatever happens.
 */
export async function* judgeInThreads(
  batches: Iterator<readonly Source[], void>,
  threads: readonly Thread[],
): AsyncGenerator<readonly Result[]> {
  const pool = new Pool(batches, threads);
  try {
    for (let id = 0; ; id++) {
      const results = await pool.results(id);
      if (!results) return;
      yield results;
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

class Pool {
  readonly #batches: Iterator<readonly Source[], void>;
  readonly #threads: readonly Thread[];
  readonly #load: number[];
  readonly #done = new Map<number, readonly Result[]>();
  #wake = () => {};
  #failure: Error | undefined;
  #asked = 0;
  #told = 0;
  #isExhausted = false;

  constructor(batches: Iterator<readonly Source[], void>, threads: readonly Thread[]) {
    this.#batches = batches;
    this.#threads = threads;
    this.#load = threads.map(() => 0);
    for (const [index, thread] of threads.entries()) {
      thread.on('message', (answer) => this.#answered(index, answer));
      thread.on('error', (error) => this.#fail(error));
    }
    this.#feed();
  }

  /** The results of a batch; undefined behind the last one. To be asked for in order. */
  async results(id: number): Promise<readonly Result[] | undefined> {
    while (!this.#done.has(id)) {
      if (this.#failure) throw this.#failure;
      if (this.#isExhausted && id >= this.#asked) return undefined;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    const results = this.#done.get(id)!;
    this.#done.delete(id);
    this.#told = id + 1;
    this.#feed();
    return results;
  }

  #answered(index: number, answer: BatchAnswer): void {
    this.#load[index]!--;
    if ('failure' in answer) {
      this.#fail(new Error(answer.failure));
      return;
    }
    this.#done.set(answer.id, answer.results);
    this.#feed();
    this.#wake();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  /** The first batch of every thread goes out before the second of any. */
  #feed(): void {
    for (let load = 0; load < batchesAhead; load++) {
      for (const [index, thread] of this.#threads.entries()) {
        if (this.#isExhausted || this.#asked - this.#told >= mostWaiting) return;
        if (this.#load[index]! > load) continue;
        const next = this.#batches.next();
        if (next.done) {
          this.#isExhausted = true;
          return;
        }
        this.#load[index]!++;
        thread.postMessage({ id: this.#asked++, sources: next.value });
      }
    }
  }
}
