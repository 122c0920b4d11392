import type { Row } from '../cluster/kube-object.ts';

/** A label that objects have, with its values; those that most objects have come first. */
export interface FoundLabel {
  readonly key: string;
  readonly objects: number;
  readonly values: readonly string[];
}

/** So many rows are looked at for labels, evenly among all: who types waits for them. */
const mostLooked = 2_000;

/** The labels found in rows. */
export function foundLabels(rows: readonly Row[]): FoundLabel[] {
  const found = new Map<string, Map<string, number>>();
  const every = Math.max(1, Math.ceil(rows.length / mostLooked));
  for (let place = 0; place < rows.length; place += every) {
    for (const [key, value] of Object.entries(rows[place]!.metadata.labels ?? {})) {
      const values = found.get(key) ?? new Map<string, number>();
      found.set(key, values.set(value, (values.get(value) ?? 0) + every));
    }
  }
  return [...found]
    .map(([key, values]) => ({
      key,
      objects: Math.min(rows.length, sum(values.values())),
      values: [...values].sort(([, one], [, other]) => other - one).map(([value]) => value),
    }))
    .sort((one, other) => other.objects - one.objects || (one.key < other.key ? -1 : 1));
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
