import { readBlockScalar } from './block-scalar.ts';
import { isFlowEnd, readFlow } from './flow.ts';
import type { ListItem, MapEntry, ScalarNode, YamlNode } from './nodes.ts';
import { readQuoted } from './quoted.ts';
import type { TreeBuilder, Value } from './tree.ts';

/** The deepest nesting that is read. */
export const depthLimit = 500;

/** Thrown by the reader where a document is nested more deeply than `depthLimit`. */
export class TooDeep extends Error {
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
export class Reader {
  readonly text: string;
  readonly builder: TreeBuilder;
  /** Set where the text uses a rare construct (explicit and complex keys) that only the grammar's parser reads. */
  rare = false;
  readonly recovers: boolean;
  /** Whether the text is JSON's, which clients read as such: it has more escapes than Kubernetes' YAML. */
  readonly isJson: boolean;
  at = 0;
  /** Where the line of `at` starts. */
  lineStart = 0;
  depth = 0;
  /** Where the last plain scalar ended, and the column of the first line behind it that could go on with it. */
  #plainEnd = -1;
  #plainColumn = 0;

  constructor(text: string, builder: TreeBuilder, reading: Reading = 'recovering') {
    this.text = text;
    this.builder = builder;
    this.recovers = reading === 'recovering';
    this.isJson = /^\s*\{/.test(text);
  }

  /** The document's content. */
  read(): YamlNode | undefined {
    if (!this.skipToContent()) return undefined;
    const isFlow = this.code() === openBracket || this.code() === openBrace;
    const value = this.#node(-1);
    if (isFlow && !this.rare) this.#refuseMore();
    for (let guard = this.at; this.skipToContent(); guard = this.at) {
      this.unexpectedLine();
      if (this.at <= guard) break;
    }
    return value?.node;
  }

  get column(): number {
    return this.at - this.lineStart;
  }

  code(offset = this.at): number {
    return offset < this.text.length ? this.text.charCodeAt(offset) : newline;
  }

  /** Whether a line ends here. */
  isEnd(offset = this.at): boolean {
    const code = this.code(offset);
    return code === newline || (code === carriageReturn && this.code(offset + 1) === newline);
  }

  /** Whether white space or the end of a line stands here. */
  isSpace(offset = this.at): boolean {
    const code = this.code(offset);
    return code === space || code === tab || code === newline || code === carriageReturn;
  }

  lineEnd(offset = this.at): number {
    const end = this.text.indexOf('\n', offset);
    if (end < 0) return this.text.length;
    return end > offset && this.text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end;
  }

  skipSpaces(): void {
    for (let code = this.code(); code === space || code === tab; code = this.code()) this.at++;
  }

  nextLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end + 1;
    this.lineStart = this.at;
  }

  /** Moves over white space, comments and line ends. False at the end of the document. */
  skipToContent(): boolean {
    let allowed = this.at === this.#plainEnd ? this.#plainColumn : Number.POSITIVE_INFINITY;
    while (this.at < this.text.length) {
      const start = this.at;
      this.skipSpaces();
      if (start === this.lineStart && this.at > start) this.#refuseTabs(start, allowed);
      if (this.at >= this.text.length) return false;
      if (!this.isEnd()) {
        if (!this.isComment()) return true;
        allowed = Number.POSITIVE_INFINITY;
      }
      this.nextLine();
    }
    return false;
  }

  isComment(offset = this.at): boolean {
    return this.code(offset) === hash && (offset === 0 || this.isSpace(offset - 1));
  }

  /** Passes the rest of a line on which nothing more may stand. */
  finishLine(): void {
    this.skipSpaces();
    if (this.code() === hash) this.at = this.lineEnd();
    if (this.isEnd()) return;
    const end = this.#contentEnd(this.at);
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
      this.builder.problem('unread-text', message, this.at, this.#contentEnd(this.at));
    } else this.unexpectedLine();
    this.at = this.text.length;
  }

