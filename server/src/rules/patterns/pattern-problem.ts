/** A longer one is left to the server. */
const longest = 10_000;

/**
 * What Go says of a text that is no regular expression of its own (RE2), in its words; undefined for one that is, and for
 * what cannot be said without counting how large it would become.
 */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > longest) return undefined;
  try {
    new Scanner(pattern).whole();
    return undefined;
  } catch (error) {
    if (error instanceof Malformed) return `error parsing regexp: ${error.message}`;
    throw error;
  }
}

class Malformed extends Error {
  constructor(why: string, where: string) {
    super(`${why}: \`${where}\``);
  }
}

const posixClasses = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);

class Scanner {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  /** Whether there is something that an operator can repeat. */
  #hasOperand = false;
  /** Where the operator of repetition begins that was just read. */
  #repetition: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): void {
    while (this.#at < this.#text.length) this.#part();
    if (this.#depth > 0) throw new Malformed('missing closing )', this.#text);
  }

  #part(): void {
    const character = this.#text[this.#at]!;
    switch (character) {
      case '(':
        this.#group();
        break;
      case ')':
        if (this.#depth === 0) throw new Malformed('unexpected )', this.#text);
        this.#depth--;
        this.#operand(1);
        break;
      case '|':
        this.#at++;
        this.#hasOperand = false;
        this.#repetition = undefined;
        break;
      case '*':
      case '+':
      case '?':
        this.#repeat(this.#at + 1);
        break;
      case '{':
        this.#braces();
        break;
      case '[':
        this.#class();
        break;
      case '\\':
        if (this.#text.startsWith('\\Q', this.#at)) this.#quoted();
        else this.#escape();
        break;
      default:
        this.#operand(String.fromCodePoint(this.#text.codePointAt(this.#at)!).length);
    }
  }

  #operand(length: number): void {
    this.#at += length;
    this.#hasOperand = true;
    this.#repetition = undefined;
  }

  #group(): void {
    const rest = this.#text.slice(this.#at);
    this.#repetition = undefined;
    if (!rest.startsWith('(?')) {
      this.#open(1);
      return;
    }
    const named = /^\(\?P?<(?=.)/s.exec(rest);
    if (named) {
      this.#name(rest, named[0].length);
      return;
    }
    const flags = /^\(\?[imsU]*(?:-[imsU]+)?[:)]/.exec(rest)?.[0];
    if (flags === undefined) throw new Malformed('invalid or unsupported Perl syntax', badFlags(rest));
    if (flags.endsWith(':')) this.#open(flags.length);
    else this.#at += flags.length;
  }

  #open(length: number): void {
    this.#depth++;
    this.#at += length;
    this.#hasOperand = false;
  }

