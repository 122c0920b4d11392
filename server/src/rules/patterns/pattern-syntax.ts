/** What an RE2 pattern says. */
export type PatternNode =
  | { readonly type: 'empty' }
  | { readonly type: 'character'; readonly test: (codePoint: number) => boolean }
  | { readonly type: 'assert'; readonly assertion: Assertion }
  | { readonly type: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly choices: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number };

/** What must hold between two characters. */
export type Assertion =
  | 'text-start'
  | 'text-end'
  | 'line-start'
  | 'line-end'
  | 'word-boundary'
  | 'no-word-boundary';

/**
 * Reads a pattern of Go's `regexp` (RE2's syntax; github.com/google/re2/wiki/Syntax). Undefined when it is malformed or
 * uses what is rare in definitions and not read here: Unicode classes, octal escapes, `\Q`, `\C`.
 */
export function parsePattern(pattern: string): PatternNode | undefined {
  try {
    const parser = new Parser(pattern);
    const node = parser.choice({ ignoreCase: false, dotAll: false, multiline: false });
    return parser.isAtEnd() ? node : undefined;
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}

interface Flags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
}

type Test = (codePoint: number) => boolean;

/** RE2's own bound for counted repetition. */
const mostRepeats = 1000;

class Parser {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  choice(flags: Flags): PatternNode {
    const choices = [this.#sequence(flags)];
    while (this.#take('|')) choices.push(this.#sequence(flags));
    return choices.length === 1 ? choices[0]! : { type: 'choice', choices };
  }

  #sequence(outer: Flags): PatternNode {
    let flags = outer;
    const parts: PatternNode[] = [];
    while (!this.isAtEnd() && this.#peek() !== '|' && this.#peek() !== ')') {
      const changed = this.#flagsOnly(flags);
      if (changed) flags = changed;
      else parts.push(this.#repeated(flags));
    }
    if (parts.length === 1) return parts[0]!;
    return parts.length === 0 ? { type: 'empty' } : { type: 'sequence', parts };
  }

  /** `(?i)`: flags for the rest of the group. */
  #flagsOnly(flags: Flags): Flags | undefined {
    const match = /^\(\?([a-zA-Z-]+)\)/.exec(this.#characters.slice(this.#at, this.#at + 12).join(''));
    if (!match) return undefined;
    this.#at += match[0].length;
    return withFlags(flags, match[1]!);
  }

  #repeated(flags: Flags): PatternNode {
    let part = this.#atom(flags);
    for (let bounds = this.#bounds(); bounds; bounds = this.#bounds()) {
      this.#take('?');
      part = { type: 'repeat', part, ...bounds };
    }
    return part;
  }

  #bounds(): { least: number; most: number } | undefined {
    if (this.#take('*')) return { least: 0, most: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { least: 1, most: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { least: 0, most: 1 };
    const match = /^\{(\d{1,5})(,?)(\d{0,5})\}/.exec(
      this.#characters.slice(this.#at, this.#at + 14).join(''),
    );
    if (!match || (match[2] === '' && match[3] !== '')) return undefined;
    this.#at += match[0].length;
    const least = Number(match[1]);
    const most = match[2] === '' ? least : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    if (least > mostRepeats || (most !== Number.POSITIVE_INFINITY && (most > mostRepeats || most < least))) {
      throw new Unreadable();
    }
    return { least, most };
  }

  #atom(flags: Flags): PatternNode {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group(flags);
      case '[':
        return { type: 'character', test: this.#class(flags) };
      case '.':
        return { type: 'character', test: flags.dotAll ? () => true : (code) => code !== 10 };
      case '^':
        return { type: 'assert', assertion: flags.multiline ? 'line-start' : 'text-start' };
      case '$':
        return { type: 'assert', assertion: flags.multiline ? 'line-end' : 'text-end' };
      case '\\':
        return this.#escape(flags);
      case '*':
      case '+':
      case '?':
        throw new Unreadable();
      default:
        return { type: 'character', test: literal(character.codePointAt(0)!, flags) };
    }
  }

  #group(outer: Flags): PatternNode {
    let flags = outer;
    if (this.#take('?')) {
      const match = /^(?:P?<\w+>|([a-zA-Z-]*):)/.exec(
        this.#characters.slice(this.#at, this.#at + 80).join(''),
      );
      if (!match) throw new Unreadable();
      this.#at += match[0].length;
      flags = withFlags(outer, match[1] ?? '');
    }
    const node = this.choice(flags);
    if (!this.#take(')')) throw new Unreadable();
    return node;
  }

  #escape(flags: Flags): PatternNode {
    const assertion = assertions[this.#peek() ?? ''];
    if (assertion) {
      this.#at++;
      return { type: 'assert', assertion };
    }
    const escaped = this.#escaped();
    return { type: 'character', test: typeof escaped === 'number' ? literal(escaped, flags) : escaped };
  }

