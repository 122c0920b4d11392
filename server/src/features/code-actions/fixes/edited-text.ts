import type { Fix, TextChange } from '../../../checks/finding.ts';
import type { Span } from '../../../yaml/nodes.ts';

/** The text after changes, none of which overlaps another. Changes at one place are written in their order. */
export function withChanges(text: string, changes: readonly TextChange[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { span, newText } of inOrder(changes)) {
    parts.push(text.slice(from, span.start), newText);
    from = span.end;
  }
  return parts.join('') + text.slice(from);
}

/** What a fix changes, none of which is more than a change. */
export function changesOf({ span, newText, more = [] }: Omit<Fix, 'title'>): TextChange[] {
  return [{ span, newText }, ...more];
}

/** The changes in the order of the text. */
export function inOrder(changes: readonly TextChange[]): TextChange[] {
  return changes.toSorted(
    ({ span: left }, { span: right }) => left.start - right.start || left.end - right.end,
  );
}

/** Where in the text after changes stands what each of them has written, in the order of the text. */
export function writtenStretches(changes: readonly TextChange[]): Span[] {
  let growth = 0;
  return inOrder(changes).map(({ span, newText }) => {
    const start = span.start + growth;
    const end = start + newText.length;
    growth = end - span.end;
    return { start, end };
  });
}

/** Where in the text before changes an offset was that none of them has written. */
export function offsetBefore(offset: number, changes: readonly TextChange[]): number {
  const stretches = writtenStretches(changes);
  const last = stretches.findLastIndex(({ end }) => end <= offset);
  return last < 0 ? offset : inOrder(changes)[last]!.span.end + offset - stretches[last]!.end;
}

/** Whether two changes touch the same stretch of a text, or insert at the same place. */
export function overlap({ span: left }: TextChange, { span: right }: TextChange): boolean {
  if (left.start === right.start) return true;
  return left.start < right.end && right.start < left.end;
}

/** The one change that makes a text of another: all from the first difference to the last. */
export function differenceOf(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same])
    same++;
  return {
    span: { start, end: before.length - same },
    newText: after.slice(start, after.length - same),
  };
}
