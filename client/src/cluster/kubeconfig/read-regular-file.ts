import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const mebibyte = 1024 * 1024;
const chunkLength = 64 * 1024;

/**
 * A file's bytes, at most `most` of them. Its kind and its size are known before anything is read: a device or a pipe
 * would never end, or never begin. Rejects as Node does, and with an Error in words for these.
 */
export async function readRegularFile(path: string, most: number): Promise<Uint8Array> {
  // Without waiting for somebody who writes into a pipe; on Windows there is no such flag.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    if (!stat.isFile()) throw new Error('it is no file but a device or a pipe');
    if (stat.size > most) throw new Error(`it is larger than ${most / mebibyte} MiB`);
    const chunks: Uint8Array[] = [];
    for (let length = 0; ; ) {
      // It may grow meanwhile, and files of /proc say that they are empty.
      const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkLength), 0, chunkLength);
      if (bytesRead === 0) return Buffer.concat(chunks);
      length += bytesRead;
      if (length > most) throw new Error(`it is larger than ${most / mebibyte} MiB`);
      chunks.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
