import { trimEnd } from '../../../../server/src/yaml/trim-end.ts';
import { type Input, noInput } from '../byte-pipe.ts';
import { absolutePath, type Entry, type File, FileError } from '../file-system.ts';
import { type Command, complain, type Process } from '../process.ts';
import {
  blockSize,
  endOfArchive,
  nameInExtension,
  padding,
  readTarBlock,
  TarError,
  type TarHeader,
  tarHeader,
} from '../tar-archive.ts';

/** `tar c|x|t [-v] [-m] [-f FILE | -] [-C DIRECTORY] [PATH...]`: what `kubectl cp` asks for, and by hand. */
export const tar: Command = async (process) => {
  const options = optionsOf(process);
  try {
    if (options.mode === 'create') return await create(options, process);
    if (options.mode) return await extract(options, process);
    return await complain(process, 'tar: you must specify one of -c, -x or -t');
  } catch (error) {
    if (error instanceof TarError || error instanceof FileError) {
      return complain(process, `tar: ${error.message}`);
    }
    throw error;
  }
};

interface Options {
  readonly mode: 'create' | 'extract' | 'list' | undefined;
  /** Undefined for standard input and output. */
  readonly file: string | undefined;
  readonly directory: string;
  readonly isVerbose: boolean;
  readonly paths: readonly string[];
}

const chunk = 32 * 1024;
const longestName = 64 * 1024;

function optionsOf({ arguments: words, directory: start }: Process): Options {
  let letters = '';
  let file: string | undefined;
  let directory = start;
  const paths: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (word.startsWith('--')) continue;
    const isFlags = (index === 0 && /^[cxtvmfCpzo]+$/.test(word)) || /^-[A-Za-z]+$/.test(word);
    if (!isFlags) {
      paths.push(word);
      continue;
    }
    letters += word;
    if (word.includes('f')) file = words[++index];
    if (word.includes('C')) directory = absolutePath(words[++index] ?? '.', directory);
  }
  const mode = letters.includes('c')
    ? 'create'
    : letters.includes('x')
      ? 'extract'
      : letters.includes('t')
        ? 'list'
        : undefined;
  return {
    mode,
    file: file === '-' || file === undefined ? undefined : absolutePath(file, start),
    directory,
    isVerbose: letters.includes('v'),
    paths,
  };
}

async function create({ file, directory, isVerbose, paths }: Options, process: Process): Promise<number> {
  const { host, signal } = process;
  const target = file === undefined ? undefined : host.files.create(file);
  const write = async (bytes: Buffer) => {
    signal.throwIfAborted();
    if (target) host.files.append(target, bytes);
    else await process.stdout.write(bytes);
  };
  if (paths.length === 0) return complain(process, 'tar: empty archive');
  let code = 0;
  for (const path of paths) {
    const root = absolutePath(path, directory);
    const entry = host.files.find(root);
    if (!entry) {
      code = await complain(process, `tar: ${path}: No such file or directory`);
      continue;
    }
    if (path.startsWith('/')) await process.stderr.write("tar: removing leading '/' from member names\n");
    const name = trimEnd(path.replace(/^\/+/, ''), '/') || '.';
    for (const [member, found] of entriesOf(name, entry)) {
      if (found === target) continue;
      if (isVerbose) await process.stderr.write(`${member}\n`);
      await writeEntry(member, found, write);
    }
  }
  await write(endOfArchive);
  return code;
}

/** An entry and all below it, each before what is in it. */
function* entriesOf(name: string, entry: Entry): Generator<[string, Entry]> {
  const pending: [string, Entry][] = [[name, entry]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, found] = next;
    yield next;
    if (found.kind === 'file') continue;
    for (const [child, inner] of [...found.entries].reverse()) pending.push([`${path}/${child}`, inner]);
  }
}

async function writeEntry(
  name: string,
  entry: Entry,
  write: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  if (entry.kind === 'directory') {
    await write(
      tarHeader({ name: `${name}/`, kind: 'directory', size: 0, mode: 0o755, modified: entry.modified }),
    );
    return;
  }
  const { size, content, mode, modified } = entry;
  await write(tarHeader({ name, kind: 'file', size, mode, modified }));
  for (let at = 0; at < size; at += chunk) await write(content.subarray(at, Math.min(at + chunk, size)));
  await write(padding(size));
}

