/** Turns bytes, cut anywhere, into lines of text without their ends. */
export interface LineDecoder {
  /** The lines that `chunk` completes. A line longer than the limit comes in pieces. */
  push(chunk: Uint8Array): string[];
  /** What is left when the stream has ended: a last line without an end, or nothing. */
  end(): string[];
}

const defaultLimit = 64 * 1024;

/** `limit` is in UTF-16 units. Bytes that are no UTF-8 become U+FFFD. */
export function decodeLines(limit = defaultLimit): LineDecoder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';

  const take = (text: string): string[] => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const complete = lines.some((line) => line.length > limit)
      ? lines.flatMap((line) => piecesOf(withoutReturn(line), limit))
      : lines.map(withoutReturn);
    if (rest.length <= limit) return complete;
    const pieces = piecesOf(rest, limit);
    rest = pieces.pop() ?? '';
    return [...complete, ...pieces];
  };

  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true })),
    end() {
      const lines = take(decoder.decode());
      if (rest !== '') lines.push(withoutReturn(rest));
      rest = '';
      return lines;
    },
  };
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function piecesOf(line: string, limit: number): string[] {
  if (line.length <= limit) return [line];
  const pieces: string[] = [];
  for (let start = 0; start < line.length; ) {
    let end = Math.min(start + limit, line.length);
    // Never between the two halves of a character.
    if (end < line.length && end - start > 1 && isHighSurrogate(line.charCodeAt(end - 1))) end--;
    pieces.push(line.slice(start, end));
    start = end;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
