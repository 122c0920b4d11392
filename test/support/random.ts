/** A source of whole numbers from 0 to below `limit` that is the same for the same seed. */
export function seededRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const pieces = [
  ...':"\'[]{}#|\t,@%\\-'.split(''),
  ...[
    '\n',
    '\n---\n',
    ' ',
    '  ',
    '- ',
    ': ',
    '&a ',
    '*a',
    '? ',
    '!!str ',
    '...\n',
    '<<: *a\n',
    '\r\n',
    '😀',
    '\0',
    '\ud800',
  ],
];

/** The text after one random edit of the kinds people make: type, delete, cut or double lines. */
export function randomEdit(text: string, random: (limit: number) => number): string {
  const at = random(text.length + 1);
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = text.indexOf('\n', at) + 1 || text.length;
  switch (random(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1 + random(5));
    case 1:
      return text.slice(0, lineStart) + text.slice(lineEnd);
    case 2:
      return text.slice(0, lineEnd) + text.slice(lineStart, lineEnd) + text.slice(lineEnd);
    default:
      return text.slice(0, at) + pieces[random(pieces.length)] + text.slice(at);
  }
}
