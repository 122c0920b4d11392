import { type Input, readAll } from '../byte-pipe.ts';
import { absolutePath, FileError } from '../file-system.ts';
import { type Command, complain, type Process } from '../process.ts';

/** Chunks in which files are written on. */
const chunk = 32 * 1024;

/** `echo [-n] [-e] TEXT...` */
export const echo: Command = async ({ arguments: words, stdout }) => {
  let first = 0;
  while (/^-[neE]+$/.test(words[first] ?? '')) first++;
  const flags = words.slice(0, first).join('');
  const text = words.slice(first).join(' ');
  await stdout.write(`${flags.includes('e') ? unescaped(text) : text}${flags.includes('n') ? '' : '\n'}`);
  return 0;
};

/** `printf FORMAT ARGUMENT...`, with `%s`, `%d` and `%%`. */
export const printf: Command = async (process) => {
  const [format, ...values] = process.arguments;
  if (format === undefined) return complain(process, 'printf: usage: printf FORMAT [ARGUMENT]...');
  let text = '';
  let next = 0;
  do {
    text += unescaped(format).replace(/%([sd%])/g, (_, kind: string) => {
      if (kind === '%') return '%';
      const value = values[next++] ?? '';
      return kind === 'd' ? String(Number.parseInt(value, 10) || 0) : value;
    });
  } while (next > 0 && next < values.length && text.length < 1 << 20);
  await process.stdout.write(text);
  return 0;
};

/** `yes [TEXT...]`, for ever */
export const yes: Command = async ({ arguments: words, stdout, signal }) => {
  const line = Buffer.from(`${words.length > 0 ? words.join(' ') : 'y'}\n`);
  const lines = Buffer.concat(Array.from({ length: Math.ceil(chunk / line.length) }, () => line));
  for (;;) {
    signal.throwIfAborted();
    await stdout.write(lines);
  }
};

/** `cat [FILE...]`; `-` is standard input. */
export const cat: Command = async (process) => {
  const files = process.arguments.filter((word) => word === '-' || !word.startsWith('-'));
  let code = 0;
  for (const file of files.length > 0 ? files : ['-']) {
    if (file === '-') await copy(process.stdin, process);
    else {
      const bytes = await fileOf(process, 'cat', file);
      if (bytes) await writeAll(bytes, process);
      else code = 1;
    }
  }
  return code;
};

/** `head [-n LINES | -c BYTES] [FILE]` */
export const head: Command = async (process) => {
  const { count, unit, file } = partOf(process.arguments);
  if (file !== undefined) {
    const bytes = await fileOf(process, 'head', file);
    if (!bytes) return 1;
    await writeAll(
      unit === 'bytes' ? bytes.subarray(0, count) : bytes.subarray(0, lineEnd(bytes, count)),
      process,
    );
    return 0;
  }
  let left = count;
  while (left > 0) {
    const bytes = await process.stdin.read(process.signal);
    if (!bytes) break;
    const end = unit === 'bytes' ? Math.min(left, bytes.length) : lineEnd(bytes, left);
    left -= unit === 'bytes' ? end : linesIn(bytes.subarray(0, end));
    await process.stdout.write(bytes.subarray(0, end));
    process.stdin.unread(bytes.subarray(end));
  }
  return 0;
};

/** `tail [-n LINES | -c BYTES] [FILE]`; from a number on where it begins with `+`. */
export const tail: Command = async (process) => {
  const { count, unit, file, from } = partOf(process.arguments);
  if (from === 'begin' && unit === 'bytes' && file === undefined) return skipBytes(process, count - 1);
  const bytes =
    file === undefined
      ? await readAll(process.stdin, process.signal, longestInput)
      : await fileOf(process, 'tail', file);
  if (!bytes) return 1;
  const wholeLines = linesIn(bytes) + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
  const skipped =
    from === 'begin'
      ? unit === 'bytes'
        ? count - 1
        : lineEnd(bytes, count - 1)
      : unit === 'bytes'
        ? bytes.length - count
        : lineEnd(bytes, wholeLines - count);
  await writeAll(bytes.subarray(Math.max(0, skipped)), process);
  return 0;
};

/** `wc [-l | -c | -w] [FILE]` */
export const wc: Command = async (process) => {
  const flag = process.arguments.find((word) => word.startsWith('-'));
  const file = process.arguments.find((word) => !word.startsWith('-'));
  const counts = { lines: 0, words: 0, bytes: 0 };
  let isInWord = false;
  const count = (bytes: Buffer) => {
    counts.bytes += bytes.length;
    for (const byte of bytes) {
      if (byte === 10) counts.lines++;
      const isBlank = byte === 32 || (byte >= 9 && byte <= 13);
      if (!isBlank && !isInWord) counts.words++;
      isInWord = !isBlank;
    }
  };
  if (file === undefined) {
    for (;;) {
      const bytes = await process.stdin.read(process.signal);
      if (!bytes) break;
      count(bytes);
    }
  } else {
    const bytes = await fileOf(process, 'wc', file);
    if (!bytes) return 1;
    count(bytes);
  }
  const { lines, words, bytes } = counts;
  const shown =
    flag === '-l' ? [lines] : flag === '-c' ? [bytes] : flag === '-w' ? [words] : [lines, words, bytes];
  await process.stdout.write(`${shown.join(' ')}${file === undefined ? '' : ` ${file}`}\n`);
  return 0;
};

