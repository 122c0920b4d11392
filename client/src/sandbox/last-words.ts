import type { Readable } from 'node:stream';

/** How much of what a program prints is kept. */
const longestWords = 4000;

/** Keeps what a program printed last on a stream, which it reads: nothing waits for a reader. */
export function lastWordsOf(stream: Pick<Readable, 'on'> | null): () => string {
  let words = '';
  stream?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-longestWords);
  });
  return () => words.trim();
}
