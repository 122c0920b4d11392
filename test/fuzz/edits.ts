/** One change of a text: what stands at `offset` for `length` is replaced. */
export interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/**
 * A random edit of the kinds people make: type, delete, paste from elsewhere, double and cut lines, shift them, lose a
 * quote or a bracket. `random` gives whole numbers below its argument; `elsewhere` is what may be pasted from.
 */
export function randomEdit(text: string, elsewhere: string, random: (limit: number) => number): Edit {
  const at = random(text.length + 1);
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = text.indexOf('\n', at) + 1 || text.length;
  switch (random(9)) {
    case 0:
      return { offset: at, length: Math.min(text.length - at, 1 + random(6)), text: '' };
    case 1:
      return { offset: lineStart, length: lineEnd - lineStart, text: '' };
    case 2:
      return { offset: lineEnd, length: 0, text: text.slice(lineStart, lineEnd) };
    case 3:
      return { offset: at, length: 0, text: slice(elsewhere, random) };
    case 4:
      return { offset: lineStart, length: 0, text: slice(elsewhere, random) };
    case 5:
      return cutMark(text, at);
    case 6:
      return text[lineStart] === ' ' && random(2) === 0
        ? { offset: lineStart, length: Math.min(2, lineEnd - lineStart), text: '' }
        : { offset: lineStart, length: 0, text: '  ' };
    case 7:
      return { offset: lineEnd, length: 0, text: `${/^ */.exec(text.slice(lineStart, lineEnd))![0]}\n` };
    default:
      return { offset: at, length: 0, text: pieces[random(pieces.length)]! };
  }
}

/** The text after an edit. */
export function apply(text: string, edit: Edit): string {
  return text.slice(0, edit.offset) + edit.text + text.slice(edit.offset + edit.length);
}

const pieces = [
  ...':"\'[]{}#|>\t,@%\\-*&!?'.split(''),
  ...[
    '\n',
    '\n---\n',
    '---',
    ' ',
    '  ',
    '- ',
    ': ',
    '&a ',
    '*a',
    '? ',
    '!!str ',
    '!!binary ',
    '...\n',
    '<<: *a\n',
  ],
  ...[
    '\r\n',
    '\r',
    '😀',
    '\0',
    '\ud800',
    '\udc00',
    '\ufeff',
    '\u2028',
    '\u0085',
    '{{ .Values.x }}',
    '|\n',
    '""',
  ],
  ...['apiVersion: v1\n', 'kind: List\n', 'kind: Pod\n', 'items:\n', 'metadata:\n', 'spec:\n', 'name: a\n'],
  ...['__proto__: 1\n', 'constructor: {}\n', 'toString: x\n', '9'.repeat(400), '-0x1', '1e999', '.nan', '~'],
];

function slice(text: string, random: (limit: number) => number): string {
  const from = random(text.length + 1);
  return text.slice(from, from + random(200));
}

/** Takes away the next quote, bracket or colon. */
function cutMark(text: string, from: number): Edit {
  const found = /["'[\]{}:]/g;
  found.lastIndex = from;
  const offset = found.exec(text)?.index ?? text.length;
  return { offset, length: offset < text.length ? 1 : 0, text: '' };
}