async function extract(options: Options, process: Process): Promise<number> {
  const { file, mode, isVerbose, directory, paths } = options;
  const reader = new ArchiveReader(file === undefined ? process.stdin : noInput, process.signal);
  if (file !== undefined) reader.add(process.host.files.read(file));
  let nextName: string | undefined;
  for (;;) {
    const bytes = await reader.block();
    if (!bytes) return complain(process, 'tar: short read');
    const block = readTarBlock(bytes);
    if (block.kind === 'end') {
      await reader.drain();
      return 0;
    }
    if (block.kind === 'extension') {
      if (block.size > longestName) throw new TarError('file name too long');
      nextName = nameInExtension(block.of, await reader.bytes(block.size)) ?? nextName;
      continue;
    }
    const header = { ...block.header, name: nextName ?? block.header.name };
    nextName = undefined;
    const isWanted = paths.length === 0 || paths.some((path) => isIn(header.name, path));
    if (isWanted && (isVerbose || mode === 'list')) await process.stdout.write(`${header.name}\n`);
    if (isWanted && mode === 'extract' && header.kind === 'other') {
      await complain(process, `tar: ${header.name}: there are no links and devices here`);
    }
    const target = isWanted && mode === 'extract' ? place(header, directory, process) : undefined;
    await reader.pass(header.size, (part) => {
      if (target) process.host.files.append(target, part);
    });
    if (target) target.modified = header.modified;
  }
}

function isIn(name: string, path: string): boolean {
  const [member, wanted] = [name, path].map((each) => each.replace(/^(?:\.?\/)+|\/+$/g, ''));
  return member === wanted || member!.startsWith(`${wanted}/`);
}

/** The file that an entry's bytes go to; undefined for a directory, which is made, and for what there is none of here. */
function place({ name, kind, mode }: TarHeader, directory: string, { host }: Process): File | undefined {
  if (kind === 'other') return undefined;
  // A leading slash is dropped, and what leads out of the directory ends in it, as tar does for safety.
  const path = absolutePath(`${directory}/${absolutePath(name, '/')}`, '/');
  if (kind === 'directory') {
    host.files.makeDirectory(path, 'with parents');
    return undefined;
  }
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (parent) host.files.makeDirectory(parent, 'with parents');
  return host.files.create(path, mode);
}

/** Cuts an input into blocks. */
class ArchiveReader {
  readonly #input: Input;
  readonly #signal: AbortSignal;
  #rest: Buffer = Buffer.alloc(0);

  constructor(input: Input, signal: AbortSignal) {
    this.#input = input;
    this.#signal = signal;
  }

  /** Puts bytes before those of the input. */
  add(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
  }

  /** The next block; undefined at the end. */
  async block(): Promise<Buffer | undefined> {
    return (await this.#has(blockSize)) ? this.#take(blockSize) : undefined;
  }

  /** So many bytes and what fills their last block. Throws a `TarError` where they break off. */
  async bytes(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    await this.pass(size, (part) => parts.push(Buffer.from(part)));
    return Buffer.concat(parts);
  }

  /** Hands on so many bytes as they come, and skips what fills their last block. */
  async pass(size: number, take: (part: Buffer) => void): Promise<void> {
    for (let left = size; left > 0; ) {
      if (!(await this.#has(1))) throw new TarError('short read');
      const part = this.#take(Math.min(left, this.#rest.length));
      left -= part.length;
      take(part);
    }
    const filling = padding(size).length;
    if (!(await this.#has(filling))) throw new TarError('short read');
    this.#take(filling);
  }

  /** Reads what follows the archive, so that who writes it does not fail. */
  async drain(): Promise<void> {
    while (await this.#input.read(this.#signal));
  }

  async #has(size: number): Promise<boolean> {
    while (this.#rest.length < size) {
      const bytes = await this.#input.read(this.#signal);
      if (!bytes) return false;
      this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    }
    return true;
  }

  #take(size: number): Buffer {
    const bytes = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return bytes;
  }
}
