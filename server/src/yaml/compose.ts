import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type ParsedNode,
  Parser,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { MutableEntry, MutableItem, MutableNode, MutableScalar, Origin } from './mutable-nodes.ts';
import type { ScalarStyle } from './nodes.ts';
import { TreeBuilder, type Value } from './tree.ts';

/** What the `yaml` package makes of one document's text. */
export interface ComposeResult {
  readonly root: MutableNode | undefined;
  readonly builder: TreeBuilder;
  /** What the package refuses, at offsets of `text`; empty when the text is well-formed YAML. */
  readonly errors: readonly { code: string; start: number; end: number }[];
}

/** Parses one document with the `yaml` package and turns its nodes into ours. Throws RangeError on extreme depth. */
export function compose(text: string, origin: Origin): ComposeResult {
  const document = composeOne(text);
  const builder = new TreeBuilder(origin);
  if (!document) return { root: undefined, builder, errors: [] };
  const errors = document.errors.map(({ code, pos }) => ({ code, start: pos[0], end: pos[1] }));
  if (errors.length > 0) return { root: undefined, builder, errors };
  const root = new Conversion(text, builder).value(document.contents)?.node;
  return { root, builder, errors };
}

/** A person's words for an error of the package that our own reader has no better ones for. */
export function syntaxMessage(code: string): string {
  return messages[code] ?? 'This is not valid YAML';
}

const messages: Record<string, string> = {
  BAD_INDENT: 'This line is not indented like those around it',
  MISSING_CHAR: 'A closing quote, bracket, comma or colon is missing here',
  TAB_AS_INDENT: 'YAML is indented by spaces, never by tabs',
  MULTILINE_IMPLICIT_KEY: 'A key must stand on one line',
  KEY_OVER_1024_CHARS: 'A key may have at most 1024 characters',
  MULTIPLE_ANCHORS: 'A value may have one anchor only',
  MULTIPLE_TAGS: 'A value may have one tag only',
  BAD_ALIAS: 'This alias names no anchor above it',
};

function composeOne(text: string): Document.Parsed | undefined {
  const composer = new Composer({
    schema: 'failsafe',
    uniqueKeys: false,
    keepSourceTokens: true,
    logLevel: 'silent',
    merge: false,
  });
  const tokens = new Parser().parse(text);
  for (const document of composer.compose(tokens, true, text.length)) return document as Document.Parsed;
  return undefined;
}

