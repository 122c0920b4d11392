import type { SyntaxCode } from './syntax-code.ts';

/** A stretch of text: UTF-16 offsets from the start of the whole text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * One document of a text: what stands between two `---` lines. One broken document never reaches its neighbours.
 *
 * Readers change nothing of it, but it need not stay as it is: `updateDocuments` takes over the documents of a changed
 * text, and what is as it was in them, and moves it to where it stands now. One who keeps a document or a node across a
 * change may rely on this:
 * - what has no offsets (a document's text, root and problems; a node's type, style, text, value, entries, items) never
 *   changes: a part that is written differently is another object, and so is all that is around it. What is known of a
 *   node by these alone holds for as long as there is the node, as by a WeakMap;
 * - what has offsets (`span`, `colon`, `alias`) and `index` are those of now while it is part of the text. Keep them from
 *   the start of the node or document, not from that of the text;
 * - what is no part of the text any more has offsets that mean nothing: take it anew from the documents of now.
 */
export interface YamlDocument {
  /** The text of `span`. */
  readonly text: string;
  /** 0-based place among the documents of the text. */
  readonly index: number;
  /** From just after its `---` line (or the start of the text) to just before the next one (or the end). */
  readonly span: Span;
  /** The content; undefined when the document is empty or only comments. */
  readonly root: YamlNode | undefined;
  /** What is wrong with its syntax, each once, in a person's words. */
  readonly problems: readonly YamlProblem[];
}

/** Something wrong with the syntax. */
export interface YamlProblem {
  readonly code: SyntaxCode;
  readonly message: string;
  readonly span: Span;
}

/** A value of a document. */
export type YamlNode = MapNode | ListNode | ScalarNode;

/** A mapping: fields of an object. */
export interface MapNode {
  readonly type: 'map';
  readonly span: Span;
  /** Written as `{a: b}`. */
  readonly flow: boolean;
  /** In the order of the text, duplicates included; entries merged in by `<<` come last and have `merged`. */
  readonly entries: readonly MapEntry[];
  /** The `<<` entries as they are written; they are not among `entries`. Undefined where there are none. */
  readonly merges?: readonly MapEntry[] | undefined;
}

/** One `key: value`. */
export interface MapEntry {
  readonly key: ScalarNode;
  /** Key and value together. */
  readonly span: Span;
  /** Offset of the `:`; undefined while it is not typed. */
  readonly colon: number | undefined;
  /** Undefined when nothing is written: null to the server. */
  readonly value: YamlNode | undefined;
  /** Where `*alias` stands, when the value came by an alias; the value's own spans are those of the anchor. */
  readonly alias?: Span | undefined;
  /** True when the entry came by a merge key and is not written in this map. */
  readonly merged?: true | undefined;
}

/** A sequence. */
export interface ListNode {
  readonly type: 'list';
  readonly span: Span;
  /** Written as `[a, b]`. */
  readonly flow: boolean;
  readonly items: readonly ListItem[];
}

/** One item of a list. */
export interface ListItem {
  /** The dash (or, in a flow list, the value). */
  readonly span: Span;
  readonly value: YamlNode | undefined;
  /** Where `*alias` stands, when the value came by an alias. */
  readonly alias?: Span | undefined;
}

/** How a scalar is written. */
export type ScalarStyle = 'plain' | 'single-quoted' | 'double-quoted' | 'literal' | 'folded';

/** A single value. */
export interface ScalarNode {
  readonly type: 'scalar';
  readonly span: Span;
  readonly style: ScalarStyle;
  /** The explicit tag in its long form (`tag:yaml.org,2002:str`), where one is written. */
  readonly tag?: string | undefined;
  /** The text it stands for, quotes and escapes resolved. */
  readonly text: string;
  /**
   * What Kubernetes reads: YAML 1.1 with sigs.k8s.io/yaml's changes. Plain y n yes no on off are booleans,
   * 0644 is octal, 0x1F, 0b11, 1_000 are integers, no base 60, no dates; a quoted scalar is always a string.
   * Integers beyond 2^53 are bigint.
   */
  readonly value: string | number | bigint | boolean | null;
}
