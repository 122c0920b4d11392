import { labelValue } from '../../../server/src/rules/formats/label-value.ts';
import { qualifiedName } from '../../../server/src/rules/formats/qualified-name.ts';
import { badRequest } from '../errors.ts';

/** One condition of a label selector. `=` is `In` with one value, `!=` is `NotIn`. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';
  readonly values: readonly string[];
}

type Labels = Readonly<Record<string, string>>;

/** Whether labels satisfy every requirement; without any, they do. */
export function satisfies(labels: Labels, requirements: readonly LabelRequirement[]): boolean {
  return requirements.every((requirement) => meets(labels, requirement));
}

/**
 * Whether labels match the selector that an object has. An empty one, or none, matches nothing: no controller may own
 * everything.
 */
export function selects(selector: unknown, labels: Labels | undefined): boolean {
  if (typeof selector !== 'object' || selector === null || Array.isArray(selector)) return false;
  const requirements = requirementsOf(selector);
  return requirements.length > 0 && satisfies(labels ?? {}, requirements);
}

/** The same for selectors that may mean everything: an empty one matches all labels, none matches nothing. */
export function selectsAll(selector: unknown, labels: Labels | undefined): boolean {
  if (typeof selector !== 'object' || selector === null || Array.isArray(selector)) return false;
  return satisfies(labels ?? {}, requirementsOf(selector));
}

/**
 * Reads a `labelSelector` parameter: `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1`. Throws a 400 with the words of
 * the API server's parser.
 */
export function parseLabelSelector(text: string): LabelRequirement[] {
  const tokens = new Tokens(text);
  const requirements: LabelRequirement[] = [];
  if (tokens.peek().type === 'end') return requirements;
  for (;;) {
    if (tokens.peek().type !== 'word' && tokens.peek().text !== '!') {
      throw unexpected(tokens.peek(), "!, identifier, or 'end of string'");
    }
    requirements.push(readRequirement(tokens));
    const separator = tokens.next();
    if (separator.type === 'end') return requirements;
    if (separator.text !== ',') throw unexpected(separator, "',' or 'end of string'");
    const after = tokens.peek();
    if (after.type !== 'word' && after.text !== '!') throw unexpected(after, "identifier after ','");
  }
}

/** The requirements of a `LabelSelector`, or of a plain map of labels as Services and ReplicationControllers have. */
function requirementsOf(selector: object): LabelRequirement[] {
  const isPlainMap = !('matchLabels' in selector) && !('matchExpressions' in selector);
  const { matchLabels, matchExpressions } = (isPlainMap ? { matchLabels: selector } : selector) as {
    matchLabels?: Record<string, string>;
    matchExpressions?: { key: string; operator: LabelRequirement['operator']; values?: string[] }[];
  };
  return [
    ...Object.entries(matchLabels ?? {}).map(
      ([key, value]): LabelRequirement => ({ key, operator: 'In', values: [value] }),
    ),
    ...(matchExpressions ?? []).map(({ key, operator, values = [] }) => ({ key, operator, values })),
  ];
}

/** Labels come from files: what an object inherits is none. */
function meets(labels: Labels, { key, operator, values }: LabelRequirement): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0]);
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0]);
    default:
      return false;
  }
}

interface Token {
  readonly type: 'word' | 'symbol' | 'end';
  readonly text: string;
}

const endToken: Token = { type: 'end', text: '' };

class Tokens {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = Array.from(text.matchAll(/==|!=|[=!<>(),]|[^\s=!<>(),]+/g), ([part]) => ({
      type: /^[=!<>(),]/.test(part) ? 'symbol' : 'word',
      text: part,
    }));
  }

  peek(): Token {
    return this.#tokens[this.#at] ?? endToken;
  }

  next(): Token {
    return this.#tokens[this.#at++] ?? endToken;
  }
}

function readRequirement(tokens: Tokens): LabelRequirement {
  if (tokens.peek().text === '!') {
    tokens.next();
    return { key: readKey(tokens.next()), operator: 'DoesNotExist', values: [] };
  }
  const key = readKey(tokens.next());
  if (tokens.peek().type === 'end' || tokens.peek().text === ',')
    return { key, operator: 'Exists', values: [] };
  const written = tokens.next();
  const operator = operators.get(written.text);
  if (!operator) throw refusedRequirement(expected(written, 'in, notin, =, ==, !=, gt, lt'));
  const isList = written.type === 'word';
  const values = isList ? readValues(tokens) : [readValue(tokens)];
  checkValues(key, operator, values);
  return { key, operator, values };
}

const operators: ReadonlyMap<string, LabelRequirement['operator']> = new Map([
  ['=', 'In'],
  ['==', 'In'],
  ['!=', 'NotIn'],
  ['in', 'In'],
  ['notin', 'NotIn'],
  ['>', 'Gt'],
  ['<', 'Lt'],
]);

function readKey(token: Token): string {
  if (token.type !== 'word') throw refusedRequirement(expected(token, 'identifier'));
  const problems = qualifiedName(token.text);
  if (problems.length === 0) return token.text;
  throw refusedRequirement(`<nil>: Invalid value: ${JSON.stringify(token.text)}: ${problems.join('; ')}`);
}

/** The server looks at the values of a set in their order. */
function checkValues(key: string, operator: LabelRequirement['operator'], values: readonly string[]): void {
  const problems: string[] = [];
  const refuse = (field: string, value: string, why: string) =>
    problems.push(`${field}: Invalid value: ${JSON.stringify(value)}: ${why}`);
  if ((operator === 'Gt' || operator === 'Lt') && !/^[+-]?\d+$/.test(values[0] ?? '')) {
    refuse('values[0]', values[0] ?? '', "for 'Gt', 'Lt' operators, the value must be an integer");
  }
  for (const [index, value] of [...values].sort().entries()) {
    const found = labelValue(value);
    if (found.length > 0) refuse(`values[${index}][${key}]`, value, found.join('; '));
  }
  if (problems.length === 1) throw refusedRequirement(problems[0]!);
  if (problems.length > 1) throw refusedRequirement(`[${problems.join(', ')}]`);
}

/** A value may be left out: `a=` selects the empty one. */
function readValue(tokens: Tokens): string {
  if (tokens.peek().type === 'end' || tokens.peek().text === ',') return '';
  const token = tokens.next();
  if (token.type !== 'word') throw refusedRequirement(expected(token, 'identifier'));
  return token.text;
}

function readValues(tokens: Tokens): string[] {
  const open = tokens.next();
  if (open.text !== '(') throw refusedRequirement(`found '${open.text}' expected: '('`);
  const values = new Set<string>();
  for (;;) {
    const token = tokens.next();
    if (token.type === 'word') {
      values.add(token.text);
      const separator = tokens.next();
      if (separator.text === ')') return [...values];
      if (separator.text !== ',') throw refusedRequirement(expected(separator, "',' or ')'"));
      if (tokens.peek().text === ')') values.add('');
    } else if (token.text === ')') {
      if (values.size === 0) values.add('');
      return [...values];
    } else if (token.text === ',') {
      values.add('');
    } else {
      throw refusedRequirement(expected(token, "',', ')' or identifier"));
    }
  }
}

function expected(token: Token, what: string): string {
  return `found '${token.text}', expected: ${what}`;
}

function unexpected(token: Token, what: string) {
  return badRequest(expected(token, what));
}

function refusedRequirement(why: string) {
  return badRequest(`unable to parse requirement: ${why}`);
}
