import type { MapEntry, ScalarNode, Span, YamlNode } from '../../../yaml/nodes.ts';
import { fieldName } from '../../../yaml/tree.ts';
import type { WrittenText } from './written-text.ts';

/**
 * A field that ends there on one line in brackets, whatever it is written like; undefined where it has what would be lost or
 * read in another way: a comment, an anchor, an alias, a tag, an action of a template.
 */
export function onOneLine(entry: MapEntry, end: number, written: WrittenText): string | undefined {
  const span = { start: entry.span.start, end };
  if (written.printed?.hasActions(span)) return undefined;
  const scalars: Span[] = [];
  const text = fieldText(entry, written, scalars);
  return hasMore(span, scalars, written) ? undefined : text;
}

function fieldText({ key, value, alias }: MapEntry, written: WrittenText, scalars: Span[]): string {
  scalars.push(key.span);
  const isWord = key.style === 'plain' && /^[\w./-]+$/.test(written.slice(key.span));
  const name = isWord ? written.slice(key.span) : JSON.stringify(fieldName(key));
  return `${name}: ${alias ? '' : valueText(value, written, scalars)}`;
}

function valueText(node: YamlNode | undefined, written: WrittenText, scalars: Span[]): string {
  if (!node) return 'null';
  if (node.type === 'map') {
    return `{${node.entries.map((entry) => fieldText(entry, written, scalars)).join(', ')}}`;
  }
  if (node.type === 'list') {
    return `[${node.items.map(({ value, alias }) => (alias ? '' : valueText(value, written, scalars))).join(', ')}]`;
  }
  const text = written.slice(node.span);
  if (!/^[|>][^\n]*#/.test(text)) scalars.push(node.span);
  if (text === '') return 'null';
  return isSameInBrackets(node, text) ? text : JSON.stringify(node.text);
}

function isSameInBrackets({ style }: ScalarNode, text: string): boolean {
  if (style === 'plain') return !/[\n,[\]{}?]/.test(text);
  return style.endsWith('-quoted') && !text.includes('\n');
}

/** Whether more is written in a stretch than scalars and what holds them together. */
function hasMore({ start, end }: Span, scalars: readonly Span[], written: WrittenText): boolean {
  let from = start;
  for (const scalar of scalars.toSorted((left, right) => left.start - right.start)) {
    if (!isStructure(written.slice({ start: from, end: scalar.start }))) return true;
    from = scalar.end;
  }
  return !isStructure(written.slice({ start: from, end }));
}

function isStructure(text: string): boolean {
  return /^[\s:,[\]{}-]*$/.test(text);
}
