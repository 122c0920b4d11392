import { readList } from './block-list.ts';
import { readMap } from './block-map.ts';
import { readBlockScalar } from './block-scalar.ts';
import {
  doubleQuote,
  greater,
  hash,
  openBrace,
  openBracket,
  pipe,
  singleQuote,
  space,
  star,
} from './characters.ts';
import { readFlow } from './flow.ts';
import { refuseDash, refuseTabs } from './indentation.ts';
import { colonHere, isHalfTypedKey, notPlain } from './keys.ts';
import { LineCursor } from './line-cursor.ts';
import { isMarkedKey } from './marked-keys.ts';
import type { MutableNode } from './mutable-nodes.ts';
import { readPlain } from './plain.ts';
import { isKeyAfterProperties, isProperty, readAlias, readProperties } from './properties.ts';
import { readQuoted } from './quoted.ts';
import type { TreeBuilder, Value } from './tree.ts';

/** The deepest nesting that is read: so many lists and maps in each other. */
export const depthLimit = 500;

/** Thrown by the reader where a document is nested more deeply than `depthLimit`. */
export class TooDeepError extends Error {
  /** Where it was. */
  readonly at: number;

  constructor(at: number) {
    super();
    this.at = at;
  }
}

/**
 * What an open quote or bracket reaches: `recovering` to the next line that looks like a key or an item, as in a text
 * that is being typed; `literal` as far as the server reads.
 */
export type Reading = 'recovering' | 'literal';

/**
 * Reads one document line by line. Unlike a parser of the YAML grammar it never gives up: a line that fits
 * nowhere costs itself, is reported in the builder's problems, and the lines around it keep their meaning.
 */
export class Reader extends LineCursor {
  readonly builder: TreeBuilder;
  readonly recovers: boolean;
  /** Whether the text is JSON's, which clients read as such: it has more escapes than Kubernetes' YAML. */
  readonly isJson: boolean;
  depth = 0;
  /** Where the last plain scalar ended, and the column of the first line behind it that could go on with it. */
  #plainEnd = -1;
  #plainColumn = 0;

  constructor(text: string, builder: TreeBuilder, reading: Reading = 'recovering') {
    super(text);
    this.builder = builder;
    this.recovers = reading === 'recovering';
    this.isJson = isJson(text);
  }

  /** The document's content. */
  read(): MutableNode | undefined {
    if (!this.skipToContent()) return undefined;
    const isFlow = this.code() === openBracket || this.code() === openBrace;
    const value = this.node(-1);
    if (isFlow) this.#refuseMore();
    for (let guard = this.at; this.skipToContent(); guard = this.at) {
      this.unexpectedLine();
      if (this.at <= guard) break;
    }
    return value?.node;
  }

  /** Moves over white space, comments and line ends. False at the end of the document. */
  skipToContent(): boolean {
    let allowed = this.at === this.#plainEnd ? this.#plainColumn : Number.POSITIVE_INFINITY;
    while (this.at < this.text.length) {
      const start = this.at;
      this.skipSpaces();
      if (start === this.lineStart && this.at > start) refuseTabs(this, start, allowed);
      if (this.at >= this.text.length) return false;
      if (!this.isEnd()) {
        if (!this.isComment()) return true;
        allowed = Number.POSITIVE_INFINITY;
      }
      this.nextLine();
    }
    return false;
  }

  /** Passes the rest of a line on which nothing more may stand. */
  finishLine(): void {
    this.skipSpaces();
    if (this.code() === hash) this.at = this.lineEnd();
    if (this.isEnd()) return;
    const end = this.contentEnd(this.at);
    const more = this.text.slice(this.at, end);
    this.builder.problem(
      'unexpected-text',
      `Nothing may follow the value: \`${shorten(more)}\``,
      this.at,
      end,
    );
    this.at = this.lineEnd();
  }

