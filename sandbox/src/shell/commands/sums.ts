import { createHash } from 'node:crypto';
import { absolutePath, FileError } from '../file-system.ts';
import { type Command, complain, type Process } from '../process.ts';

/** `sha256sum [FILE...]` */
export const sha256sum: Command = (process) =>
  eachInput(process, 'sha256sum', async (pieces, name) => {
    const hash = createHash('sha256');
    for await (const piece of pieces) hash.update(piece);
    return `${hash.digest('hex')}  ${name ?? '-'}\n`;
  });

/** `cksum [FILE...]`: the sum of POSIX, and how many bytes it is of. */
export const cksum: Command = (process) =>
  eachInput(process, 'cksum', async (pieces, name) => {
    let sum = 0;
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      for (const byte of piece) sum = nextSum(sum, byte);
    }
    for (let left = size; left > 0; left = Math.floor(left / 256)) sum = nextSum(sum, left % 256);
    return `${~sum >>> 0} ${size}${name === undefined ? '' : ` ${name}`}\n`;
  });

const chunk = 64 * 1024;

async function eachInput(
  process: Process,
  command: string,
  sum: (pieces: AsyncIterable<Buffer>, name: string | undefined) => Promise<string>,
): Promise<number> {
  const { arguments: words, directory, host, stdout } = process;
  const names = words.filter((word) => word === '-' || !word.startsWith('-'));
  if (names.length === 0) names.push('-');
  let code = 0;
  for (const name of names) {
    try {
      const pieces =
        name === '-' ? fromInput(process) : cut(host.files.read(absolutePath(name, directory)), process);
      await stdout.write(await sum(pieces, name === '-' ? undefined : name));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      code = await complain(process, `${command}: ${name}: ${error.reason}`);
    }
  }
  return code;
}

async function* fromInput({ stdin, signal }: Process): AsyncGenerator<Buffer, void, undefined> {
  for (let bytes = await stdin.read(signal); bytes; bytes = await stdin.read(signal)) yield bytes;
}

/** Others have their turn between the pieces. */
async function* cut(bytes: Buffer, { signal }: Process): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += chunk) {
    signal.throwIfAborted();
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    yield bytes.subarray(at, at + chunk);
  }
}

function nextSum(sum: number, byte: number): number {
  return (sum << 8) ^ table[(sum >>> 24) ^ byte]!;
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});