  #name(rest: string, start: number): void {
    const end = rest.indexOf('>');
    if (end < 0) throw new Malformed('invalid named capture', rest);
    const name = rest.slice(start, end);
    const capture = rest.slice(0, end + 1);
    if (!/^\w+$/.test(name)) throw new Malformed('invalid named capture', capture);
    this.#open(capture.length);
  }

  /** Reads an operator that ends at `end`, and the `?` behind it that makes it modest. */
  #repeat(end: number): void {
    const start = this.#at;
    const after = this.#text[end] === '?' ? end + 1 : end;
    if (this.#repetition !== undefined) {
      throw new Malformed('invalid nested repetition operator', this.#text.slice(this.#repetition, after));
    }
    if (!this.#hasOperand) {
      throw new Malformed('missing argument to repetition operator', this.#text.slice(start, after));
    }
    this.#at = after;
    this.#repetition = start;
  }

  #braces(): void {
    const match = /^\{(\d+)(?:,(\d*))?\}/.exec(this.#text.slice(this.#at));
    if (!match || /^0\d/.test(match[1]!) || /^0\d/.test(match[2] ?? '')) {
      this.#operand(1);
      return;
    }
    const least = Number(match[1]);
    const most =
      match[2] === undefined ? least : match[2] === '' ? Number.POSITIVE_INFINITY : Number(match[2]);
    const isTooMuch = least > 1000 || (most !== Number.POSITIVE_INFINITY && (most > 1000 || most < least));
    if (isTooMuch) throw new Malformed('invalid repeat count', match[0]);
    this.#repeat(this.#at + match[0].length);
  }

  #quoted(): void {
    const end = this.#text.indexOf('\\E', this.#at + 2);
    const isEmpty = end === this.#at + 2;
    this.#at = end < 0 ? this.#text.length : end + 2;
    if (isEmpty) return;
    this.#hasOperand = true;
    this.#repetition = undefined;
  }

  /** What stands behind a backslash, outside of a class. */
  #escape(): void {
    const found = /^\\(?:[AbBzdDsSwW]|[pP](?:\{[^}]*\}|[^{]))/u.exec(this.#text.slice(this.#at))?.[0];
    if (found !== undefined) this.#operand(found.length);
    else this.#operand(this.#literalEscape());
  }

  /** The length of an escape that stands for one character. */
  #literalEscape(): number {
    const rest = this.#text.slice(this.#at);
    if (rest === '\\') throw new Malformed('trailing backslash at end of expression', '');
    const found =
      /^\\(?:[1-7](?=[0-7])[0-7]{1,2}|0[0-7]{0,2}|x[0-9A-Fa-f]{2}|x\{[0-9A-Fa-f]+\}|[afnrtv]|[^0-9A-Za-z\u0080-\uffff])/.exec(
        rest,
      )?.[0];
    if (found !== undefined) return found.length;
    if (/^\\[pP]/.test(rest)) throw new Malformed('invalid character class range', rest);
    throw new Malformed('invalid escape sequence', badEscape(rest));
  }

  #class(): void {
    const start = this.#at;
    this.#at += this.#text[this.#at + 1] === '^' ? 2 : 1;
    for (let isFirst = true; isFirst || this.#text[this.#at] !== ']'; isFirst = false) {
      if (this.#at >= this.#text.length) throw new Malformed('missing closing ]', this.#text.slice(start));
      if (this.#takeNamedClass()) continue;
      const from = this.#at;
      const low = this.#classCharacter(start);
      if (this.#text[this.#at] !== '-' || this.#text[this.#at + 1] === ']') continue;
      if (this.#at + 1 >= this.#text.length) {
        throw new Malformed('missing closing ]', this.#text.slice(start));
      }
      this.#at++;
      const high = this.#classCharacter(start);
      if (low === undefined || high === undefined || low <= high) continue;
      throw new Malformed('invalid character class range', this.#text.slice(from, this.#at));
    }
    this.#operand(1);
  }

  /** `[:alpha:]`, `\d`, `\pL`: no end of a range. */
  #takeNamedClass(): boolean {
    const rest = this.#text.slice(this.#at);
    const end = rest.startsWith('[:') ? rest.indexOf(':]', 2) : -1;
    if (end >= 0) {
      const name = rest.slice(0, end + 2);
      if (!posixClasses.has(name.slice(2, -2).replace(/^\^/, ''))) {
        throw new Malformed('invalid character class range', name);
      }
      this.#at += name.length;
      return true;
    }
    const found = /^\\(?:[dDsSwW]|[pP](?:\{[^}]*\}|[^{]))/u.exec(rest)?.[0];
    this.#at += found?.length ?? 0;
    return found !== undefined;
  }

  /** The code point of a character in a class; undefined for an escape that is not worked out here. */
  #classCharacter(start: number): number | undefined {
    if (this.#at >= this.#text.length) throw new Malformed('missing closing ]', this.#text.slice(start));
    if (this.#text[this.#at] === '\\') {
      const length = this.#literalEscape();
      const escaped = this.#text.slice(this.#at + 1, this.#at + length);
      this.#at += length;
      return length === 2 && !/\w/.test(escaped) ? escaped.codePointAt(0) : undefined;
    }
    const codePoint = this.#text.codePointAt(this.#at)!;
    this.#at += String.fromCodePoint(codePoint).length;
    return codePoint;
  }
}

/** Up to the first character that is no flag. */
function badFlags(rest: string): string {
  const flags = /^\(\?[imsU-]*/.exec(rest)![0];
  return flags.length >= rest.length ? rest : rest.slice(0, flags.length + 1);
}

function badEscape(rest: string): string {
  const hexadecimal = /^\\x(?:\{[0-9A-Fa-f]*|[0-9A-Fa-f]?)/.exec(rest)?.[0];
  const length = hexadecimal === undefined ? 2 : Math.min(rest.length, hexadecimal.length + 1);
  return String(rest.slice(0, length));
}