  /** Behind a root in brackets: kubectl reads another object there, and the server nothing. */
  #refuseMore(): void {
    if (this.code() === hash) this.at = this.lineEnd();
    if (!this.skipToContent()) return;
    if (this.code() === openBrace) {
      const message = 'Nothing is read from here on: another document begins with a line `---`';
      this.builder.problem('unread-text', message, this.at, this.contentEnd(this.at));
    } else this.unexpectedLine();
    this.at = this.text.length;
  }

  unexpectedLine(): void {
    const end = this.contentEnd(this.at);
    const line = shorten(this.text.slice(this.at, end));
    this.builder.problem(
      'unexpected-text',
      `This line belongs to nothing above it: \`${line}\``,
      this.at,
      end,
    );
    this.at = this.lineEnd();
  }

  /** Goes into a list or the value of a key. */
  enter(): void {
    if (++this.depth > depthLimit) throw new TooDeepError(this.at);
  }

  leave(): void {
    this.depth--;
  }

  /** Says that a plain scalar ends here, and from which column on a line would have gone on with it. */
  endPlain(column: number): void {
    this.#plainEnd = this.at;
    this.#plainColumn = column;
  }

  /** The node at `at`; `parent` is the column that its further lines must exceed. */
  node(parent: number): Value | undefined {
    const column = this.column;
    if (!isProperty(this)) return this.#content(parent, column);
    if (isKeyAfterProperties(this)) return this.#content(parent, column);
    const { anchor, tag } = readProperties(this);
    if (anchor) this.builder.openAnchor(anchor);
    const value = this.propertied(parent, parent, tag);
    if (anchor) this.builder.closeAnchor(anchor, value?.node);
    return value;
  }

  /** What follows an anchor or tag; on lines of its own it is deeper than `parent`, a list than `parentOfList`. */
  propertied(parent: number, parentOfList: number, tag: string | undefined): Value | undefined {
    const place = this.at;
    if (!this.isEnd() && !this.isComment()) {
      if (this.isDash()) refuseDash(this);
      return this.#content(parent, this.column, tag);
    }
    const started = this.skipToContent() && this.column > (this.isDash() ? parentOfList : parent);
    if (started) return this.#content(parent, this.column, tag);
    return tag === undefined ? undefined : { node: this.builder.scalar(place, place, 'plain', '', tag) };
  }

  /** Whether the line at `at` can be the value of a key or item at column `parent`. */
  belongs(parent: number): boolean {
    return this.column > parent || (this.column === parent && this.isDash());
  }

  #content(parent: number, column: number, tag?: string): Value | undefined {
    if (this.isDash()) return readList(this, column, parent);
    if (isMarkedKey(this) || colonHere(this) >= 0 || isHalfTypedKey(this, column))
      return readMap(this, column, parent);
    return this.inline(parent, tag);
  }

  /** A value that is no block collection: scalar, flow collection or alias. */
  inline(parent: number, tag?: string): Value | undefined {
    const code = this.code();
    const start = this.at;
    switch (code) {
      case doubleQuote:
      case singleQuote: {
        const node = readQuoted(this, parent, tag);
        this.finishLine();
        return { node };
      }
      case openBracket:
      case openBrace: {
        const value = readFlow(this, this.recovers ? parent : -1);
        if (parent >= 0) this.finishLine();
        return value;
      }
      case pipe:
      case greater:
        return { node: readBlockScalar(this, parent, tag) };
      case star: {
        const value = readAlias(this);
        this.finishLine();
        return value;
      }
      default:
        if (notPlain.includes(String.fromCharCode(code)) || isMarkedKey(this)) {
          const mark = this.text[start];
          this.builder.problem(
            'bad-start',
            `A value cannot start with \`${mark}\`; put it in quotes`,
            start,
            start + 1,
          );
        }
        return { node: readPlain(this, parent, tag) };
    }
  }
}

/** Most texts begin with a letter. */
function isJson(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first <= space || first > lastOfAscii || first === openBrace) && /^\s*\{/.test(text);
}

const lastOfAscii = 0x7f;

/** Where a value ends in the document's text, its alias counting as the value. */
export function valueEnd(value: Value | undefined, otherwise: number): number {
  if (!value) return otherwise;
  return value.alias ? value.alias.end : (value.node as unknown as { to: number }).to;
}

/** The start of a text, for a message. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
