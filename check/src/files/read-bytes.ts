import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Where files are read into, one after the other: of most manifests one read takes all. */
let buffer: Buffer = Buffer.allocUnsafeSlow(64 * 1024);

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
    // Only a read that gives nothing tells the end of a pipe. A file's size is dearer to ask for.
    for (;;) {
      const read = readSync(file, buffer, length, buffer.length - length, null);
      if (read === 0) return buffer.subarray(0, length);
      length += read;
      if (length > most) throw new RangeError(`there are more than ${most} bytes`);
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
