import { structuredPatch } from 'diff';
import type { KubeObject } from '../cluster/kube-object.ts';
import { objectText } from '../cluster/objects/object-text.ts';
import { withoutServerWritten } from '../journal/server-written-fields.ts';

/** Edits that are looked for before a pair of objects counts as wholly different: a diff of anything ends soon. */
const longestEdit = 5000;

/**
 * The lines that differ between two states of an object, as a unified diff without its file header: `@@` lines, then
 * lines that begin with a blank, `-` or `+`. Empty when only what the server writes differs.
 */
export function differenceLines(before: KubeObject, after: KubeObject): string[] {
  const [one, other] = [textOf(before), textOf(after)];
  const patch = structuredPatch('', '', one, other, '', '', { context: 3, maxEditLength: longestEdit });
  if (!patch) return ['@@ everything @@', ...prefixed('-', one), ...prefixed('+', other)];
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ]);
}

function textOf(object: KubeObject): string {
  return objectText(sorted(withoutServerWritten(object)) as KubeObject);
}

/** Maps in one order: the server does not keep an author's. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      .map(([name, field]) => [name, sorted(field)]),
  );
}

function prefixed(sign: '-' | '+', text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${sign}${line}`);
}
