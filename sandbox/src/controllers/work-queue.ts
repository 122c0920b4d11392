import type { Clock } from '../clock.ts';

/** How long a key waits after its reconciliation failed. */
const retryMilliseconds = 1000;

/**
 * Calls `reconcile` once for each key that was added since the last call, soon but never inside `add`. A key
 * whose reconciliation throws is tried again after a second, so that one odd object stops nobody else.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #reconcile: (key: string) => void;
  readonly #due = new Set<string>();
  readonly #timers = new Set<{ dispose(): void }>();
  #isScheduled = false;
  #isDisposed = false;

  constructor(clock: Clock, reconcile: (key: string) => void) {
    this.#clock = clock;
    this.#reconcile = reconcile;
  }

  add(key: string): void {
    this.#due.add(key);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#after(0, () => this.#run());
  }

  addAfter(key: string, milliseconds: number): void {
    this.#after(milliseconds, () => this.add(key));
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const timer of this.#timers) timer.dispose();
    this.#timers.clear();
    this.#due.clear();
  }

  #run(): void {
    this.#isScheduled = false;
    const keys = [...this.#due];
    this.#due.clear();
    for (const key of keys) {
      if (this.#isDisposed) return;
      try {
        this.#reconcile(key);
      } catch {
        this.addAfter(key, retryMilliseconds);
      }
    }
  }

  #after(milliseconds: number, callback: () => void): void {
    if (this.#isDisposed) return;
    const timer = this.#clock.after(milliseconds, () => {
      this.#timers.delete(timer);
      callback();
    });
    this.#timers.add(timer);
  }
}

/** `namespace/name`, the key of an object in a queue. */
export function keyOf(metadata: { namespace?: string; name?: string }): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

export function splitKey(key: string): { namespace: string; name: string } {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
