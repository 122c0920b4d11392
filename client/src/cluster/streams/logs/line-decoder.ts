/** Turns bytes, cut anywhere, into lines without their ends. */
export interface LineDecoder<Line> {
  /** The lines that `chunk` completes. A line longer than the limit comes in pieces. */
  push(chunk: Uint8Array): Line[];
  /** What is left when the stream has ended: a last line without an end, or nothing. */
  end(): Line[];
}

/** A line from its beginning, or more of one that is longer than the limit. */
export type LinePart = 'line' | 'more of a line';

const defaultLimit = 64 * 1024;

/**
 * `read` makes of a text what is wanted of it; `limit` is in UTF-16 units, counted from a line's beginning, so that the same
 * line always comes in the same pieces. Bytes that are no UTF-8 become U+FFFD.
 */
export function decodeLines<Line>(
  read: (text: string, part: LinePart) => Line,
  limit = defaultLimit,
): LineDecoder<Line> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  let part: LinePart = 'line';

  /** All of `text` but the last piece, which is given back. */
  const takePieces = (text: string, lines: Line[]): string => {
    let start = 0;
    while (text.length - start > limit) {
      let end = start + limit;
      // Never between the two halves of a character.
      if (end - start > 1 && isHighSurrogate(text.charCodeAt(end - 1))) end--;
      lines.push(read(text.slice(start, end), part));
      part = 'more of a line';
      start = end;
    }
    return start === 0 ? text : text.slice(start);
  };

  const takeLine = (text: string, lines: Line[]) => {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    lines.push(read(line.length > limit ? takePieces(line, lines) : line, part));
    part = 'line';
  };

  const take = (text: string): Line[] => {
    const lines: Line[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const piece = text.slice(start, end);
      takeLine(rest === '' ? piece : rest + piece, lines);
      rest = '';
      start = end + 1;
    }
    rest = takePieces(rest + text.slice(start), lines);
    return lines;
  };

  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true })),
    end() {
      const lines = take(decoder.decode());
      if (rest !== '') takeLine(rest, lines);
      rest = '';
      return lines;
    },
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
