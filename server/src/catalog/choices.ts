/** Whether a value is one of an enumeration's: a long one is asked for each item of a long list. */
export function isChoice(choices: readonly unknown[], value: unknown): boolean {
  if (choices.length <= few) return choices.includes(value);
  const known = sets.get(choices) ?? new Set(choices);
  sets.set(choices, known);
  return known.has(value);
}

const few = 50;
/** Enumerations are part of their schemas, which do not change. */
const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();
