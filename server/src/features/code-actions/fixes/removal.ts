import type { TextChange } from '../../../checks/finding.ts';
import type { ListNode, MapNode, Span } from '../../../yaml/nodes.ts';
import type { WrittenText } from './written-text.ts';

/** The change that takes an entry out of a map, with its lines; undefined where no change is safe. */
export function removalOfEntry(map: MapNode, index: number, written: WrittenText): TextChange | undefined {
  const entry = map.entries[index];
  if (!entry || entry.merged) return undefined;
  const entries = map.entries.filter(({ merged }) => !merged);
  const at = entries.indexOf(entry);
  if (map.flow) return fromFlow(entries, at);
  const { start } = entry.key.span;
  if (written.beginsLine(start)) return wholeLines({ start, end: entry.span.end }, written);
  // It stands behind a dash, which the next one takes.
  const next = entries[at + 1];
  if (!next) return undefined;
  const between = written.slice({ start: entry.span.end, end: next.key.span.start });
  return /^\s*$/.test(between) ? { span: { start, end: next.key.span.start }, newText: '' } : undefined;
}

/** The same of an item of a list. */
export function removalOfItem(list: ListNode, index: number, written: WrittenText): TextChange | undefined {
  const item = list.items[index];
  if (!item) return undefined;
  if (list.flow)
    return fromFlow(
      list.items.map(({ span }) => ({ span })),
      index,
    );
  const end = item.value && !item.alias ? item.value.span.end : (item.alias ?? item.span).end;
  return written.beginsLine(item.span.start)
    ? wholeLines({ start: item.span.start, end: Math.max(end, item.span.end) }, written)
    : undefined;
}

/** With the comma before it, or behind the first. */
function fromFlow(parts: readonly { readonly span: Span }[], index: number): TextChange {
  const { span } = parts[index]!;
  const before = parts[index - 1];
  const next = parts[index + 1];
  if (before) return { span: { start: before.span.end, end: span.end }, newText: '' };
  return { span: { start: span.start, end: next ? next.span.start : span.end }, newText: '' };
}

function wholeLines({ start, end }: Span, written: WrittenText): TextChange {
  const last = written.endOf({ span: { start, end } });
  return { span: { start: written.lineStart(start), end: written.nextLine(last) }, newText: '' };
}