/** `grep [-i] [-v] [-c] [-q] TEXT [FILE]`: lines that have a text, which is no pattern here. */
export const grep: Command = async (process) => {
  const flags = process.arguments.filter((word) => /^-[ivcqFE]+$/.test(word)).join('');
  const [text, file] = process.arguments.filter((word) => !/^-[ivcqFE]+$/.test(word));
  if (text === undefined) return complain(process, 'grep: usage: grep [-ivcq] TEXT [FILE]', 2);
  const bytes =
    file === undefined
      ? await readAll(process.stdin, process.signal, longestInput)
      : await fileOf(process, 'grep', file);
  if (!bytes) return 2;
  const folded = (line: string) => (flags.includes('i') ? line.toLowerCase() : line);
  const wanted = folded(text);
  const lines = bytes.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const found = lines.filter((line) => folded(line).includes(wanted) !== flags.includes('v'));
  if (flags.includes('c')) await process.stdout.write(`${found.length}\n`);
  else if (!flags.includes('q') && found.length > 0) await process.stdout.write(`${found.join('\n')}\n`);
  return found.length > 0 ? 0 : 1;
};

/** `tee [-a] [FILE]` */
export const tee: Command = async (process) => {
  const { host, stdin, stdout, signal, directory } = process;
  const name = process.arguments.find((word) => !word.startsWith('-'));
  try {
    const path = name === undefined ? undefined : absolutePath(name, directory);
    const existing =
      path !== undefined && process.arguments.includes('-a') ? host.files.find(path) : undefined;
    const file =
      existing?.kind === 'file' ? existing : path === undefined ? undefined : host.files.create(path);
    for (;;) {
      const bytes = await stdin.read(signal);
      if (!bytes) return 0;
      if (file) host.files.append(file, bytes);
      await stdout.write(bytes);
    }
  } catch (error) {
    if (error instanceof FileError) return complain(process, `tee: ${name}: ${error.reason}`);
    throw error;
  }
};

const longestInput = 16 * 1024 * 1024;

async function copy(input: Input, { stdout, signal }: Process): Promise<void> {
  for (;;) {
    const bytes = await input.read(signal);
    if (!bytes) return;
    await stdout.write(bytes);
  }
}

async function skipBytes(process: Process, count: number): Promise<number> {
  let left = Math.max(0, count);
  while (left > 0) {
    const bytes = await process.stdin.read(process.signal);
    if (!bytes) return 0;
    process.stdin.unread(bytes.subarray(Math.min(left, bytes.length)));
    left -= Math.min(left, bytes.length);
  }
  await copy(process.stdin, process);
  return 0;
}

async function writeAll(bytes: Buffer, { stdout, signal }: Process): Promise<void> {
  for (let at = 0; at < bytes.length; at += chunk) {
    signal.throwIfAborted();
    await stdout.write(bytes.subarray(at, at + chunk));
  }
}

async function fileOf(process: Process, command: string, file: string): Promise<Buffer | undefined> {
  const path = absolutePath(file, process.directory);
  if (path === '/dev/null') return Buffer.alloc(0);
  try {
    return process.host.files.read(path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const why = error.reason === 'Is a directory' ? 'read error: Is a directory' : error.reason;
    await complain(process, `${command}: ${isMissing(error) ? `can't open '${file}'` : file}: ${why}`);
    return undefined;
  }
}

function isMissing({ reason }: FileError): boolean {
  return reason === 'No such file or directory' || reason === 'Not a directory';
}

interface Part {
  readonly count: number;
  readonly unit: 'lines' | 'bytes';
  readonly from: 'begin' | 'end';
  readonly file: string | undefined;
}

/** `-n 5`, `-n5`, `-5`, `-c+7`, ... and a file. */
function partOf(words: readonly string[]): Part {
  let count = 10;
  let unit: Part['unit'] = 'lines';
  let from: Part['from'] = 'end';
  let file: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const [, letter, attached] = /^-([nc]?)([+-]?\d*)$/.exec(word) ?? [];
    if (letter === undefined || attached === undefined || word === '-') {
      if (word !== '-') file = word;
      continue;
    }
    const number = attached === '' ? (words[++index] ?? '10') : attached;
    unit = letter === 'c' ? 'bytes' : 'lines';
    from = number.startsWith('+') ? 'begin' : 'end';
    count = Math.abs(Number.parseInt(number, 10) || 0);
  }
  return { count, unit, from, file };
}

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** Where so many lines end. */
function lineEnd(bytes: Buffer, count: number): number {
  let end = 0;
  for (let left = count; left > 0; left--) {
    const at = bytes.indexOf(10, end);
    if (at < 0) return bytes.length;
    end = at + 1;
  }
  return end;
}

function unescaped(text: string): string {
  return text.replace(/\\(?:([abfnrtv\\])|0?([0-7]{1,3}))/g, (_, letter?: string, octal?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    return escapes[letter as keyof typeof escapes];
  });
}

const escapes = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' } as const;