  unexpectedLine(): void {
    const end = this.#contentEnd(this.at);
    const line = shorten(this.text.slice(this.at, end));
    this.builder.problem(
      'unexpected-text',
      `This line belongs to nothing above it: \`${line}\``,
      this.at,
      end,
    );
    this.at = this.lineEnd();
  }

  enter(): void {
    if (++this.depth > depthLimit) throw new TooDeep(this.at);
  }

  leave(): void {
    this.depth--;
  }

  /** The node at `at`; `parent` is the column that its further lines must exceed. */
  #node(parent: number): Value | undefined {
    this.enter();
    const value = this.#withProperties(parent);
    this.leave();
    return value;
  }

  #withProperties(parent: number): Value | undefined {
    const column = this.column;
    if (!this.#isProperty()) return this.#content(parent, column);
    if (this.#keyAfterProperties()) return this.#content(parent, column);
    const { anchor, tag } = this.#properties();
    if (anchor) this.builder.openAnchor(anchor);
    const value = this.#propertied(parent, parent, tag);
    if (anchor) this.builder.closeAnchor(anchor, value?.node);
    return value;
  }

  /** What follows an anchor or tag; on lines of its own it is deeper than `parent`, a list than `parentOfList`. */
  #propertied(parent: number, parentOfList: number, tag: string | undefined): Value | undefined {
    const place = this.at;
    if (!this.isEnd() && !this.isComment()) {
      if (this.isDash()) this.#misplacedDash();
      return this.#content(parent, this.column, tag);
    }
    const started = this.skipToContent() && this.column > (this.isDash() ? parentOfList : parent);
    if (started) return this.#content(parent, this.column, tag);
    return tag === undefined ? undefined : { node: this.builder.scalar(place, place, 'plain', '', tag) };
  }

