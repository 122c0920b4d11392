import { type CustomPart, isMap } from './custom-parts.ts';
import type { ValueProblem } from './custom-value.ts';

/** An item that is in its list before. */
export interface RepeatedItem {
  readonly index: number;
  /** What tells items apart: the item of a set, an object of its keys of a keyed list. */
  readonly identity: unknown;
}

/** The items of a set or a keyed list that are there before, by what tells them apart; undefined is like nothing. */
export function repeatedItems(identities: Iterable<unknown>): RepeatedItem[] {
  const seen = new Set<string>();
  const repeated: RepeatedItem[] = [];
  let index = -1;
  for (const identity of identities) {
    index++;
    if (identity === undefined) continue;
    const text = canonical(identity);
    if (seen.has(text)) repeated.push({ index, identity });
    seen.add(text);
  }
  return repeated;
}

/**
 * What is said of a set or keyed list (`x-kubernetes-list-type`) in a custom resource that has its defaults. The server
 * says once of an item that it is there again.
 */
export function* repeatedItemProblems({ value, schema, fieldPath }: CustomPart): Generator<ValueProblem> {
  const type = schema['x-kubernetes-list-type'];
  if (!Array.isArray(value) || (type !== 'set' && type !== 'map')) return;
  const names = schema['x-kubernetes-list-map-keys'];
  const identities = type === 'set' ? value : value.map((item) => keysOf(item, names));
  const others = type === 'map' ? notObjects(value, fieldPath) : [];
  yield* others;
  // The server looks no further.
  if (others.length > 0) return;
  const said = new Set<string>();
  for (const { index, identity } of repeatedItems(identities)) {
    const shown = canonical(identity);
    if (said.has(shown)) continue;
    said.add(shown);
    yield {
      fieldPath: `${fieldPath}[${index}]`,
      reason: 'FieldValueDuplicate',
      value: shown,
      detail: '',
    };
  }
}

function notObjects(list: readonly unknown[], fieldPath: string): ValueProblem[] {
  return [...list.entries()]
    .filter(([, item]) => item !== null && !isMap(item))
    .map(([index, item]) => ({
      fieldPath: `${fieldPath}[${index}]`,
      reason: 'FieldValueInvalid',
      value: JSON.stringify(item),
      detail: 'must be an object for an array of list-type map',
    }));
}

/** The keys of an item of a keyed list; undefined of what can have none. */
function keysOf(item: unknown, names: unknown): unknown {
  if (!isMap(item) || !Array.isArray(names)) return undefined;
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]),
  );
}

/** JSON with the fields of objects sorted: equal texts for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'bigint') return Number(inner);
    return isMap(inner) ? Object.fromEntries(Object.entries(inner).sort(byName)) : inner;
  });
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
