/** A directory and what is in it, by name. */
export interface Directory {
  readonly kind: 'directory';
  readonly entries: Map<string, Entry>;
  modified: number;
}

/** A file and its bytes. */
export interface File {
  readonly kind: 'file';
  /** The bytes are the first `size` of it. */
  content: Buffer;
  size: number;
  /** What of its memory has been taken from the budget. */
  charged: number;
  modified: number;
  mode: number;
}

export type Entry = Directory | File;

/** What goes wrong with a path, in the words of libc. */
export class FileError extends Error {
  readonly reason: FileErrorReason;

  constructor(reason: FileErrorReason) {
    super(reason);
    this.name = 'FileError';
    this.reason = reason;
  }
}

export type FileErrorReason =
  | 'No such file or directory'
  | 'Not a directory'
  | 'Is a directory'
  | 'File exists'
  | 'Directory not empty'
  | 'File name too long'
  | 'File too large'
  | 'Invalid argument'
  | 'No space left on device';

/** How much memory all file systems together may take. */
export interface StorageBudget {
  bytesLeft: number;
}

/** What an entry costs beside its bytes. */
const entryCost = 512;
/** A larger file would be copied too often while it grows. */
const largestFile = 32 * 1024 * 1024;
const longestPath = 4096;
const longestName = 255;

/** The files of one container, in memory: what they may take is bounded by a budget that several share. */
export class FileSystem {
  readonly #root: Directory;
  readonly #budget: StorageBudget;
  readonly #now: () => number;
  #charged = 0;

  constructor(budget: StorageBudget, now: () => number) {
    this.#budget = budget;
    this.#now = now;
    this.#root = { kind: 'directory', entries: new Map(), modified: now() };
  }

  /** What is at an absolute path. Throws a `FileError` where nothing is. */
  at(path: string): Entry {
    let entry: Entry = this.#root;
    for (const name of namesOf(path)) {
      if (entry.kind === 'file') throw new FileError('Not a directory');
      const next: Entry | undefined = entry.entries.get(name);
      if (!next) throw new FileError('No such file or directory');
      entry = next;
    }
    return entry;
  }

