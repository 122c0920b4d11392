import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { discard } from './discard.ts';
import { TooLongError } from './read-body.ts';

/** An answer that cannot be inflated; `message` says what is wrong with it. */
export class EncodingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EncodingError';
  }
}

/** Bytes that are inflated at a time: a page of Pods is some megabytes. */
const chunkSize = 64 * 1024;

/**
 * A body as it was before it was compressed, by the header `Content-Encoding`. It comes as it is read, so that whoever reads
 * no more than so many bytes is safe from what inflates for ever; what is sent compressed is at most `longest` bytes too.
 * Ending it ends the body that it comes from, and what breaks off that one breaks off this one.
 * @throws EncodingError of an encoding that nobody asked for, and nothing is read of it then
 */
export function decodedBody(body: Readable, encoding: string | undefined, longest: number): Readable {
  const name = encoding?.trim().toLowerCase() || 'identity';
  if (name === 'identity') return body;
  if (name !== 'gzip' && name !== 'x-gzip') {
    discard(body);
    throw new EncodingError(`the answer is compressed (${name.slice(0, 100)}), which was not asked for`);
  }
  const inflated = createGunzip({ chunkSize });
  let length = 0;
  body.on('data', (chunk: Uint8Array) => {
    length += chunk.length;
    if (length > longest) body.destroy(new TooLongError(longest));
  });
  // Who reads the one hears what went wrong with the other.
  pipeline(body, inflated, () => undefined);
  return inflated;
}

/** An error of the reading of such a body; one of zlib's says what is wrong in words. */
export function readingError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!code?.startsWith('Z_')) return error;
  const fault =
    code === 'Z_BUF_ERROR' ? 'the answer is compressed and cut' : 'the answer is not gzip, as it says it is';
  return new EncodingError(fault, { cause: error });
}