const styles: Record<string, ScalarStyle> = {
  QUOTE_SINGLE: 'single-quoted',
  QUOTE_DOUBLE: 'double-quoted',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

class Conversion {
  readonly #text: string;
  readonly #builder: TreeBuilder;

  constructor(text: string, builder: TreeBuilder) {
    this.#text = text;
    this.#builder = builder;
  }

  value(node: Node | null | undefined): Value | undefined {
    if (!node) return undefined;
    if (isAlias(node)) return this.#builder.alias(node.source, node.range![0], node.range![1]);
    const { anchor } = node as { anchor?: string };
    if (anchor) this.#builder.openAnchor(anchor);
    const converted = this.#plainValue(node);
    if (anchor) this.#builder.closeAnchor(anchor, converted);
    return converted && { node: converted };
  }

  #plainValue(node: Node): MutableNode | undefined {
    if (isMap(node)) return this.#map(node);
    if (isSeq(node)) return this.#list(node);
    if (!isScalar(node)) return undefined;
    if (node.source === '' && node.type === 'PLAIN' && !node.tag) return undefined;
    return this.#scalar(node);
  }

  #scalar(node: Scalar): MutableScalar {
    const [start, end] = node.range!;
    const style = styles[node.type ?? ''] ?? 'plain';
    return this.#builder.scalar(start, this.#trimEnd(start, end, style), style, String(node.value), node.tag);
  }

  /** A block scalar's range reaches over its last line break: ours ends with its last line. */
  #trimEnd(start: number, end: number, style: ScalarStyle): number {
    if (style !== 'literal' && style !== 'folded') return end;
    let last = end;
    while (last > start && isLineBreak(this.#text.charCodeAt(last - 1))) last--;
    return last;
  }

  #map(node: YAMLMap): MutableNode {
    const entries: MutableEntry[] = [];
    const [start, end] = node.range!;
    let last = start;
    for (const pair of node.items as Pair<ParsedNode, ParsedNode | null>[]) {
      const entry = this.#entry(pair);
      if (!entry) continue;
      entries.push(entry.entry);
      last = entry.end;
    }
    const flow = node.flow === true;
    return this.#builder.map(start, flow ? end : last, flow, entries);
  }

  #entry(pair: Pair<ParsedNode, ParsedNode | null>): { entry: MutableEntry; end: number } | undefined {
    const colon = tokenOffset((pair as { srcToken?: CST.CollectionItem }).srcToken?.sep, 'map-value-ind');
    const key = this.#key(pair.key);
    if (!key) return undefined;
    const value = this.value(pair.value);
    const [start, keyEnd] = pair.key.range;
    let end = colon === undefined ? keyEnd : colon + 1;
    if (pair.value && (value || isAlias(pair.value))) end = this.#end(pair.value, value);
    return { entry: this.#builder.entry(key, colon, value, start, end), end };
  }

  #key(key: ParsedNode): MutableScalar | undefined {
    const [start, end] = key.range;
    const value = this.value(key);
    if (value?.alias && value.node.type === 'scalar') {
      return this.#builder.scalar(start, end, value.node.style, value.node.text, value.node.tag);
    }
    if (value?.node.type === 'scalar') return value.node;
    if (!value) return this.#builder.scalar(start, end, 'plain', '');
    this.#builder.problem('complex-key', 'A key must be a single word or string', start, end);
    return this.#builder.scalar(start, end, 'single-quoted', this.#text.slice(start, end).trim());
  }

  #list(node: YAMLSeq): MutableNode {
    const [start, end] = node.range!;
    const token = (node as { srcToken?: CST.BlockSequence | CST.FlowCollection }).srcToken;
    const dashes = token?.type === 'block-seq' ? dashOffsets(token) : [];
    const items: MutableItem[] = [];
    let last = start;
    for (const [index, child] of (node.items as ParsedNode[]).entries()) {
      const value = isPairNode(child) ? this.#pairItem(child) : this.value(child);
      const from = dashes[index] ?? (isPairNode(child) ? child.key.range[0] : child.range[0]);
      last = isPairNode(child) ? from : value || isAlias(child) ? this.#end(child, value) : from + 1;
      items.push(
        this.#builder.item(from, dashes[index] === undefined ? Math.max(last, from) : from + 1, value),
      );
    }
    const flow = node.flow === true;
    return this.#builder.list(start, flow ? end : Math.max(last, start), flow, items);
  }

  /** `[a: b]`: an item that is a map of one entry. */
  #pairItem(pair: Pair<ParsedNode, ParsedNode | null>): Value | undefined {
    const entry = this.#entry(pair);
    if (!entry) return undefined;
    return { node: this.#builder.map(pair.key.range[0], entry.end, true, [entry.entry]) };
  }

  #end(node: ParsedNode | Node, value: Value | undefined): number {
    if (!value || value.alias) return node.range![1];
    return (value.node as unknown as { to: number }).to;
  }
}

function isPairNode(node: unknown): node is Pair<ParsedNode, ParsedNode | null> {
  return typeof node === 'object' && node !== null && 'key' in node && !('range' in node);
}

function dashOffsets(token: CST.BlockSequence): number[] {
  const offsets: number[] = [];
  for (const { start, value } of token.items) {
    const offset = tokenOffset(start, 'seq-item-ind');
    if (offset !== undefined) offsets.push(offset);
    else if (value) offsets.push(value.offset);
  }
  return offsets;
}

function tokenOffset(
  tokens: CST.SourceToken[] | undefined,
  type: CST.SourceToken['type'],
): number | undefined {
  return tokens?.find((token) => token.type === type)?.offset;
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}
