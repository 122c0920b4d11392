import type { StampedLine } from './stamped-line.ts';

/** Lines by their places, as an array has them. */
export interface Lines {
  readonly length: number;
  at(place: number): StampedLine | undefined;
}

/**
 * Lines that are to be kept for a moment, as one text: three objects a line that live for a fifth of a second are old to V8,
 * which lets hundreds of megabytes of them come together before it looks for those that are gone.
 */
export function packLines(lines: readonly StampedLine[]): Lines {
  const texts: string[] = [];
  const ends = new Uint32Array(lines.length * 2);
  const continuing = new Set<number>();
  let end = 0;
  for (const [place, { timestamp, text, continues }] of lines.entries()) {
    texts.push(timestamp, text);
    ends[place * 2] = end += timestamp.length;
    ends[place * 2 + 1] = end += text.length;
    if (continues) continuing.add(place);
  }
  const all = texts.join('');
  // What is returned must not keep the lines.
  const { length } = lines;
  return {
    length,
    at(place) {
      if (place >= length) return undefined;
      const middle = ends[place * 2]!;
      const line = {
        timestamp: all.slice(place === 0 ? 0 : ends[place * 2 - 1], middle),
        text: all.slice(middle, ends[place * 2 + 1]),
      };
      return continuing.has(place) ? { ...line, continues: true } : line;
    },
  };
}