  /** What stands after a backslash, in or outside a class: a code point or a set of them. */
  #escaped(): number | Test {
    const character = this.#next();
    const set = perlClasses[character];
    if (set) return set;
    const control = controls[character];
    if (control !== undefined) return control;
    if (character === 'x') return this.#hexadecimal();
    if (/[\w]/.test(character)) throw new Unreadable();
    return character.codePointAt(0)!;
  }

  #hexadecimal(): number {
    const match = /^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{2}))/.exec(
      this.#characters.slice(this.#at, this.#at + 8).join(''),
    );
    if (!match) throw new Unreadable();
    this.#at += match[0].length;
    return Number.parseInt(match[1] ?? match[2]!, 16);
  }

  #class(flags: Flags): Test {
    const negated = this.#take('^');
    const tests: Test[] = [];
    for (let first = true; first || this.#peek() !== ']'; first = false) tests.push(this.#classMember(flags));
    this.#at++;
    const isMember: Test = (code) => tests.some((test) => test(code));
    return negated ? (code) => !isMember(code) : isMember;
  }

  #classMember(flags: Flags): Test {
    const posix = /^\[:(\^?)(\w+):\]/.exec(this.#characters.slice(this.#at, this.#at + 14).join(''));
    if (posix) return this.#posixClass(posix);
    const from = this.#classCharacter();
    if (typeof from !== 'number') return from;
    const isRange = this.#peek() === '-' && this.#characters[this.#at + 1] !== ']';
    if (!isRange) return literal(from, flags);
    this.#at++;
    const to = this.#classCharacter();
    if (typeof to !== 'number' || to < from) throw new Unreadable();
    const isWithin: Test = (code) => code >= from && code <= to;
    return flags.ignoreCase ? (code) => casesOf(code).some(isWithin) : isWithin;
  }

  #classCharacter(): number | Test {
    const character = this.#next();
    return character === '\\' ? this.#escaped() : character.codePointAt(0)!;
  }

  #posixClass(match: RegExpExecArray): Test {
    const name = match[2]!;
    if (!Object.hasOwn(posixClasses, name)) throw new Unreadable();
    this.#at += match[0].length;
    const test = posixClasses[name]!;
    return match[1] === '^' ? (code) => !test(code) : test;
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new Unreadable();
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }
}

function withFlags(flags: Flags, letters: string): Flags {
  const [set = '', cleared = ''] = letters.split('-');
  if (/[^imsU]/.test(set + cleared)) throw new Unreadable();
  const isSet = (letter: string, before: boolean) =>
    set.includes(letter) || (before && !cleared.includes(letter));
  return {
    ignoreCase: isSet('i', flags.ignoreCase),
    dotAll: isSet('s', flags.dotAll),
    multiline: isSet('m', flags.multiline),
  };
}

function literal(codePoint: number, flags: Flags): Test {
  if (!flags.ignoreCase) return (code) => code === codePoint;
  const cases = casesOf(codePoint);
  return (code) => cases.includes(code);
}

function casesOf(codePoint: number): number[] {
  const character = String.fromCodePoint(codePoint);
  return [character, character.toLowerCase(), character.toUpperCase()]
    .filter((variant) => Array.from(variant).length === 1)
    .map((variant) => variant.codePointAt(0)!);
}

function ascii(expression: RegExp): Test {
  return (code) => code < 128 && expression.test(String.fromCharCode(code));
}

function not(test: Test): Test {
  return (code) => !test(code);
}

const isDigit = ascii(/\d/);
const isWord = ascii(/\w/);
const isSpace = ascii(/[\t\n\f\r ]/);

const perlClasses: Record<string, Test> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};

const controls: Record<string, number> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

const assertions: Record<string, Assertion> = {
  A: 'text-start',
  z: 'text-end',
  b: 'word-boundary',
  B: 'no-word-boundary',
};

const posixClasses: Record<string, Test> = {
  alnum: ascii(/[0-9A-Za-z]/),
  alpha: ascii(/[A-Za-z]/),
  ascii: (code) => code < 128,
  blank: ascii(/[\t ]/),
  cntrl: (code) => code < 32 || code === 127,
  digit: ascii(/[0-9]/),
  graph: ascii(/[!-~]/),
  lower: ascii(/[a-z]/),
  print: ascii(/[ -~]/),
  punct: ascii(/[!-/:-@[-`{-~]/),
  space: ascii(/[\t\n\v\f\r ]/),
  upper: ascii(/[A-Z]/),
  word: ascii(/\w/),
  xdigit: ascii(/[0-9A-Fa-f]/),
};
