/** The sizes of a Deployment's ReplicaSets during a rolling update. */
export interface RolloutSizes {
  readonly desired: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly current: { readonly replicas: number; readonly available: number };
  /** The oldest first. */
  readonly old: readonly { readonly replicas: number; readonly available: number }[];
}

/**
 * The next sizes: the new set grows as far as the surge allows, the old ones shrink as far as enough pods stay
 * available, those that are not available first. Repeated until nothing changes any more.
 */
export function nextSizes(sizes: RolloutSizes): {
  readonly current: number;
  readonly old: readonly number[];
} {
  const { desired, maxSurge, current, old } = sizes;
  const oldTotal = old.reduce((sum, { replicas }) => sum + replicas, 0);
  if (current.replicas !== desired) {
    const room = desired + maxSurge - oldTotal - current.replicas;
    const grown = current.replicas + Math.max(0, Math.min(room, desired - current.replicas));
    const next = current.replicas > desired ? desired : grown;
    if (next !== current.replicas) return { current: next, old: old.map(({ replicas }) => replicas) };
  }
  return { current: current.replicas, old: shrunk(sizes) };
}

/** `25%` or a number, of a total; surge rounds up, unavailability down. */
export function shareOf(value: unknown, total: number, rounding: 'up' | 'down'): number {
  if (typeof value === 'number') return value;
  const percent = Number.parseInt(String(value), 10);
  if (Number.isNaN(percent)) return 0;
  return rounding === 'up' ? Math.ceil((percent * total) / 100) : Math.floor((percent * total) / 100);
}

function shrunk({ desired, maxUnavailable, current, old }: RolloutSizes): number[] {
  const total = current.replicas + old.reduce((sum, { replicas }) => sum + replicas, 0);
  const minAvailable = desired - maxUnavailable;
  const currentUnavailable = current.replicas - current.available;
  let budget = Math.max(0, total - minAvailable - currentUnavailable);

  const next = old.map(({ replicas, available }) => {
    const unhealthy = Math.min(budget, Math.max(0, replicas - available));
    budget -= unhealthy;
    return { replicas: replicas - unhealthy, available: Math.min(available, replicas - unhealthy) };
  });
  const available = current.available + next.reduce((sum, set) => sum + set.available, 0);
  let healthyBudget = Math.max(0, available - minAvailable);
  return next.map(({ replicas }) => {
    const given = Math.min(healthyBudget, replicas);
    healthyBudget -= given;
    return replicas - given;
  });
}
