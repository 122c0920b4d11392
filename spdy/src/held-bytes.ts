/** Less is not worth the count. */
const least = 4096;

/** How many need the memory that bytes are in, where it is counted. */
const holders = new WeakMap<ArrayBufferLike, number>();

/**
 * Takes what was read of a socket for one's own: its memory is free once all who hold it have let it go. Else it waits for the
 * collector, which looks for such memory when there are 64 MB of it. Nobody else may have these bytes; what is never let go is
 * collected as ever.
 */
export function ownBytes(bytes: Uint8Array): void {
  const { buffer, length } = bytes;
  // Smaller ones share the memory of others.
  if (length >= least && length === buffer.byteLength && !holders.has(buffer)) holders.set(buffer, 1);
}

/** One more needs these bytes, or a part of them. Nothing where they are nobody's own. */
export function holdBytes({ buffer }: Uint8Array): void {
  const count = holders.get(buffer);
  if (count !== undefined) holders.set(buffer, count + 1);
}

/** One who held these bytes, or a part of them, reads them no more. */
export function letGoBytes({ buffer }: Uint8Array): void {
  const count = holders.get(buffer);
  if (count === undefined) return;
  if (count > 1) {
    holders.set(buffer, count - 1);
    return;
  }
  holders.delete(buffer);
  // Node 20 has it not: there it waits for the collector.
  (buffer as { transfer?: (length: number) => unknown }).transfer?.(0);
}
