import type {
  ListItem,
  ListNode,
  MapEntry,
  MapNode,
  ScalarNode,
  ScalarStyle,
  Span,
  YamlNode,
  YamlProblem,
} from './nodes.ts';
import { resolvePlain, resolveTagged, type ScalarValue } from './scalars.ts';
import type { SyntaxCode } from './syntax-code.ts';

/**
 * Where a document's text starts in the whole text. Nodes keep offsets relative to it, so a document that
 * moves because of an edit above it moves all of its nodes by this one number.
 */
export interface Origin {
  offset: number;
  /** Whether the document has anchors: then a node may be reached by several ways. */
  hasAnchors?: true;
}

/**
 * What the reader makes, at offsets from its document's origin. Everybody else has it by its type of `nodes.ts`, which
 * has no way to move it. Fields are declared only, never defined: defining each of them would double the time of reading. Each
 * class sets all of its own: a constructor for all would meet an object of another shape each time.
 */
abstract class MutablePosition {
  declare readonly origin: Origin;
  declare from: number;
  declare to: number;

  get span(): Span {
    const { offset } = this.origin;
    return { start: offset + this.from, end: offset + this.to };
  }

  /** Moves this alone, because the text before it has grown. */
  shift(by: number): void {
    this.from += by;
    this.to += by;
  }
}

/** A problem, which moves with its document only. */
export class MutableProblem extends MutablePosition implements YamlProblem {
  declare readonly origin: Origin;
  declare readonly code: SyntaxCode;
  declare readonly message: string;

  constructor(origin: Origin, from: number, to: number, code: SyntaxCode, message: string) {
    super();
    this.origin = origin;
    this.from = from;
    this.to = to;
    this.code = code;
    this.message = message;
  }
}

/** A node that `reread` moves. */
export type MutableNode = MutableMap | MutableList | MutableScalar;

/** A scalar that `reread` moves; its value is resolved when it is asked for. */
export class MutableScalar extends MutablePosition implements ScalarNode {
  declare readonly origin: Origin;
  declare readonly style: ScalarStyle;
  declare readonly text: string;
  declare readonly tag: string | undefined;
  declare private resolved: ScalarValue | undefined;

  constructor(origin: Origin, from: number, to: number, style: ScalarStyle, text: string, tag?: string) {
    super();
    this.origin = origin;
    this.from = from;
    this.to = to;
    this.style = style;
    this.text = text;
    this.tag = tag;
    this.resolved = undefined;
  }

  get type(): 'scalar' {
    return 'scalar';
  }

  get value(): ScalarValue {
    if (this.resolved === undefined) this.resolved = this.#resolve();
    return this.resolved;
  }

  #resolve(): ScalarValue {
    if (this.tag !== undefined) return resolveTagged(this.text, this.tag);
    return this.style === 'plain' ? resolvePlain(this.text) : this.text;
  }
}

/** A map that `reread` moves. */
export class MutableMap extends MutablePosition implements MapNode {
  declare readonly origin: Origin;
  declare readonly flow: boolean;
  declare readonly entries: readonly MutableEntry[];
  declare readonly merges: readonly MutableEntry[] | undefined;

  constructor(
    origin: Origin,
    from: number,
    to: number,
    flow: boolean,
    entries: readonly MutableEntry[],
    merges: readonly MutableEntry[] | undefined,
  ) {
    super();
    this.origin = origin;
    this.from = from;
    this.to = to;
    this.flow = flow;
    this.entries = entries;
    this.merges = merges;
  }

  get type(): 'map' {
    return 'map';
  }
}

/** A list that `reread` moves. */
export class MutableList extends MutablePosition implements ListNode {
  declare readonly origin: Origin;
  declare readonly flow: boolean;
  declare readonly items: readonly MutableItem[];

  constructor(origin: Origin, from: number, to: number, flow: boolean, items: readonly MutableItem[]) {
    super();
    this.origin = origin;
    this.from = from;
    this.to = to;
    this.flow = flow;
    this.items = items;
  }

  get type(): 'list' {
    return 'list';
  }
}

/** An entry that `reread` moves. */
export class MutableEntry extends MutablePosition implements MapEntry {
  declare readonly origin: Origin;
  declare readonly key: MutableScalar;
  declare readonly value: MutableNode | undefined;
  declare private relativeColon: number | undefined;
  declare private readonly relativeAlias: Span | undefined;

  constructor(
    origin: Origin,
    from: number,
    to: number,
    key: MutableScalar,
    colon: number | undefined,
    value: MutableNode | undefined,
    alias: Span | undefined,
  ) {
    super();
    this.origin = origin;
    this.from = from;
    this.to = to;
    this.key = key;
    this.value = value;
    this.relativeColon = colon;
    this.relativeAlias = alias;
  }

  get colon(): number | undefined {
    return this.relativeColon === undefined ? undefined : this.origin.offset + this.relativeColon;
  }

  get alias(): Span | undefined {
    return moved(this.relativeAlias, this.origin);
  }

  get merged(): true | undefined {
    return undefined;
  }

  override shift(by: number): void {
    super.shift(by);
    if (this.relativeColon !== undefined) this.relativeColon += by;
  }

  /** The same entry where its value, which came by no alias, is another and longer by so much. */
  withValue(value: MutableNode, longer: number): MutableEntry {
    return new MutableEntry(
      this.origin,
      this.from,
      this.to + longer,
      this.key,
      this.relativeColon,
      value,
      undefined,
    );
  }

  asMerged(): MutableEntry {
    return new MergedEntry(
      this.origin,
      this.from,
      this.to,
      this.key,
      this.relativeColon,
      this.value,
      this.relativeAlias,
    );
  }
}

class MergedEntry extends MutableEntry {
  override get merged(): true {
    return true;
  }
}

/** An item that `reread` moves. */
export class MutableItem extends MutablePosition implements ListItem {
  declare readonly origin: Origin;
  declare readonly value: MutableNode | undefined;
  declare private readonly relativeAlias: Span | undefined;

  constructor(
    origin: Origin,
    from: number,
    to: number,
    value: MutableNode | undefined,
    alias: Span | undefined,
  ) {
    super();
    this.origin = origin;
    this.from = from;
    this.to = to;
    this.value = value;
    this.relativeAlias = alias;
  }

  get alias(): Span | undefined {
    return moved(this.relativeAlias, this.origin);
  }

  /** The same item where its value, which came by no alias, is another. */
  withValue(value: MutableNode): MutableItem {
    return new MutableItem(this.origin, this.from, this.to, value, undefined);
  }
}

/** Moves a node with all that is below it. In a document with anchors something could be moved twice. */
export function shiftNode(node: MutableNode, by: number): void {
  node.shift(by);
  if (node.type === 'map') for (const entry of node.entries) shiftEntry(entry, by);
  else if (node.type === 'list') for (const item of node.items) shiftItem(item, by);
}

/** Moves an entry with its key and value. */
export function shiftEntry(entry: MutableEntry, by: number): void {
  entry.shift(by);
  entry.key.shift(by);
  if (entry.value) shiftNode(entry.value, by);
}

/** Moves an item with its value. */
export function shiftItem(item: MutableItem, by: number): void {
  item.shift(by);
  if (item.value) shiftNode(item.value, by);
}

/** Whether a node may be reached by several ways: its document has anchors. */
export function mayBeShared(node: YamlNode): boolean {
  return (node as MutableNode).origin.hasAnchors === true;
}

function moved(span: Span | undefined, { offset }: Origin): Span | undefined {
  return span && { start: span.start + offset, end: span.end + offset };
}
