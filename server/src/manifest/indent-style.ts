import { columnOf, lineStartAt } from '../yaml/lines.ts';
import type { ListNode, MapNode, Span, YamlDocument, YamlNode } from '../yaml/nodes.ts';

/** How a document is indented. */
export interface IndentStyle {
  /** Columns from a key to the keys under it. */
  readonly unit: number;
  /** Columns from a key to the dashes of its list. */
  readonly list: number;
  readonly lineBreak: '\n' | '\r\n';
  /** Keys and strings stand in double quotes, as in JSON. */
  readonly quoted: boolean;
}

/** Where the document whose style is asked for stands, and what its cursor says. */
export interface IndentContext {
  readonly text: string;
  readonly span: Span;
  readonly document: YamlDocument;
  /** Columns that the cursor stands deeper than the key above it, on a line that may be the first there. */
  readonly typedUnit: number | undefined;
  /** The word that is not the person's. */
  readonly probe: string;
}

/** The indentation that a document follows, else its neighbours in the file, else the one most manifests have. */
export function indentStyle({ text, span, document, typedUnit, probe }: IndentContext): IndentStyle {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const seen: Seen = {};
  if (document.root) observe(document.root, document, seen);
  if (seen.unit === undefined && typedUnit !== undefined && typedUnit > 0) seen.unit = typedUnit;
  if (seen.unit === undefined || seen.list === undefined) {
    observeLines(text.slice(Math.max(0, span.start - nearby), span.start), seen);
    observeLines(text.slice(span.end, span.end + nearby), seen);
  }
  const unit = seen.unit ?? 2;
  return { unit, list: seen.list ?? unit, lineBreak, quoted: isJson(document.root, probe) };
}

/** How much of the documents around is looked at. */
const nearby = 4_000;

interface Seen {
  unit?: number;
  list?: number;
}

function isJson(root: YamlNode | undefined, probe: string): boolean {
  if (root?.type !== 'map' || !root.flow) return false;
  const written = root.entries.filter(({ key }) => !key.text.includes(probe));
  return written.length === 0 || written.some(({ key }) => key.style === 'double-quoted');
}

/** What stands under a key that has nothing behind its colon shows the style. */
function observeLines(text: string, seen: Seen): void {
  for (const [, indent, dashes, below, item] of text.matchAll(opening)) {
    const deeper = below!.length - indent!.length - dashes!.length;
    if (item && deeper >= 0) seen.list ??= deeper;
    if (!item && deeper > 0) seen.unit ??= deeper;
  }
}

const opening = /^( *)((?:- +)*)[\w./-]+: *\r?\n(?=( *)(- )?\S)/gm;

function observe(node: YamlNode, document: YamlDocument, seen: Seen): void {
  if (node.type === 'scalar') return;
  if (node.flow) {
    if (node === document.root) observeBrackets(node, document, seen);
    return;
  }
  if (seen.unit !== undefined && seen.list !== undefined) return;
  if (node.type === 'list') {
    for (const { value, alias } of node.items) if (value && !alias) observe(value, document, seen);
    return;
  }
  for (const { key, value, alias, merged } of node.entries) {
    if (!value || alias || merged || value.type === 'scalar' || value.flow) continue;
    const [outer, inner] = [columnIn(document, key), columnIn(document, value)];
    const deeper = outer === undefined || inner === undefined ? -1 : inner - outer;
    if (value.type === 'map' && deeper > 0) seen.unit ??= deeper;
    if (value.type === 'list' && deeper >= 0) seen.list ??= deeper;
    observe(value, document, seen);
  }
}

/** What stands in brackets on lines of its own is deeper than the line that these begin on. */
function observeBrackets(node: MapNode | ListNode, document: YamlDocument, seen: Seen): void {
  const first = node.type === 'map' ? node.entries[0]?.key : node.items[0];
  const { text, span } = document;
  const [start, inner] = [node.span.start - span.start, (first ?? node).span.start - span.start];
  const line = lineStartAt(text, inner);
  if (line <= start || text.slice(line, inner).trim() !== '') return;
  const deeper = inner - line - /^ */.exec(text.slice(lineStartAt(text, start)))![0].length;
  if (deeper > 0) seen.unit ??= deeper;
}

/** Undefined behind a tab: nobody knows what that is worth. */
function columnIn({ text, span }: YamlDocument, node: YamlNode): number | undefined {
  const offset = node.span.start - span.start;
  const column = columnOf(text, offset);
  return text.slice(offset - column, offset).includes('\t') ? undefined : column;
}
