/**
 * The text of a file: UTF-8, or UTF-16 behind its byte order mark, without the mark. What is no UTF-8 becomes signs of
 * replacement, as in an editor. Undefined for what is no text.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const [first, second, third, fourth] = bytes;
  // The mark of UTF-32 begins as that of UTF-16 does.
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return undefined;
  if (first === 0xff && second === 0xfe) return bytes.toString('utf16le', 2, evenEnd(bytes));
  if (first === 0xfe && second === 0xff) {
    return Buffer.from(bytes.subarray(2, evenEnd(bytes)))
      .swap16()
      .toString('utf16le');
  }
  if (bytes.includes(0)) return undefined;
  const isMarked = first === 0xef && second === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', isMarked ? 3 : 0);
}

/** A unit of UTF-16 has two bytes; half a one at the end is none. */
function evenEnd({ length }: Buffer): number {
  return length - (length % 2);
}
