/**
 * Whether two schemas, or parts of them, are the same JSON but for what is said to people. What nests very deep counts as
 * different.
 */
export function isSameButForProse(left: unknown, right: unknown): boolean {
  return isSame(left, right, 0);
}

/** It is compared by recursion. */
const deepest = 200;

function isSame(left: unknown, right: unknown, depth: number): boolean {
  if (Object.is(left, right)) return true;
  if (!isObject(left) || !isObject(right) || depth > deepest) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = namesOf(left);
  return (
    names.length === namesOf(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name], depth + 1))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A field that is named `description` has a schema; the description of one is a text. */
function namesOf(value: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(value).filter((name) => name !== 'description' || typeof value[name] !== 'string');
}
