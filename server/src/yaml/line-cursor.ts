import { carriageReturn, dash, hash, newline, space, tab, trimEnd } from './characters.ts';

/** A place in a text of lines, and what stands there. */
export class LineCursor {
  readonly text: string;
  at = 0;
  /** Where the line of `at` starts. */
  lineStart = 0;
  readonly colons: Occurrences;
  protected readonly hashes: Occurrences;

  constructor(text: string) {
    this.text = text;
    this.colons = new Occurrences(text, ':');
    this.hashes = new Occurrences(text, '#');
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

  isComment(offset = this.at): boolean {
    return this.code(offset) === hash && (offset === 0 || this.isSpace(offset - 1));
  }

  isDash(): boolean {
    return this.code() === dash && this.isSpace(this.at + 1);
  }

  /** Where the content of a line ends: before its comment and trailing white space. */
  contentEnd(start: number): number {
    let end = this.lineEnd(start);
    for (let at = this.hashes.from(start); at < end; at = this.hashes.from(at + 1)) {
      if (at > start && this.isSpace(at - 1)) end = at;
    }
    return trimEnd(this.text, start, end);
  }
}

/** Where a character stands. Asked at mostly rising offsets it searches the text once, however rare the character is. */
class Occurrences {
  readonly #text: string;
  readonly #character: string;
  /** The last answer, which holds for all offsets from `#asked` to itself. */
  #found = -1;
  #asked = 0;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /** The next one from an offset on; beyond all text where there is none. */
  from(offset: number): number {
    if (offset >= this.#asked && offset <= this.#found) return this.#found;
    const found = this.#text.indexOf(this.#character, offset);
    this.#asked = offset;
    this.#found = found < 0 ? Number.POSITIVE_INFINITY : found;
    return this.#found;
  }
}