  /** The same, or undefined. */
  find(path: string): Entry | undefined {
    try {
      return this.at(path);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  /** The bytes of a file. Throws a `FileError` where there is none. */
  read(path: string): Buffer {
    const entry = this.at(path);
    if (entry.kind === 'directory') throw new FileError('Is a directory');
    return entry.content.subarray(0, entry.size);
  }

  /** An empty file at a path, in the place of the one that is there. Throws a `FileError`. */
  create(path: string, mode = 0o644): File {
    const { parent, name } = this.#place(path);
    const existing = parent.entries.get(name);
    if (existing?.kind === 'directory') throw new FileError('Is a directory');
    if (existing) {
      this.#resize(existing, 0);
      existing.modified = this.#now();
      return existing;
    }
    this.#charge(entryCost);
    const file: File = {
      kind: 'file',
      content: Buffer.alloc(0),
      size: 0,
      charged: 0,
      modified: this.#now(),
      mode,
    };
    parent.entries.set(name, file);
    parent.modified = file.modified;
    return file;
  }

  /** Adds bytes to the end of a file. Throws a `FileError` when there is no room. */
  append(file: File, bytes: Buffer): void {
    const size = file.size + bytes.length;
    if (size > largestFile) throw new FileError('File too large');
    if (size > file.content.length) this.#resize(file, size);
    bytes.copy(file.content, file.size);
    file.size = size;
    file.modified = this.#now();
  }

  /** A file with these bytes, in the place of the one that is there. Throws a `FileError`. */
  write(path: string, bytes: Buffer | string, mode?: number): File {
    const file = this.create(path, mode);
    this.append(file, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    return file;
  }

  /** A directory at a path; `parents` makes those above it too, and minds none that is there. */
  makeDirectory(path: string, which: 'one' | 'with parents' = 'one'): void {
    if (which === 'with parents') {
      const names = namesOf(path);
      for (let count = 1; count < names.length; count++) {
        this.#ensureDirectory(`/${names.slice(0, count).join('/')}`);
      }
      this.#ensureDirectory(path);
      return;
    }
    const { parent, name } = this.#place(path);
    if (parent.entries.has(name)) throw new FileError('File exists');
    this.#addDirectory(parent, name);
  }

  /** Takes away a file, or a directory: an empty one, or with `all` any. Throws a `FileError`. */
  remove(path: string, which: 'empty' | 'all'): void {
    const { parent, name } = this.#place(path);
    const entry = parent.entries.get(name);
    if (!entry) throw new FileError('No such file or directory');
    if (entry.kind === 'directory' && which === 'empty' && entry.entries.size > 0) {
      throw new FileError('Directory not empty');
    }
    parent.entries.delete(name);
    parent.modified = this.#now();
    this.#release(entry);
  }

  /** Moves a file or a directory, in the place of a file that is there or an empty directory. Throws a `FileError`. */
  move(from: string, to: string): void {
    const source = this.#place(from);
    const entry = source.parent.entries.get(source.name);
    if (!entry) throw new FileError('No such file or directory');
    const target = this.#place(to);
    if (`${to}/`.startsWith(`${from}/`)) {
      if (to === from) return;
      throw new FileError('Invalid argument');
    }
    const there = target.parent.entries.get(target.name);
    if (there?.kind === 'directory' && entry.kind === 'file') throw new FileError('Is a directory');
    if (there?.kind === 'file' && entry.kind === 'directory') throw new FileError('Not a directory');
    if (there) this.remove(to, 'empty');
    source.parent.entries.delete(source.name);
    target.parent.entries.set(target.name, entry);
    source.parent.modified = this.#now();
    target.parent.modified = this.#now();
  }

  /** Gives all of its memory back to the budget. */
  dispose(): void {
    this.#root.entries.clear();
    this.#budget.bytesLeft += this.#charged;
    this.#charged = 0;
  }

  #ensureDirectory(path: string): void {
    if (namesOf(path).length === 0) return;
    const { parent, name } = this.#place(path);
    const existing = parent.entries.get(name);
    if (!existing) this.#addDirectory(parent, name);
    else if (existing.kind === 'file') throw new FileError('File exists');
  }

  #addDirectory(parent: Directory, name: string): void {
    this.#charge(entryCost);
    parent.modified = this.#now();
    parent.entries.set(name, { kind: 'directory', entries: new Map(), modified: parent.modified });
  }

  #place(path: string): { parent: Directory; name: string } {
    const names = namesOf(path);
    const name = names.pop();
    if (name === undefined) throw new FileError('Is a directory');
    const parent = this.at(`/${names.join('/')}`);
    if (parent.kind === 'file') throw new FileError('Not a directory');
    return { parent, name };
  }

  /** Room doubles, so that many small writes cost no more than one large one. */
  #resize(file: File, size: number): void {
    const room = size === 0 ? 0 : Math.max(size, Math.min(file.content.length * 2, largestFile));
    this.#charge(room - file.charged);
    file.charged = room;
    const content = Buffer.alloc(room);
    file.size = Math.min(file.size, size);
    file.content.copy(content, 0, 0, file.size);
    file.content = content;
  }

  #release(entry: Entry): void {
    const pending: Entry[] = [entry];
    for (let next = pending.pop(); next; next = pending.pop()) {
      this.#charge(-entryCost);
      if (next.kind === 'file') this.#charge(-next.charged);
      else pending.push(...next.entries.values());
    }
  }

  #charge(bytes: number): void {
    if (bytes > this.#budget.bytesLeft) throw new FileError('No space left on device');
    this.#budget.bytesLeft -= bytes;
    this.#charged += bytes;
  }
}

/** An absolute path by what it is relative to, without `.` and `..`. */
export function absolutePath(path: string, directory: string): string {
  return `/${namesOf(path.startsWith('/') ? path : `${directory}/${path}`).join('/')}`;
}

function namesOf(path: string): string[] {
  if (path.length > longestPath) throw new FileError('File name too long');
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name.length > longestName) throw new FileError('File name too long');
    if (name === '..') names.pop();
    else names.push(name);
  }
  return names;
}
