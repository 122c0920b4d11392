import { badRequest } from '../errors.ts';

/** Whether an object's labels satisfy a selector. */
export type LabelSelector = (labels: Readonly<Record<string, string>>) => boolean;

/**
 * Reads a `labelSelector` parameter: `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1`. Throws a 400 with the words of
 * the API server's parser.
 */
export function parseLabelSelector(text: string): LabelSelector {
  const tokens = tokenize(text);
  const requirements: LabelSelector[] = [];
  let index = 0;
  const peek = () => tokens[index] ?? endToken;
  const next = () => tokens[index++] ?? endToken;

  if (peek().type === 'end') return () => true;
  for (;;) {
    requirements.push(readRequirement(peek, next));
    const separator = next();
    if (separator.type === 'end') break;
    if (separator.text !== ',') throw unexpected(separator, "',' or 'end of string'");
    if (peek().type === 'end') throw refuse(`found '', expected: identifier after ','`);
  }
  return (labels) => requirements.every((matches) => matches(labels));
}

interface Token {
  readonly type: 'word' | 'symbol' | 'end';
  readonly text: string;
}

const endToken: Token = { type: 'end', text: '' };
const operators = 'in, notin, =, ==, !=, gt, lt';

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(==|!=|[=!<>(),]|[^\s=!<>(),]+)/gy;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const part = match[1]!;
    tokens.push({ type: /^[=!<>(),]/.test(part) ? 'symbol' : 'word', text: part });
  }
  return tokens;
}

function readRequirement(peek: () => Token, next: () => Token): LabelSelector {
  if (peek().text === '!') {
    next();
    const key = readKey(next());
    return (labels) => !Object.hasOwn(labels, key);
  }
  const key = readKey(next());
  if (peek().type === 'end' || peek().text === ',') return (labels) => Object.hasOwn(labels, key);
  const operator = next();
  if (operator.text === '=' || operator.text === '==') {
    const value = readValue(peek, next);
    return (labels) => Object.hasOwn(labels, key) && labels[key] === value;
  }
  if (operator.text === '!=') {
    const value = readValue(peek, next);
    return (labels) => !Object.hasOwn(labels, key) || labels[key] !== value;
  }
  if (operator.text === 'in' || operator.text === 'notin') {
    const values = readValues(peek, next);
    if (operator.text === 'in') return (labels) => Object.hasOwn(labels, key) && values.has(labels[key]!);
    return (labels) => !Object.hasOwn(labels, key) || !values.has(labels[key]!);
  }
  if (operator.text === '>' || operator.text === '<') {
    const bound = Number(readValue(peek, next));
    if (!Number.isInteger(bound)) throw refuse("for 'Gt', 'Lt' operators, the value must be an integer");
    if (operator.text === '>') return (labels) => Object.hasOwn(labels, key) && Number(labels[key]) > bound;
    return (labels) => Object.hasOwn(labels, key) && Number(labels[key]) < bound;
  }
  throw unexpected(operator, operators);
}

function readKey(token: Token): string {
  if (token.type !== 'word') throw unexpected(token, 'identifier');
  if (!/^(?:[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(token.text)) {
    throw refuse(
      `key: Invalid value: ${JSON.stringify(token.text)}: name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    );
  }
  return token.text;
}

/** A value may be left out: `a=` selects the empty one. */
function readValue(peek: () => Token, next: () => Token): string {
  if (peek().type === 'end' || peek().text === ',') return '';
  const token = next();
  if (token.type !== 'word') throw unexpected(token, 'identifier');
  return token.text;
}

function readValues(peek: () => Token, next: () => Token): ReadonlySet<string> {
  const open = next();
  if (open.text !== '(') throw unexpected(open, "'('");
  const values = new Set<string>();
  for (;;) {
    const token = next();
    if (token.type === 'word') {
      values.add(token.text);
      const separator = next();
      if (separator.text === ')') return values;
      if (separator.text !== ',') throw unexpected(separator, "',' or ')'");
      if (peek().text === ')') values.add('');
    } else if (token.text === ')') {
      if (values.size === 0) values.add('');
      return values;
    } else if (token.text === ',') {
      values.add('');
    } else {
      throw unexpected(token, "',', ')' or identifier");
    }
  }
}

function unexpected(token: Token, expected: string) {
  return refuse(`found '${token.text}', expected: ${expected}`);
}

function refuse(message: string) {
  return badRequest(`unable to parse requirement: ${message}`);
}
