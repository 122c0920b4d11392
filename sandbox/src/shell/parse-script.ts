/** A piece of a word. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly otherwise: string;
      readonly isQuoted: boolean;
    }
  | { readonly kind: 'output'; readonly script: string; readonly isQuoted: boolean };

/** What becomes one argument, or several where an unquoted value has blanks. */
export type Word = readonly Part[];

/** Where a stream of a command goes to or comes from. */
export type Redirection =
  | { readonly kind: 'read'; readonly stream: 0; readonly file: Word }
  | { readonly kind: 'write' | 'append'; readonly stream: 1 | 2; readonly file: Word }
  | { readonly kind: 'duplicate'; readonly stream: 1 | 2; readonly of: 1 | 2 };

/** `A=b command arguments > file` */
export interface SimpleCommand {
  readonly assignments: readonly { readonly name: string; readonly value: Word }[];
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
}

/** Commands whose outputs are the inputs of the next. */
export interface Pipeline {
  /** When it runs: always, or by how the one before has ended. */
  readonly runs: 'always' | 'after success' | 'after failure';
  readonly isNegated: boolean;
  readonly commands: readonly SimpleCommand[];
}

/** What cannot be read as a script, as a shell says it. */
export class SyntaxFault extends Error {
  /** Whether more lines could make it whole. */
  readonly isIncomplete: boolean;

  constructor(message: string, completeness: 'wrong' | 'incomplete' = 'wrong') {
    super(message);
    this.name = 'SyntaxFault';
    this.isIncomplete = completeness === 'incomplete';
  }
}

/** Reads a script of simple commands joined by `;`, `&&`, `||`, `|` and line ends. Throws a `SyntaxFault`. */
export function parseScript(text: string): Pipeline[] {
  return new ScriptReader(text).read();
}

const notSupported = new Set(['if', 'for', 'while', 'until', 'case', 'function', '{', 'select']);
const blank = /[ \t]/;
const variable = /[A-Za-z_][A-Za-z0-9_]*/y;

class ScriptReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Pipeline[] {
    const pipelines: Pipeline[] = [];
    let runs: Pipeline['runs'] = 'always';
    for (;;) {
      this.#skip(runs === 'always' ? 'blanks, ends and comments' : 'blanks and line ends');
      if (this.#at >= this.#text.length) {
        if (runs === 'always') return pipelines;
        throw new SyntaxFault('syntax error: unexpected end of file', 'incomplete');
      }
      pipelines.push(this.#pipeline(runs));
      this.#skip('blanks');
      runs = this.#joiner();
    }
  }