  /** Whether the line at `at` can be the value of a key or item at column `parent`. */
  #belongs(parent: number): boolean {
    return this.column > parent || (this.column === parent && this.isDash());
  }

  #content(parent: number, column: number, tag?: string): Value | undefined {
    if (this.isDash()) return this.#list(column, parent);
    if (this.code() === question && this.isSpace(this.at + 1)) this.rare = true;
    if (this.#keyHere() || this.#isHalfTypedKey(column)) return this.#map(column, parent);
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
        this.skipSpaces();
        if (this.code() === colonCode) this.rare = true;
        if (parent >= 0) this.finishLine();
        return value;
      }
      case pipe:
      case greater:
        return { node: readBlockScalar(this, parent, tag) };
      case star: {
        const value = this.alias();
        this.finishLine();
        return value;
      }
      default:
        if (notPlain.includes(String.fromCharCode(code)) || (code === question && this.isSpace(start + 1))) {
          const mark = this.text[start];
          this.builder.problem(
            'bad-start',
            `A value cannot start with \`${mark}\`; put it in quotes`,
            start,
            start + 1,
          );
        }
        return { node: this.#plain(parent, tag) };
    }
  }

  alias(): Value | undefined {
    const start = this.at;
    this.at++;
    while (!this.isSpace() && !isFlowEnd(this.code()) && this.code() !== colonCode) this.at++;
    const name = this.text.slice(start + 1, this.at);
    if (!anchorName.test(name)) this.#badAnchor(start);
    return this.builder.alias(name, start, this.at);
  }

  isDash(): boolean {
    return this.code() === dash && this.isSpace(this.at + 1);
  }

  #map(firstColumn: number, parent: number): Value {
    const entries: MapEntry[] = [];
    let column = firstColumn;
    this.#entry(entries);
    const start = startOf(entries[0]!);
    let end = start;
    while (this.skipToContent()) {
      if (this.column <= parent || (this.column < column && this.isDash())) break;
      if (this.isDash()) {
        this.unexpectedLine();
        continue;
      }
      if (this.#isFirstMisplaced(column, parent)) {
        this.#badIndentation(start);
        column = this.column;
      } else if (this.column !== column) this.#badIndentation(this.at);
      this.#entry(entries);
    }
    for (const entry of entries) end = Math.max(end, endOf(entry));
    return { node: this.builder.map(start, end, false, entries) };
  }

  #entry(entries: MapEntry[]): void {
    const column = this.column;
    const { anchor, tag } = this.#properties();
    const start = this.at;
    const key = this.#key(tag);
    if (anchor) this.builder.closeAnchor(anchor, key.node);
    if (key.colon === undefined) {
      this.#halfTyped(entries, key.node, column);
      return;
    }
    if (key.colon - start > longestKey) {
      const message = `A key has at most ${longestKey} characters`;
      this.builder.problem('long-key', message, start, key.colon);
    }
    this.at = key.colon + 1;
    this.enter();
    const value = this.#valueOf(column);
    this.leave();
    entries.push(this.builder.entry(key.node, key.colon, value, start, valueEnd(value, key.colon + 1)));
  }

  /** A key without its colon; lines under it are still its value. */
  #halfTyped(entries: MapEntry[], key: ScalarNode, column: number): void {
    const { from, to } = key as unknown as { from: number; to: number };
    const rest = this.text.slice(from, this.#contentEnd(from));
    this.builder.problem('missing-colon', `\`${shorten(rest)}\` is no \`key: value\``, from, to);
    this.at = this.lineEnd();
    const nested = this.skipToContent() && this.column > column;
    const value = nested ? this.#node(column) : undefined;
    entries.push(this.builder.entry(key, undefined, value, from, valueEnd(value, to)));
  }

  /** The value after the colon of a key at `column`: on the same line or on deeper ones. */
  #valueOf(column: number): Value | undefined {
    this.skipSpaces();
    if (this.isEnd() || this.isComment()) {
      if (!this.skipToContent() || !this.#belongs(column)) return undefined;
      return this.#node(column);
    }
    if (!this.#isProperty()) return this.#sameLine(column);
    const { anchor, tag } = this.#properties();
    if (anchor) this.builder.openAnchor(anchor);
    const ended = this.isEnd() || this.isComment();
    const value = ended ? this.#propertied(column, column - 1, tag) : this.inline(column, tag);
    if (anchor) this.builder.closeAnchor(anchor, value?.node);
    return value;
  }

  #sameLine(column: number): Value | undefined {
    if (!this.isDash()) return this.inline(column);
    this.#misplacedDash();
    return this.#list(this.column, column);
  }

  #list(column: number, parent: number): Value {
    this.enter();
    const items: ListItem[] = [];
    const start = this.at;
    let end = start;
    do {
      if (this.column < column && this.column <= parent) break;
      if (this.column !== column && !(this.isDash() && this.column > parent)) {
        if (this.column < column) break;
        this.unexpectedLine();
        continue;
      }
      if (!this.#isItem(parent)) {
        if (this.column === parent || parent < 0) break;
        if (this.#keyHere() === undefined) {
          this.unexpectedLine();
          continue;
        }
        this.builder.problem('missing-dash', 'A `- ` is missing before this item', this.at, this.lineEnd());
        const value = this.#map(this.column, parent);
        items.push(this.builder.item(this.at, this.at, value));
        continue;
      }
      if (this.column !== column) this.#badIndentation(this.at);
      const item = this.#item();
      items.push(item.item);
      end = item.end;
    } while (this.skipToContent());
    this.leave();
    return { node: this.builder.list(start, end, false, items) };
  }

  /** A dash; one without its space counts where a list is being read. */
  #isItem(parent: number): boolean {
    if (this.isDash()) return true;
    if (this.code() !== dash || this.column <= parent) return false;
    this.builder.problem('missing-space', 'A space is missing after `-`', this.at, this.at + 1);
    return true;
  }

  #item(): { item: ListItem; end: number } {
    const column = this.column;
    const start = this.at;
    this.#refuseTabsAfter(start);
    this.at++;
    this.skipSpaces();
    let value: Value | undefined;
    if (!this.isEnd() && !this.isComment()) value = this.#node(column);
    else if (this.skipToContent() && this.column > column) value = this.#node(column);
    return { item: this.builder.item(start, start + 1, value), end: valueEnd(value, start + 1) };
  }

  /** The key at `at`, if its line has a `key:`. */
  #keyHere(): { end: number; colon: number } | undefined {
    const code = this.code();
    if (code === doubleQuote || code === singleQuote) return this.#quotedKey(code);
    if (code === openBracket || code === openBrace || code === hash) return undefined;
    if (code === pipe || code === greater) return undefined;
    for (let at = this.at; !this.isEnd(at); at++) {
      const here = this.text.charCodeAt(at);
      if (here === colonCode && this.isSpace(at + 1))
        return { end: trimEnd(this.text, this.at, at), colon: at };
      if (here === hash && at > this.at && this.isSpace(at - 1)) return undefined;
    }
    return undefined;
  }

  #quotedKey(quote: number): { end: number; colon: number } | undefined {
    let at = this.at + 1;
    for (; !this.isEnd(at); at++) {
      const code = this.text.charCodeAt(at);
      if (code === backslash && quote === doubleQuote) at++;
      else if (code === quote && quote === singleQuote && this.code(at + 1) === quote) at++;
      else if (code === quote) break;
    }
    if (this.isEnd(at)) return undefined;
    const end = at + 1;
    let colon = end;
    while (this.code(colon) === space || this.code(colon) === tab) colon++;
    if (this.code(colon) !== colonCode || !this.isSpace(colon + 1)) return undefined;
    return { end, colon };
  }

  #key(tag: string | undefined): { node: ScalarNode; colon: number | undefined } {
    const start = this.at;
    const isMarked = this.code() === question && this.isSpace(start + 1);
    if (isMarked) {
      this.rare = true;
      this.#refuseTabsAfter(start);
    }
    const key = this.#keyHere();
    if (!key) return { node: this.#word(start), colon: undefined };
    const code = this.code();
    if (code === star) return { node: this.#aliasKey(key.end), colon: key.colon };
    const quoted = code === doubleQuote || code === singleQuote;
    if (quoted) return { node: readQuoted(this, -1, tag), colon: key.colon };
    if (notPlain.includes(this.text[start]!)) {
      const message = `A key cannot start with \`${this.text[start]}\`; put it in quotes`;
      this.builder.problem('bad-start', message, start, start + 1);
    }
    if (key.end === start) {
      this.#refuseTabsAfter(key.colon);
      this.builder.problem('missing-key', 'A key is missing before this `:`', key.colon, key.colon + 1);
    }
    const text = this.text.slice(start, key.end);
    return { node: this.builder.scalar(start, key.end, 'plain', text, tag), colon: key.colon };
  }

  #aliasKey(end: number): ScalarNode {
    const start = this.at;
    const value = this.alias();
    if (value?.node.type === 'scalar') {
      return this.builder.scalar(start, end, value.node.style, value.node.text, value.node.tag);
    }
    return this.builder.scalar(start, end, 'plain', this.text.slice(start, end));
  }

  /** The first word of a line that should have been a key. */
  #word(start: number): ScalarNode {
    let end = start;
    while (!this.isSpace(end) && this.code(end) !== colonCode) end++;
    if (end === start) end = this.#contentEnd(start);
    return this.builder.scalar(start, end, 'plain', this.text.slice(start, end));
  }

  /** A single line, no key, that cannot be a value because keys follow on its column or below it. */
  #isHalfTypedKey(column: number): boolean {
    const code = this.code();
    if (code === hash || notPlain.includes(String.fromCharCode(code))) return false;
    if (code === doubleQuote || code === singleQuote || code === openBracket || code === openBrace)
      return false;
    if (code === star || code === pipe || code === greater) return false;
    const { at, lineStart } = this;
    this.nextLine();
    const problems = this.builder.problems.length;
    const follows = this.skipToContent() && this.column >= column && this.#keyHere() !== undefined;
    const dashed = follows && this.isDash();
    this.builder.problems.length = problems;
    this.at = at;
    this.lineStart = lineStart;
    return follows && !dashed;
  }

  #plain(parent: number, tag?: string): ScalarNode {
    const start = this.at;
    let end = this.#plainLine();
    let text = this.text.slice(start, end);
    while (!this.isComment()) {
      const { at, lineStart } = this;
      const breaks = this.#continuation(parent);
      if (breaks === 0) {
        this.at = at;
        this.lineStart = lineStart;
        break;
      }
      const from = this.at;
      this.#refuseTabsInLines(end, from, parent + 1);
      end = this.#plainLine();
      text += (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + this.text.slice(from, end);
    }
    if (!this.isComment()) {
      this.#plainEnd = this.at;
      this.#plainColumn = parent + 1;
    }
    return this.builder.scalar(start, end, 'plain', text, tag);
  }

  /** Reads one line of a plain scalar; leaves `at` at the line's end or its comment. Gives where the scalar ends. */
  #plainLine(): number {
    const start = this.at;
    const end = this.#contentEnd(start);
    for (let at = start; at < end; at++) {
      if (this.text.charCodeAt(at) !== colonCode || !this.isSpace(at + 1)) continue;
      this.builder.problem('nested-colon', 'A value with `: ` in it must stand in quotes', start, end);
      break;
    }
    this.at = end;
    this.skipSpaces();
    return end;
  }

  /** Moves to the next line of a plain scalar. Gives the line breaks passed, 0 when the scalar has ended. */
  #continuation(parent: number): number {
    let breaks = 0;
    while (this.at < this.text.length) {
      this.nextLine();
      breaks++;
      this.skipSpaces();
      if (this.at >= this.text.length) return 0;
      if (this.isEnd()) continue;
      if (this.code() === hash) return 0;
      if (this.column <= parent || this.#keyHere() !== undefined) return 0;
      return breaks;
    }
    return 0;
  }

  /** Where the content of a line ends: before its comment and trailing white space. */
  #contentEnd(start: number): number {
    const end = this.lineEnd(start);
    let at = start;
    while (at < end && !(this.text.charCodeAt(at) === hash && at > start && this.isSpace(at - 1))) at++;
    return trimEnd(this.text, start, at);
  }

  #isProperty(): boolean {
    const code = this.code();
    return code === ampersand || code === exclamation;
  }

  /** Whether an implicit key stands behind the properties at `at`: then they are the key's. */
  #keyAfterProperties(): boolean {
    const { at } = this;
    const problems = this.builder.problems.length;
    this.#properties();
    const key = !this.isEnd() && !this.isComment() && this.#keyHere() !== undefined;
    this.at = at;
    this.builder.problems.length = problems;
    return key;
  }

  #properties(): { anchor: string | undefined; tag: string | undefined } {
    if (!this.#isProperty()) return noProperties;
    let anchor: string | undefined;
    let tag: string | undefined;
    while (this.#isProperty()) {
      const start = this.at;
      const isAnchor = this.code() === ampersand;
      while (!this.isSpace()) this.at++;
      const property = this.property(start, isAnchor ? anchor : tag);
      if (isAnchor) anchor = property;
      else tag = property;
      this.skipSpaces();
    }
    if (this.code() === star) this.#aliasOfItsOwn();
    return { anchor, tag };
  }

  /** The anchor's name or the tag that stands from `start` to the reader's place, behind another one or not. */
  property(start: number, other: string | undefined): string {
    const word = this.text.slice(start, this.at);
    const isAnchor = word.startsWith('&');
    if (other !== undefined) {
      const message = `A value has at most one ${isAnchor ? 'anchor' : 'tag'}`;
      this.builder.problem('two-properties', message, start, this.at);
    }
    if (!isAnchor) return longTag(word);
    if (!anchorName.test(word.slice(1))) this.#badAnchor(start);
    return word.slice(1);
  }

  #badAnchor(start: number): void {
    const message = `An anchor is named by letters, digits, \`-\` and \`_\`, at least one, after the \`${this.text[start]}\``;
    this.builder.problem('bad-anchor', message, start, this.at);
  }

  #aliasOfItsOwn(): void {
    const message = 'An alias has no anchor or tag of its own';
    this.builder.problem('two-properties', message, this.at, this.at + 1);
  }

  #misplacedDash(): void {
    const message = 'A list starts on the line after its key';
    this.builder.problem('misplaced-dash', message, this.at, this.at + 1);
  }

  /** Whether the map's first line is what is indented oddly, not the line at `at`: people indent by even columns. */
  #isFirstMisplaced(column: number, parent: number): boolean {
    const base = Math.max(parent, 0);
    return this.column < column && (column - base) % 2 === 1 && (this.column - base) % 2 === 0;
  }

  #badIndentation(start: number): void {
    const message = 'This line is not indented like those around it';
    this.builder.problem('bad-indentation', message, start, Math.max(this.#contentEnd(start), start));
  }

  /** Between `start` and the reader's place: from column `allowed` on a tab is a space like any other. */
  #refuseTabs(start: number, allowed: number): void {
    const end = Math.min(this.at, this.lineStart + allowed);
    for (let at = start; at < end; at++) {
      if (this.text.charCodeAt(at) !== tab) continue;
      this.builder.problem('tab-indentation', tabAsIndentation, at, this.at);
      return;
    }
  }

  /** Behind a `-`, `?` or `:` that opens a block. */
  #refuseTabsAfter(mark: number): void {
    let at = mark + 1;
    while (this.code(at) === space) at++;
    if (this.code(at) !== tab) return;
    const message = `Spaces stand behind \`${this.text[mark]}\`, never tabs`;
    this.builder.problem('tab-indentation', message, at, at + 1);
  }

  /** The lines of a plain scalar that end between two places. */
  #refuseTabsInLines(start: number, end: number, allowed: number): void {
    for (
      let line = this.text.indexOf('\n', start);
      line >= 0 && line < end;
      line = this.text.indexOf('\n', line + 1)
    ) {
      for (let at = line + 1; at < line + 1 + allowed && this.isSpace(at) && !this.isEnd(at); at++) {
        if (this.text.charCodeAt(at) !== tab) continue;
        this.builder.problem('tab-indentation', tabAsIndentation, at, at + 1);
        return;
      }
    }
  }
}

