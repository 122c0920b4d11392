import { Transform } from 'node:stream';

/** A header has two lines of some 50 characters. */
const longestHeader = 8 * 1024;
/** The largest text that an editor opens, and what JSON makes of it, is less. */
const largestMessage = 256 * 1024 * 1024;

/**
 * Lets messages of the Language Server Protocol through as they come, and ends with an error where what comes is none: a
 * header without an end, without a `Content-Length` or with one that is no number, or that of a message which nobody has
 * room for. Nothing behind such a header can be told apart.
 */
export function boundedInput(): Transform {
  let header = '';
  let left = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        for (let at = 0; at < chunk.length; ) {
          if (left > 0) {
            const taken = Math.min(left, chunk.length - at);
            left -= taken;
            at += taken;
            continue;
          }
          const end = chunk.indexOf('\n', at);
          const to = end < 0 ? chunk.length : end + 1;
          if (header.length + to - at > longestHeader)
            throw new Error(`a header has no end within ${longestHeader} bytes`);
          header += chunk.toString('latin1', at, to);
          at = to;
          if (!header.endsWith('\r\n\r\n')) continue;
          left = lengthIn(header);
          header = '';
        }
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function lengthIn(header: string): number {
  const written = /^content-length:[ \t]*(.*?)[ \t]*\r$/im.exec(header)?.[1];
  if (written === undefined) throw new Error('a header has no Content-Length');
  const length = /^\d+$/.test(written) ? Number(written) : Number.NaN;
  if (Number.isNaN(length)) throw new Error(`a Content-Length is no number: ${written.slice(0, 40)}`);
  if (length > largestMessage) throw new Error(`a message of ${written.slice(0, 40)} bytes is too large`);
  return length;
}
