import { type Token as CelToken, tokensOf } from '../../rules/cel/tokens.ts';
import type { ScalarNode } from '../../yaml/nodes.ts';
import type { Token } from './token.ts';

/** A longer expression keeps the colours that a grammar gives it. */
const longest = 20_000;

/**
 * The words of an expression that a scalar holds, by their places from the start of the text. None where it cannot be
 * read. `text` is the whole text that the scalar's span is of.
 */
export function celTokens(scalar: ScalarNode, text: string): Token[] {
  const { span } = scalar;
  if (span.end - span.start > longest) return [];
  const written = writtenText(scalar, text.slice(span.start, span.end));
  const words = tokensOf(written.text);
  if ('message' in words) return [];
  return words.flatMap((word, index) => {
    const type = typeOf(word, isSelected(words, index), words[index + 1]);
    return type ? placed(word, type, written, span.start) : [];
  });
}

/** What an expression is read from: its characters, and where each of them and the end stand in the scalar. */
interface WrittenText {
  readonly text: string;
  readonly places: readonly number[];
}

function writtenText({ style }: ScalarNode, source: string): WrittenText {
  switch (style) {
    case 'plain':
      return inOrder(source, 0);
    case 'literal':
    case 'folded': {
      const header = source.indexOf('\n') + 1;
      return inOrder(source, header === 0 ? source.length : header);
    }
    case 'single-quoted':
      return unquoted(source, /''/y, () => "'");
    case 'double-quoted':
      return unquoted(source, /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])/y, (escaped) =>
        escaped === '\\"' || escaped === '\\\\' || escaped === '\\/' ? escaped[1]! : ' ',
      );
  }
}

function inOrder(source: string, from: number): WrittenText {
  const text = source.slice(from);
  return { text, places: Array.from({ length: text.length + 1 }, (_, index) => from + index) };
}

/** A quoted text without its quotes; what is escaped becomes one character. */
function unquoted(source: string, escaped: RegExp, character: (escaped: string) => string): WrittenText {
  const places: number[] = [];
  let text = '';
  const end = source.length > 1 && source.at(-1) === source[0] ? source.length - 1 : source.length;
  for (let at = 1; at < end; ) {
    escaped.lastIndex = at;
    const found = escaped.exec(source)?.[0];
    places.push(at);
    text += found === undefined ? source[at]! : character(found);
    at += found?.length ?? 1;
  }
  places.push(end);
  return { text, places };
}

const macros = new Set(['has', 'all', 'exists', 'exists_one', 'map', 'filter']);

/** Whether a word is a field of what stands before it: behind a dot, or behind the `.?` of one that need not be there. */
function isSelected(words: readonly CelToken[], index: number): boolean {
  const before = words[index - 1]?.text;
  return before === '.' || (before === '?' && words[index - 2]?.text === '.');
}

function typeOf(
  { type, text }: CelToken,
  selected: boolean,
  after: CelToken | undefined,
): Pick<Token, 'type' | 'modifiers'> | undefined {
  switch (type) {
    case 'identifier':
      if (after?.text === '(')
        return macros.has(text) ? { type: 'function', modifiers: ['defaultLibrary'] } : { type: 'function' };
      return { type: selected ? 'property' : 'variable' };
    case 'escaped':
      return { type: 'property' };
    case 'number':
      return { type: 'number' };
    case 'text':
      return { type: 'string' };
    case 'keyword':
      return { type: 'keyword' };
    case 'operator':
      return /^[()[\]{},.]$/.test(text) ? undefined : { type: 'operator' };
    case 'end':
      return undefined;
  }
}

/** A word over several lines is one token on each. */
function placed(
  { text, offset }: CelToken,
  meaning: Pick<Token, 'type' | 'modifiers'>,
  { places }: WrittenText,
  start: number,
): Token[] {
  const tokens: Token[] = [];
  let at = offset;
  for (const line of text.split('\n')) {
    const margin = at === offset ? 0 : line.length - line.trimStart().length;
    const from = places[at + margin]!;
    const to = places[at + line.trimEnd().length]!;
    if (to > from) tokens.push({ offset: start + from, length: to - from, ...meaning });
    at += line.length + 1;
  }
  return tokens;
}
