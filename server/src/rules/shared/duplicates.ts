import type { CauseOptions, Causes } from './causes.ts';
import type { Field } from './field.ts';

/** Reports each item of a list whose key an earlier one has. Keys that are no strings are not compared. */
export function checkUnique(
  list: Field,
  keyOf: (item: Field) => Field,
  causes: Causes,
  remark: CauseOptions = {},
): void {
  const seen = new Set<string>();
  for (const item of list.items) {
    const key = keyOf(item);
    if (key.text === undefined) continue;
    if (seen.has(key.text)) causes.duplicate(key, { shown: key.text, ...remark });
    seen.add(key.text);
  }
}

/** Reports a name that an earlier item has, and remembers it; a name that is missing is another fault. */
export function checkNotSeen(name: Field, seen: Set<string>, causes: Causes): void {
  if (!name.text) return;
  if (seen.has(name.text)) causes.duplicate(name, { shown: name.text });
  seen.add(name.text);
}
