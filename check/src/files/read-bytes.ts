import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** What one read takes of a file: most manifests are read by one. */
const piece = 64 * 1024;
const buffer = Buffer.allocUnsafeSlow(piece);

/**
 * The bytes of a file, a pipe or a device, to be used before the next call: they stand in the same memory then. Throws as
 * the system says, and a `RangeError` where there are more bytes than `most`.
 */
export function readBytes(path: string, most: number): Buffer {
  return bytesOf(openSync(path, 'r'), most);
}

/** The same of a regular file alone: a device may have no end, and who opens a pipe waits for a writer. Throws for others. */
export function readRegularBytes(path: string, most: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (fstatSync(file).isFile()) return bytesOf(file, most);
  closeSync(file);
  throw new Error('it is no regular file');
}

function bytesOf(file: number, most: number): Buffer {
  try {
    let length = 0;
    // Of a small file the first read gives all; a pipe may have more to give, and a large file has. Its size is dearer to ask for.
    while (length < piece) {
      const read = readSync(file, buffer, length, piece - length, null);
      if (read === 0) return buffer.subarray(0, length);
      length += read;
    }
    return readRest(file, Buffer.from(buffer), most);
  } finally {
    closeSync(file);
  }
}

function readRest(file: number, first: Buffer, most: number): Buffer {
  const pieces = [first];
  let length = first.length;
  for (;;) {
    const next = Buffer.allocUnsafeSlow(piece * 16);
    const read = readSync(file, next, 0, next.length, null);
    if (read === 0) return Buffer.concat(pieces, length);
    length += read;
    if (length > most) throw new RangeError(`there are more than ${most} bytes`);
    pieces.push(next.subarray(0, read));
  }
}
