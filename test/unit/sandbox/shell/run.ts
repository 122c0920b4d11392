import type { Clock } from '../../../../sandbox/src/clock.ts';
import { BytePipe } from '../../../../sandbox/src/shell/byte-pipe.ts';
import { FileSystem } from '../../../../sandbox/src/shell/file-system.ts';
import { runCommand } from '../../../../sandbox/src/shell/run-command.ts';

/** What came of a command. */
export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** A clock whose timers ring at once. */
export const hastyClock: Clock = {
  now: (() => {
    let time = Date.UTC(2026, 0, 2, 3, 4, 5);
    return () => (time += 3_600_000);
  })(),
  after(_milliseconds, callback) {
    const timer = setImmediate(callback);
    return { dispose: () => clearImmediate(timer) };
  },
};

/** A container's files, some of them there already. */
export function filesWith(texts: Readonly<Record<string, string>> = {}, bytes = 8 << 20): FileSystem {
  const files = new FileSystem({ bytesLeft: bytes }, () => Date.UTC(2026, 0, 2));
  for (const directory of ['/root', '/tmp', '/bin']) files.makeDirectory(directory);
  for (const [path, text] of Object.entries(texts)) files.write(path, text);
  return files;
}

/** Runs a command to its end. */
export async function run(
  command: readonly string[],
  input: string | Buffer = '',
  files: FileSystem = filesWith(),
): Promise<Outcome & { bytes: Buffer }> {
  const stdin = new BytePipe();
  stdin.push(Buffer.from(input));
  stdin.end();
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const into = (parts: Buffer[]) => ({
    write: async (bytes: Buffer | string) => void parts.push(Buffer.from(bytes as string)),
  });
  const code = await runCommand({
    command,
    host: { files, clock: hastyClock, hostname: 'web-0' },
    environment: new Map([
      ['HOME', '/root'],
      ['GREETING', 'hello  world'],
    ]),
    directory: '/',
    stdin,
    stdout: into(out),
    stderr: into(err),
    terminal: undefined,
    signal: new AbortController().signal,
  });
  const bytes = Buffer.concat(out);
  return { code, out: bytes.toString(), err: Buffer.concat(err).toString(), bytes };
}
