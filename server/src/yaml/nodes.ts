/** A stretch of text: UTF-16 offsets from the start of the whole text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One document of a text: what stands between two `---` lines. One broken document never reaches its neighbours. */
export interface YamlDocument {
  /** 0-based place among the documents of the text. */
  readonly index: number;
  /** From just after its `---` line (or the start of the text) to just before the next one (or the end). */
  readonly span: Span;
  /** The content; undefined when the document is empty or only comments. */
  readonly root: YamlNode | undefined;
  /** What is wrong with its syntax, each once, in a person's words. */
  readonly problems: readonly YamlProblem[];
}

export interface YamlProblem {
  /** Stable, kebab-case: `unclosed-quote`, `tab-indentation`, `duplicate-key`, ... */
  readonly code: string;
  readonly message: string;
  readonly span: Span;
}

export type YamlNode = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly type: 'map';
  readonly span: Span;
  /** Written as `{a: b}`. */
  readonly flow: boolean;
  /** In the order of the text, duplicates included; entries merged in by `<<` come last and have `merged`. */
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: ScalarNode;
  /** Key and value together. */
  readonly span: Span;
  /** Offset of the `:`; undefined while it is not typed. */
  readonly colon: number | undefined;
  /** Undefined when nothing is written: null to the server. */
  readonly value: YamlNode | undefined;
  /** Where `*alias` stands, when the value came by an alias; the value's own spans are those of the anchor. */
  readonly alias?: Span;
  /** True when the entry came by a merge key and is not written in this map. */
  readonly merged?: true;
}

export interface ListNode {
  readonly type: 'list';
  readonly span: Span;
  /** Written as `[a, b]`. */
  readonly flow: boolean;
  readonly items: readonly ListItem[];
}

export interface ListItem {
  /** The dash (or, in a flow list, the value). */
  readonly span: Span;
  readonly value: YamlNode | undefined;
  readonly alias?: Span;
}

export type ScalarStyle = 'plain' | 'single-quoted' | 'double-quoted' | 'literal' | 'folded';

export interface ScalarNode {
  readonly type: 'scalar';
  readonly span: Span;
  readonly style: ScalarStyle;
  /** The text it stands for, quotes and escapes resolved. */
  readonly text: string;
  /**
   * What Kubernetes reads: YAML 1.1 with sigs.k8s.io/yaml's changes. Plain y n yes no on off are booleans,
   * 0644 is octal, 0x1F, 0b11, 1_000 are integers, no base 60, no dates; a quoted scalar is always a string.
   * Integers beyond 2^53 are bigint.
   */
  readonly value: string | number | bigint | boolean | null;
}
