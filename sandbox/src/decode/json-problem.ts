/** What Go's json package says of a text that is no JSON: the first character that cannot stand where it does. */
export function jsonProblem(text: string): string {
  return new Scanner(text).problem() ?? 'unexpected end of JSON input';
}

/** What is open around a place. */
type Open = '{' | '[';

class Scanner {
  readonly #text: string;
  #index = 0;
  #problem: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  problem(): string | undefined {
    const open: Open[] = [];
    let expects: 'value' | 'value or end' | 'key' | 'key or end' | 'after value' = 'value';
    while (this.#problem === undefined) {
      const character = this.#next();
      if (character === undefined) return undefined;
      if (expects === 'after value') {
        const next = this.#afterValue(character, open);
        if (next === undefined) return this.#problem;
        expects = next;
        continue;
      }
      if (expects === 'key' || expects === 'key or end') {
        if (character === '}' && expects === 'key or end') {
          open.pop();
          expects = 'after value';
          continue;
        }
        if (character !== '"') return this.#refuse('looking for beginning of object key string');
        if (!this.#string()) return this.#problem;
        const colon = this.#next();
        if (colon === undefined) return undefined;
        if (colon !== ':') return this.#refuse('after object key');
        expects = 'value';
        continue;
      }
      if (character === ']' && expects === 'value or end') {
        open.pop();
        expects = 'after value';
      } else if (character === '{') {
        open.push('{');
        expects = 'key or end';
      } else if (character === '[') {
        open.push('[');
        expects = 'value or end';
      } else {
        if (!this.#scalar(character)) return this.#problem;
        expects = 'after value';
      }
    }
    return this.#problem;
  }

  #afterValue(character: string, open: Open[]): 'value' | 'key' | 'after value' | undefined {
    const around = open.at(-1);
    if (around === undefined) this.#refuse('after top-level value');
    else if (character === ',') return around === '{' ? 'key' : 'value';
    else if (character === (around === '{' ? '}' : ']')) {
      open.pop();
      return 'after value';
    } else this.#refuse(around === '{' ? 'after object key:value pair' : 'after array element');
    return undefined;
  }

  /** The next character that is no white space; it is at the index before the present one then. */
  #next(): string | undefined {
    while (' \t\r\n'.includes(this.#text[this.#index] ?? '?')) this.#index++;
    return this.#text[this.#index++];
  }

  /** Reads the rest of a text, a number or a word. False where it breaks off or is none. */
  #scalar(first: string): boolean {
    if (first === '"') return this.#string();
    const word = words.get(first);
    if (word) return this.#word(word);
    if (first === '-' || /\d/.test(first)) return this.#number(first);
    this.#refuse('looking for beginning of value');
    return false;
  }

  #string(): boolean {
    for (;;) {
      const character = this.#text[this.#index++];
      if (character === undefined) return false;
      if (character === '"') return true;
      if (character < ' ') return this.#fails('in string literal');
      if (character === '\\' && !this.#escape()) return false;
    }
  }

  #escape(): boolean {
    const character = this.#text[this.#index++];
    if (character === undefined) return false;
    if ('bfnrt\\/"'.includes(character)) return true;
    if (character !== 'u') return this.#fails('in string escape code');
    for (let count = 0; count < 4; count++) {
      const digit = this.#text[this.#index++];
      if (digit === undefined) return false;
      if (!/[0-9a-fA-F]/.test(digit)) return this.#fails('in \\u hexadecimal character escape');
    }
    return true;
  }

  #word(word: string): boolean {
    for (const expected of word.slice(1)) {
      const character = this.#text[this.#index++];
      if (character === undefined) return false;
      if (character !== expected) return this.#fails(`in literal ${word} (expecting '${expected}')`);
    }
    return true;
  }

  #number(first: string): boolean {
    let digit: string | undefined = first;
    if (first === '-') {
      digit = this.#text[this.#index++];
      if (digit === undefined) return false;
      if (!/\d/.test(digit)) return this.#fails('in numeric literal');
    }
    if (digit !== '0') this.#digits();
    if (this.#text[this.#index] === '.') {
      this.#index++;
      if (!this.#someDigits('after decimal point in numeric literal')) return false;
    }
    if (!'eE'.includes(this.#text[this.#index] ?? '?')) return true;
    this.#index++;
    if ('+-'.includes(this.#text[this.#index] ?? '?')) this.#index++;
    return this.#someDigits('in exponent of numeric literal');
  }

  #someDigits(where: string): boolean {
    const character = this.#text[this.#index];
    if (character === undefined) return false;
    if (!/\d/.test(character)) {
      this.#index++;
      return this.#fails(where);
    }
    this.#digits();
    return true;
  }

  #digits(): void {
    while (/\d/.test(this.#text[this.#index] ?? '')) this.#index++;
  }

  #fails(where: string): false {
    this.#refuse(where);
    return false;
  }

  #refuse(where: string): string {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#index - 1) ?? 0);
    this.#problem = `invalid character ${quoted(character)} ${where}`;
    return this.#problem;
  }
}

const words = new Map([
  ['t', 'true'],
  ['f', 'false'],
  ['n', 'null'],
]);

/** A character as Go quotes it. Go looks at bytes: of what is no ASCII, at the first. */
function quoted(character: string): string {
  if (character === "'") return "'\\''";
  if (character === '"') return `'"'`;
  const byte = Buffer.from(character)[0]!;
  if (byte >= 0x80) return `'${String.fromCharCode(byte)}'`;
  const escaped = {
    '\n': '\\n',
    '\t': '\\t',
    '\r': '\\r',
    '\b': '\\b',
    '\f': '\\f',
    '\v': '\\v',
    '\u0007': '\\a',
  }[character];
  if (escaped) return `'${escaped}'`;
  return byte < 0x20 || byte === 0x7f
    ? `'\\x${byte.toString(16).padStart(2, '0')}'`
    : `'${character === '\\' ? '\\\\' : character}'`;
}
