/**
 * The values inside a sequence of DER, each with its header, in their order; those that can be read where it breaks off.
 */
export function derParts(sequence: Buffer): Buffer[] {
  const outer = readHeader(sequence, 0);
  if (!outer) return [];
  const parts: Buffer[] = [];
  for (let start = outer.start; start < outer.end; ) {
    const header = readHeader(sequence, start);
    if (!header || header.end > outer.end) return parts;
    parts.push(sequence.subarray(start, header.end));
    start = header.end;
  }
  return parts;
}

/** Where the contents of the value at `at` begin and end. */
function readHeader(bytes: Buffer, at: number): { start: number; end: number } | undefined {
  const first = bytes[at + 1];
  if (first === undefined) return undefined;
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (count > 4 || at + 2 + count > bytes.length) return undefined;
  const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
  const start = at + 2 + count;
  return start + length <= bytes.length ? { start, end: start + length } : undefined;
}
