import { codePointCount } from '../formats/code-points.ts';
import { type SyntaxProblem, type Token, tokensOf } from './tokens.ts';

export type { SyntaxProblem } from './tokens.ts';

/**
 * What keeps a text from being an expression by the grammar of the Common Expression Language (cel-spec), macros of the
 * standard included, or from being read by the server, which follows no deep nesting; undefined for one that is. Names and
 * types are not looked at.
 */
export function celProblem(expression: string): SyntaxProblem | undefined {
  const size = codePointsIn(expression);
  if (size > mostCodePoints) return { offset: undefined, message: tooLarge(size) };
  const tokens = tokensOf(expression);
  if ('message' in tokens) return tokens;
  try {
    new Parser(tokens).whole();
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable) return error.problem;
    throw error;
  }
}

/** Whether an expression uses a variable of that name; undefined where it cannot be read, or is too large for the server. */
export function usesName(expression: string, name: string): boolean | undefined {
  if (codePointsIn(expression) > mostCodePoints) return undefined;
  const tokens = tokensOf(expression);
  if ('message' in tokens) return undefined;
  return tokens.some(
    ({ type, text }, index) => type === 'identifier' && text === name && tokens[index - 1]?.text !== '.',
  );
}

/** Whether a text can be the name of a variable in expressions. */
export function isCelIdentifier(text: string): boolean {
  const isKeyword = text === 'in' || text === 'true' || text === 'false' || text === 'null';
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !isKeyword && !reserved.has(text);
}

class Unreadable extends Error {
  readonly problem: SyntaxProblem;

  constructor(problem: SyntaxProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** What an expression is, as far as macros ask. `name` may be the first part of a message's type. */
type Shape = 'name' | 'selection' | 'other';

/** Levels of expressions in each other that the server reads (cel-go's parser, as kube-apiserver 1.35 answers). */
const deepest = 250;
/** Operators, or selections, one behind the other: each makes the tree one level deeper. */
const longestChain = 250;
const mostCodePoints = 100_000;

function tooLarge(size: number): string {
  return `expression code point size exceeds limit: size: ${size}, limit ${mostCodePoints}`;
}

function codePointsIn(text: string): number {
  return text.length <= mostCodePoints ? text.length : codePointCount(text);
}

const tooDeep: SyntaxProblem = {
  offset: undefined,
  message: `expression recursion limit exceeded: ${deepest}`,
};
const tooLong: SyntaxProblem = { offset: undefined, message: 'max recursion depth exceeded' };

const reserved = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);
const overItems = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);
const relations = new Set(['<', '<=', '>=', '>', '==', '!=', 'in']);
const binary = new Set([...relations, '&&', '||', '+', '-', '*', '/', '%']);
/** In the words of the server's parser, which names what it would take. */
export const missingOperand =
  "mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
