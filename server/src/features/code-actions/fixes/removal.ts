import type { TextChange } from '../../../checks/finding.ts';
import type { ListNode, MapNode, Span } from '../../../yaml/nodes.ts';
import type { WrittenText } from './written-text.ts';

/** The change that takes an entry out of a map, with its lines; undefined where no change is safe. */
export function removalOfEntry(map: MapNode, index: number, written: WrittenText): TextChange | undefined {
  const entry = map.entries[index];
  if (!entry || entry.merged) return undefined;
  const entries = map.entries.filter(({ merged }) => !merged);
  const at = entries.indexOf(entry);
  if (map.flow) return fromFlow(entries, at, map.span, written);
  const { start } = entry.key.span;
  if (written.beginsLine(start)) return wholeLines({ start, end: entry.span.end }, written);
  // It stands behind a dash, which the next one takes.
  const next = entries[at + 1];
  if (!next) return undefined;
  const between = written.slice({ start: entry.span.end, end: next.key.span.start });
  const span = { start, end: next.key.span.start };
  return /^\s*$/.test(between) && isWhole(span, written) ? { span, newText: '' } : undefined;
}

/** The same of an item of a list. */
export function removalOfItem(list: ListNode, index: number, written: WrittenText): TextChange | undefined {
  const item = list.items[index];
  if (!item) return undefined;
  if (list.flow)
    return fromFlow(
      list.items.map(({ span }) => ({ span })),
      index,
      list.span,
      written,
    );
  const end = item.value && !item.alias ? item.value.span.end : (item.alias ?? item.span).end;
  return written.beginsLine(item.span.start)
    ? wholeLines({ start: item.span.start, end: Math.max(end, item.span.end) }, written)
    : undefined;
}

/** With the comma before it, or behind the first; of the only one the white space around it, too. */
function fromFlow(
  parts: readonly { readonly span: Span }[],
  index: number,
  around: Span,
  written: WrittenText,
): TextChange | undefined {
  const own = parts[index]!.span;
  const before = parts[index - 1];
  const next = parts[index + 1];
  const inside = parts.length === 1 && isInBrackets(own, around, written);
  const span = inside
    ? { start: around.start + 1, end: around.end - 1 }
    : before
      ? { start: before.span.end, end: own.end }
      : { start: own.start, end: next ? next.span.start : own.end };
  return isWhole(span, written) ? { span, newText: '' } : undefined;
}

/** Whether brackets hold nothing else but white space. */
function isInBrackets(inner: Span, outer: Span, written: WrittenText): boolean {
  const before = written.slice({ start: outer.start, end: inner.start });
  return /^[[{]\s*$/.test(before) && /^\s*[\]}]$/.test(written.slice({ start: inner.end, end: outer.end }));
}

function wholeLines(span: Span, written: WrittenText): TextChange | undefined {
  const end = written.endWithBlocks({ span });
  if (end === undefined) return undefined;
  return { span: { start: written.lineStart(span.start), end: written.nextLine(end) }, newText: '' };
}

/** Whether no block of a template would be left open without a stretch. */
function isWhole(span: Span, { printed }: WrittenText): boolean {
  return !printed || printed.isWhole(span);
}
