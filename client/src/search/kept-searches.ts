import type { Cluster } from '../cluster/cluster.ts';
import type { Clock } from '../cluster/watch/clock.ts';
import type { GatheredObjects } from './gather-objects.ts';

/** What was read is used again for so many milliseconds. */
const keptFor = 120_000;

/** All names of a cluster, as they were at a time. */
export interface KeptSearch {
  readonly gathered: GatheredObjects;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

/** The names that were read of clusters, for a while: who searches twice waits once. */
export class KeptSearches {
  readonly #clock: Pick<Clock, 'now' | 'after'>;
  readonly #kept = new Map<Cluster, KeptSearch & { readonly cancel: () => void }>();

  constructor(clock: Pick<Clock, 'now' | 'after'>) {
    this.#clock = clock;
  }

  of(cluster: Cluster): KeptSearch | undefined {
    return this.#kept.get(cluster);
  }

  keep(cluster: Cluster, gathered: GatheredObjects): void {
    this.#kept.get(cluster)?.cancel();
    const cancel = this.#clock.after(keptFor, () => this.#kept.delete(cluster));
    this.#kept.set(cluster, { gathered, at: this.#clock.now(), cancel });
  }

  /** What was read is no longer so. */
  forget(): void {
    for (const { cancel } of this.#kept.values()) cancel();
    this.#kept.clear();
  }

  dispose(): void {
    this.forget();
  }
}