  #joiner(): Pipeline['runs'] {
    if (this.#take('&&')) return 'after success';
    if (this.#take('||')) return 'after failure';
    if (this.#at >= this.#text.length || this.#take(';') || this.#take('\n') || this.#peek() === '#') {
      return 'always';
    }
    throw this.#unexpected();
  }

  #pipeline(runs: Pipeline['runs']): Pipeline {
    let isNegated = false;
    while (/^![ \t]/.test(this.#text.slice(this.#at, this.#at + 2))) {
      isNegated = !isNegated;
      this.#at++;
      this.#skip('blanks');
    }
    const commands = [this.#command()];
    for (;;) {
      this.#skip('blanks');
      if (this.#text.startsWith('||', this.#at) || !this.#take('|')) break;
      this.#skip('blanks and line ends');
      if (this.#at >= this.#text.length) {
        throw new SyntaxFault('syntax error: unexpected end of file', 'incomplete');
      }
      commands.push(this.#command());
    }
    return { runs, isNegated, commands };
  }

  #command(): SimpleCommand {
    const assignments: { name: string; value: Word }[] = [];
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      this.#skip('blanks');
      const redirection = this.#redirection();
      if (redirection) {
        redirections.push(redirection);
        continue;
      }
      const assignment = words.length === 0 ? /[A-Za-z_][A-Za-z0-9_]*=/y : undefined;
      if (assignment) {
        assignment.lastIndex = this.#at;
        const found = assignment.exec(this.#text)?.[0];
        if (found !== undefined) {
          this.#at += found.length;
          assignments.push({ name: found.slice(0, -1), value: this.#word() });
          continue;
        }
      }
      if (!this.#beginsWord()) break;
      const word = this.#word();
      if (words.length === 0) refuseKeyword(word);
      words.push(word);
    }
    if (words.length + assignments.length + redirections.length === 0) throw this.#unexpected();
    return { assignments, words, redirections };
  }

  #redirection(): Redirection | undefined {
    const operator = /([012]?)(>>|>&|>|<)/y;
    operator.lastIndex = this.#at;
    const [whole, digit, sign] = operator.exec(this.#text) ?? [];
    if (whole === undefined) return undefined;
    if (sign === '<' && this.#text[this.#at + whole.length] === '<') {
      throw new SyntaxFault('syntax error: here-documents are not supported here');
    }
    this.#at += whole.length;
    const stream = digit === '2' ? 2 : 1;
    this.#skip('blanks');
    if (sign === '>&') {
      const of = this.#text[this.#at];
      if (of !== '1' && of !== '2') throw this.#unexpected();
      this.#at++;
      return { kind: 'duplicate', stream, of: of === '1' ? 1 : 2 };
    }
    if (!this.#beginsWord()) throw this.#unexpected();
    const file = this.#word();
    if (sign === '<') return { kind: 'read', stream: 0, file };
    return { kind: sign === '>' ? 'write' : 'append', stream, file };
  }

  #beginsWord(): boolean {
    const next = this.#peek();
    return next !== undefined && !/[\s;&|<>()#]/.test(next);
  }

  #word(): Word {
    const parts: Part[] = [];
    let plain = '';
    const endPlain = () => {
      if (plain) parts.push({ kind: 'text', text: plain, isQuoted: false });
      plain = '';
    };
    for (;;) {
      const next = this.#peek();
      if (next === undefined || /[\s;&|<>()]/.test(next)) break;
      if (next === '\\') {
        const escaped = this.#text[this.#at + 1];
        this.#at += 2;
        if (escaped === undefined) plain += '\\';
        else if (escaped !== '\n') {
          endPlain();
          parts.push({ kind: 'text', text: escaped, isQuoted: true });
        }
        continue;
      }
      if (next === "'" || next === '"' || next === '$' || next === '`') {
        endPlain();
        if (next === "'") parts.push(this.#singleQuoted());
        else if (next === '"') parts.push(...this.#doubleQuoted());
        else parts.push(this.#substitution('unquoted'));
        continue;
      }
      plain += next;
      this.#at++;
    }
    endPlain();
    return parts;
  }

  #singleQuoted(): Part {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end < 0) throw new SyntaxFault('syntax error: unterminated quoted string', 'incomplete');
    const text = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return { kind: 'text', text, isQuoted: true };
  }

  #doubleQuoted(): Part[] {
    // An empty quoted word is a word.
    const parts: Part[] = [{ kind: 'text', text: '', isQuoted: true }];
    let text = '';
    const endText = () => {
      if (text) parts.push({ kind: 'text', text, isQuoted: true });
      text = '';
    };
    this.#at++;
    for (;;) {
      const next = this.#peek();
      if (next === undefined) throw new SyntaxFault('syntax error: unterminated quoted string', 'incomplete');
      if (next === '"') break;
      if (next === '$' || next === '`') {
        endText();
        parts.push(this.#substitution('quoted'));
        continue;
      }
      const escaped = next === '\\' ? this.#text[this.#at + 1] : undefined;
      if (escaped !== undefined && '$`"\\\n'.includes(escaped)) {
        if (escaped !== '\n') text += escaped;
        this.#at += 2;
        continue;
      }
      text += next;
      this.#at++;
    }
    this.#at++;
    endText();
    return parts;
  }

  /** At `$` or a backquote. */
  #substitution(where: 'quoted' | 'unquoted'): Part {
    const isQuoted = where === 'quoted';
    if (this.#peek() === '`') {
      const end = this.#text.indexOf('`', this.#at + 1);
      if (end < 0) throw new SyntaxFault('syntax error: unterminated backquote', 'incomplete');
      const script = this.#text.slice(this.#at + 1, end);
      this.#at = end + 1;
      return { kind: 'output', script, isQuoted };
    }
    this.#at++;
    const next = this.#peek();
    if (next === '(') return { kind: 'output', script: this.#parenthesized(), isQuoted };
    if (next === '{') return { kind: 'variable', ...this.#braced(), isQuoted };
    if (next !== undefined && /[0-9?$#@*]/.test(next)) {
      this.#at++;
      return { kind: 'variable', name: next, otherwise: '', isQuoted };
    }
    variable.lastIndex = this.#at;
    const name = variable.exec(this.#text)?.[0];
    if (name === undefined) return { kind: 'text', text: '$', isQuoted };
    this.#at += name.length;
    return { kind: 'variable', name, otherwise: '', isQuoted };
  }

  #braced(): { name: string; otherwise: string } {
    const form = /\{([A-Za-z_][A-Za-z0-9_]*|[0-9?$#@*])(?::?-([^}]*))?\}/y;
    form.lastIndex = this.#at;
    const [whole, name, otherwise = ''] = form.exec(this.#text) ?? [];
    if (whole === undefined || name === undefined) throw new SyntaxFault('syntax error: bad substitution');
    this.#at += whole.length;
    return { name, otherwise };
  }

  /** A script in parentheses, by counting those outside of quotes. */
  #parenthesized(): string {
    const start = this.#at + 1;
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      const next = this.#text[this.#at];
      if (next === '\\') this.#at++;
      else if (next === "'") {
        const end = this.#text.indexOf("'", this.#at + 1);
        if (end < 0) break;
        this.#at = end;
      } else if (next === '(') depth++;
      else if (next === ')' && --depth === 0) return this.#text.slice(start, this.#at++);
    }
    throw new SyntaxFault('syntax error: unexpected end of file (expecting ")")', 'incomplete');
  }

  #skip(what: 'blanks' | 'blanks and line ends' | 'blanks, ends and comments'): void {
    for (;;) {
      const next = this.#peek();
      if (next === '\\' && this.#text[this.#at + 1] === '\n') {
        this.#at += 2;
      } else if (next !== undefined && (blank.test(next) || (what !== 'blanks' && /[\r\n]/.test(next)))) {
        this.#at++;
      } else if (what === 'blanks, ends and comments' && next === '#') {
        const end = this.#text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else return;
    }
  }

  #peek(): string | undefined {
    return this.#text[this.#at];
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #unexpected(): SyntaxFault {
    const [token] = /^(?:&&|\|\||;;|.)/s.exec(this.#text.slice(this.#at, this.#at + 2)) ?? [];
    if (token === undefined) return new SyntaxFault('syntax error: unexpected end of file');
    return new SyntaxFault(`syntax error: unexpected "${token === '\n' ? 'newline' : token}"`);
  }
}

function refuseKeyword([first]: Word): void {
  if (first?.kind !== 'text' || first.isQuoted || !notSupported.has(first.text)) return;
  throw new SyntaxFault(`syntax error: "${first.text}" is not supported here`);
}