const products = new Set(['*', '/', '%']);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): void {
    this.#expression();
    const { type, text, offset } = this.#next;
    if (type === 'end') return;
    if (type === 'text') this.#refuse();
    const found = this.#tokens[this.#at + 1]?.type === 'end' ? 'extraneous' : 'mismatched';
    throw new Unreadable({ offset, message: `${found} input '${text}' expecting <EOF>` });
  }

  #expression(): Shape {
    if (++this.#depth > deepest) throw new Unreadable(tooDeep);
    const shape = this.#either();
    const isChoice = this.#take('?');
    if (isChoice) {
      this.#either();
      this.#expect(':');
      this.#expression();
    }
    this.#depth--;
    return isChoice ? 'other' : shape;
  }

  #either(): Shape {
    return this.#joined(
      (text) => text === '||',
      () =>
        this.#joined(
          (text) => text === '&&',
          () => this.#relation(),
        ),
    );
  }

  #relation(): Shape {
    return this.#joined(
      (text) => relations.has(text),
      () =>
        this.#joined(
          (text) => text === '+' || text === '-',
          () =>
            this.#joined(
              (text) => products.has(text),
              () => this.#unary(),
              longestChain,
            ),
          longestChain,
        ),
      longestChain,
    );
  }

  /** `most` is how many operators may follow each other; those of logic are balanced by the server. */
  #joined(
    isOperator: (text: string) => boolean,
    operand: () => Shape,
    most = Number.POSITIVE_INFINITY,
  ): Shape {
    let shape = operand();
    let count = 0;
    while ((this.#next.type === 'operator' || this.#next.text === 'in') && isOperator(this.#next.text)) {
      if (++count > most) throw new Unreadable(tooLong);
      this.#at++;
      operand();
      shape = 'other';
    }
    return shape;
  }

  #unary(): Shape {
    const sign = this.#next.text;
    if (this.#next.type !== 'operator' || (sign !== '!' && sign !== '-')) return this.#member();
    while (this.#take(sign));
    this.#member();
    return 'other';
  }

  #member(): Shape {
    let shape = this.#primary();
    // Only names with dots between them can be the type of a message.
    let isType = shape === 'name';
    for (let count = 0; ; count++) {
      if (count > longestChain) throw new Unreadable(tooLong);
      if (this.#take('.')) {
        const isOptional = this.#take('?');
        const { type, text } = this.#next;
        if (type !== 'identifier' && type !== 'escaped') this.#refuse();
        this.#at++;
        const isCall = type === 'identifier' && !isOptional && this.#take('(');
        if (isCall) this.#macro(text, this.#arguments());
        shape = isCall || isOptional ? 'other' : 'selection';
        isType &&= shape === 'selection' && type === 'identifier';
      } else if (this.#take('[')) {
        this.#take('?');
        this.#expression();
        this.#expect(']');
        [shape, isType] = ['other', false];
      } else if (isType && this.#take('{')) {
        this.#entries(() => this.#fieldName());
        [shape, isType] = ['other', false];
      } else return shape;
    }
  }

  #primary(): Shape {
    const { type, text, offset } = this.#next;
    if (type === 'text' || type === 'number' || (type === 'keyword' && text !== 'in')) {
      this.#at++;
      return 'other';
    }
    if (this.#take('-')) {
      if (this.#next.type !== 'number') this.#refuse();
      this.#at++;
      return 'other';
    }
    if (this.#take('(')) {
      const shape = this.#expression();
      this.#expect(')');
      return shape;
    }
    if (this.#take('[')) return this.#list();
    if (this.#take('{')) {
      this.#entries(() => this.#optional());
      return 'other';
    }
    this.#take('.');
    return this.#name(text === '.' ? this.#next : { type, text, offset });
  }

  #name({ type, text, offset }: Token): Shape {
    if (type !== 'identifier') this.#refuse();
    this.#at++;
    const isCall = this.#take('(');
    const isMessage = this.#next.text === '{' || this.#next.text === '.';
    if (reserved.has(text) && (isCall || !isMessage)) {
      throw new Unreadable({ offset, message: `reserved identifier: ${text}` });
    }
    if (!isCall) return 'name';
    const given = this.#arguments();
    if (text === 'has' && given.length === 1 && given[0]!.shape !== 'selection') {
      throw new Unreadable({ offset: given[0]!.offset, message: 'invalid argument to has() macro' });
    }
    return 'other';
  }

  /** What is asked of all items of a list names each of them first. */
  #macro(name: string, given: readonly { shape: Shape; offset: number }[]): void {
    const [first] = given;
    if (!overItems.has(name) || given.length !== 2 || first!.shape === 'name') return;
    throw new Unreadable({ offset: first!.offset, message: 'argument must be a simple name' });
  }

  /** After the parenthesis. */
  #arguments(): { shape: Shape; offset: number }[] {
    const given: { shape: Shape; offset: number }[] = [];
    if (this.#take(')')) return given;
    do {
      const { offset } = this.#next;
      given.push({ shape: this.#expression(), offset });
    } while (this.#take(','));
    this.#expect(')');
    return given;
  }

  /** After the bracket. */
  #list(): Shape {
    while (!this.#take(']')) {
      if (this.#next.text !== ',') this.#optional();
      if (this.#take(']')) break;
      this.#expect(',');
      if (this.#next.text === ',') this.#refuse();
    }
    return 'other';
  }

  /** After the brace: keys and values. */
  #entries(key: () => void): void {
    while (!this.#take('}')) {
      if (this.#next.text !== ',') {
        key();
        this.#expect(':');
        this.#expression();
      }
      if (this.#take('}')) break;
      this.#expect(',');
      if (this.#next.text === ',') this.#refuse();
    }
  }

  #fieldName(): void {
    this.#take('?');
    if (this.#next.type !== 'identifier' && this.#next.type !== 'escaped') this.#refuse();
    this.#at++;
  }

  #optional(): void {
    this.#take('?');
    this.#expression();
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #take(text: string): boolean {
    if (this.#next.type !== 'operator' || this.#next.text !== text) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#refuse(`, expected ${JSON.stringify(text)}`);
  }

  #refuse(more = ''): never {
    const { type, text, offset } = this.#next;
    const last = this.#tokens[this.#at - 1];
    if (type === 'end' && last && last.type !== 'text' && binary.has(last.text)) {
      throw new Unreadable({ offset, message: missingOperand });
    }
    const found = type === 'end' ? 'the expression ends too early' : `unexpected ${JSON.stringify(text)}`;
    throw new Unreadable({ offset, message: `${found}${more}` });
  }
}
