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
