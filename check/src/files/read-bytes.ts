import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Where files are read into, one after the other: of most manifests one read takes all. */
let buffer: Buffer = Buffer.allocUnsafeSlow(64 * 1024);

/** What is read: of a regular file a read that gives less than was asked for gives its end, of a pipe or a device it may not. */
export type Readable = 'regular file' | 'anything';

/**
 * The bytes of a file, a pipe or a device, to be used before the next call: they stand in the same memory then. Throws as
 * the system says, and a `RangeError` where there are more bytes than `most`.
 */
export function readBytes(path: string, most: number, what: Readable): Buffer {
  return bytesOf(openSync(path, 'r'), most, what);
}

/** The same of a regular file alone: a device may have no end, and who opens a pipe waits for a writer. Throws for others. */
export function readRegularBytes(path: string, most: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (fstatSync(file).isFile()) return bytesOf(file, most, 'regular file');
  closeSync(file);
  throw new Error('it is no regular file');
}

function bytesOf(file: number, most: number, what: Readable): Buffer {
  try {
    let length = 0;
    // Only a read that gives nothing tells the end of a pipe.
    for (;;) {
      const read = readSync(file, buffer, length, buffer.length - length, null);
      length += read;
      if (length > most) throw new RangeError(`there are more than ${most} bytes`);
      if (read === 0 || (what === 'regular file' && length < buffer.length)) {
        return buffer.subarray(0, length);
      }
      if (length === buffer.length) buffer = grown(buffer);
    }
  } finally {
    closeSync(file);
  }
}

/** Room for as much again: what one large file was read into serves for the next. */
function grown(full: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(full.length * 2);
  full.copy(larger);
  return larger;
}
