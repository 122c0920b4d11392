import type { Clock } from '../clock.ts';
import type { Storage } from './storage.ts';

const interval = 5 * 60_000;

/**
 * Lets the storage forget, every five minutes, what was there before the last five: as an API server has etcd do, so that
 * pages and exact states end there. What is seen by a watch is the cache's affair.
 */
export class Compactor {
  readonly #storage: Storage;
  readonly #clock: Clock;
  #timer: { dispose(): void } | undefined;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    this.#compactLater(0);
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #compactLater(revision: number): void {
    this.#timer = this.#clock.after(interval, () => {
      const now = this.#storage.revision;
      this.#storage.compact(revision);
      this.#compactLater(now);
    });
  }
}
