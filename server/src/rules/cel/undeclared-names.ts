import { tokensOf } from './tokens.ts';

/** A name that stands for nothing. */
export interface UndeclaredName {
  readonly name: string;
  readonly offset: number;
}

/**
 * The names in an expression that are no variable of those declared, nor of a macro, a type or a library. Nothing of one that
 * cannot be read, or that makes objects, whose fields look like names.
 */
export function undeclaredNames(expression: string, declared: readonly string[]): UndeclaredName[] {
  const tokens = tokensOf(expression);
  if (
    'message' in tokens ||
    tokens.some(({ text }, index) => text === '{' && isType(tokens[index - 1]?.type))
  )
    return [];
  const known = new Set([...declared, ...libraries, ...types]);
  for (const [index, { text }] of tokens.entries()) {
    if (!binders.has(text) || tokens[index + 1]?.text !== '(') continue;
    for (const at of [index + 2, index + 4])
      if (tokens[at]?.type === 'identifier') known.add(tokens[at].text);
  }
  return tokens.flatMap(({ type, text, offset }, index) => {
    const isName =
      type === 'identifier' && tokens[index - 1]?.text !== '.' && tokens[index + 1]?.text !== '(';
    return isName && !known.has(text) ? [{ name: text, offset }] : [];
  });
}

function isType(before: string | undefined): boolean {
  return before === 'identifier';
}

/** Macros and functions whose first names are variables of their own. */
const binders = new Set([
  'all',
  'exists',
  'exists_one',
  'existsOne',
  'filter',
  'map',
  'transformList',
  'transformMap',
  'transformMapEntry',
  'sortBy',
  'bind',
  'optMap',
  'optFlatMap',
]);
const types = ['int', 'uint', 'double', 'bool', 'string', 'bytes', 'list', 'map', 'null_type', 'type', 'dyn'];
const libraries = [
  'base64',
  'cel',
  'cidr',
  'format',
  'google',
  'ip',
  'jsonpatch',
  'kubernetes',
  'lists',
  'math',
  'net',
  'optional',
  'optional_type',
  'proto',
  'quantity',
  'regex',
  'semver',
  'sets',
  'strings',
  'url',
  'Object',
  'JSONPatch',
];