const tabAsIndentation = 'YAML is indented by spaces, never by tabs';

const anchorName = /^[\w-]+(?:[?:%@`\]}].*)?$/;

/** The server looks no further for the colon. */
const longestKey = 1024;

/** The long form of a tag as it is written. */
export function longTag(word: string): string {
  if (word.startsWith('!!')) return `tag:yaml.org,2002:${word.slice(2)}`;
  if (word.startsWith('!<') && word.endsWith('>')) return word.slice(2, -1);
  return word;
}

/** Where a value ends in the document's text, its alias counting as the value. */
export function valueEnd(value: Value | undefined, otherwise: number): number {
  if (!value) return otherwise;
  return value.alias ? value.alias.end : (value.node as unknown as { to: number }).to;
}

function startOf(entry: MapEntry): number {
  return (entry as unknown as { from: number }).from;
}

function endOf(entry: MapEntry): number {
  return (entry as unknown as { to: number }).to;
}

function trimEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isBlankCode(text.charCodeAt(last - 1))) last--;
  return last;
}

function isBlankCode(code: number): boolean {
  return code === space || code === tab || code === carriageReturn;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

const noProperties = { anchor: undefined, tag: undefined };

const notPlain = ',]}%@`|>';

const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;
const exclamation = 33;
const doubleQuote = 34;
const hash = 35;
const ampersand = 38;
const singleQuote = 39;
const star = 42;
const dash = 45;
const colonCode = 58;
const greater = 62;
const question = 63;
const openBracket = 91;
const backslash = 92;
const openBrace = 123;
const pipe = 124;
