import type { FileHandle } from 'node:fs/promises';
import { link, mkdir, open, symlink, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentSum } from './content-sum.ts';
import { CopyError } from './copy-error.ts';
import { FileWriter } from './file-writer.ts';
import { type LeftOutList, leftOutList, type Why } from './left-out.ts';
import { judgeLink } from './link-target.ts';
import { foldedPath, localNameFault } from './local-name.ts';
import { memberPath } from './member-path.ts';
import type { TarReader } from './read-tar.ts';
import type { TarEntry } from './tar-format.ts';

/** How much a container may have written here. */
export interface UnpackLimits {
  /** Of contents, and some for each entry. */
  readonly bytes: number;
  /** Of files, folders and links. */
  readonly entries: number;
}

/** How an archive is unpacked. */
export interface Unpacking {
  /** What it is of: then its only file is written, whatever its name is. */
  readonly of: 'file' | 'folder';
  /** Where its root goes; nothing is there yet, and nobody else writes there. */
  readonly root: string;
  readonly platform: NodeJS.Platform;
  readonly foldsCase: boolean;
  readonly limits: UnpackLimits;
  /** Of the contents of files, in their order. */
  readonly sum: ContentSum;
  /** Now, in milliseconds since 1970. */
  readonly now: number;
  /** What is said before a fault. */
  readonly what: string;
  /** Told after each piece. */
  readonly onDidWrite: (state: { readonly bytes: number; readonly files: number }) => void;
  readonly signal: AbortSignal;
}

/** A file that has been written. */
export interface UnpackedFile {
  /** As the archive names it. */
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** What else it is called. */
  readonly links: readonly string[];
}

/** What has been written. */
export interface Unpacked {
  readonly files: readonly UnpackedFile[];
  readonly folders: number;
  readonly links: number;
  readonly bytes: number;
  readonly leftOut: LeftOutList;
}

/** A small file takes a place, too. */
const entryCost = 4_096;
/** What is remembered of names, in UTF-16 units. */
const mostNames = 32 * 1024 * 1024;
const oneDay = 24 * 60 * 60 * 1_000;

/**
 * Writes an archive below a root that nobody else writes to. Every folder and file is made anew and by its own name, and
 * links come last, so that nothing is ever written through one; what is no file, folder or link, what leads out, and what this
 * machine has no name for is left out. Throws a `CopyError` at the limits, a `TarFault`, and as the disk does.
 */
export async function unpack(archive: TarReader, unpacking: Unpacking): Promise<Unpacked> {
  const writer = new TreeWriter(unpacking);
  try {
    for (let entry = await archive.next(); entry; entry = await archive.next()) {
      unpacking.signal.throwIfAborted();
      await writer.add(entry, archive);
    }
    return await writer.finish();
  } finally {
    await writer.close();
  }
}

interface PendingLink {
  readonly path: string;
  readonly target: string;
}

/** A folder that an archive has: it was made, or is left out with all that is in it. */
interface Folder {
  readonly path: string;
  readonly isMade: boolean;
  modified: number;
  readonly folders: Map<string, Folder>;
}

class TreeWriter {
  readonly #unpacking: Unpacking;
  readonly #writer = new FileWriter();
  readonly #leftOut = leftOutList();
  readonly #files: UnpackedFile[] = [];
  readonly #fileByPath = new Map<string, { readonly path: string; readonly links: string[] }>();
  #root: Folder | undefined;
  readonly #made: Folder[] = [];
  readonly #links: PendingLink[] = [];
  /** Where upper and lower case are one: what has been made, by what it is as one. */
  readonly #folded = new Map<string, string>();
  #bytes = 0;
  #cost = 0;
  #entries = 0;
  #names = 0;
  #linksMade = 0;

  constructor(unpacking: Unpacking) {
    this.#unpacking = unpacking;
  }

  async add(entry: TarEntry, archive: TarReader): Promise<void> {
    this.#count((entry.name?.length ?? 0) + (entry.link?.length ?? 0));
    if (entry.name === undefined) {
      this.#leftOut.add('?', { reason: 'name not readable' });
      return;
    }
    const names = this.#unpacking.of === 'file' ? [] : memberPath(entry.name);
    const why = 'reason' in names ? names : await this.#place(entry, names, archive);
    if (why) this.#leftOut.add(entry.name, why);
  }

  /** Waits until nothing is written any more. */
  async close(): Promise<void> {
    await this.#writer.finish().catch(() => undefined);
  }

  async finish(): Promise<Unpacked> {
    await this.#writer.finish();
    for (const { path, target } of this.#links) {
      this.#unpacking.signal.throwIfAborted();
      const why = await this.#makeLink(path, target);
      if (why) this.#leftOut.add(path, why);
      else this.#linksMade++;
    }
    // Whatever is written in a folder changes its time.
    for (const { path, modified } of [...this.#made].reverse()) {
      await utimes(this.#at(path), this.#time(modified), this.#time(modified));
    }
    return {
      files: this.#files,
      folders: this.#made.length,
      links: this.#linksMade,
      bytes: this.#bytes,
      leftOut: this.#leftOut,
    };
  }

  /** Gives why it is left out, where it is. */
  async #place(entry: TarEntry, names: readonly string[], archive: TarReader): Promise<Why | undefined> {
    const { of } = this.#unpacking;
    const { kind } = entry;
    if (of === 'file' && (kind !== 'file' || this.#files.length > 0)) return { reason: 'name leads out' };
    const path = names.join('/');
    if (kind === 'directory') return this.#folder(names, entry);
    if (of === 'folder' && path === '') return { reason: 'name leads out' };
    if (kind !== 'file' && kind !== 'symbolic link' && kind !== 'hard link') return { reason: kind };
    if (of === 'folder') {
      const parent = await this.#parentOf(names);
      const why = 'reason' in parent ? parent : this.#nameFault(names.at(-1)!);
      if (why) return why;
    }
    if (kind === 'file') return this.#file(entry, path, archive);
    if (entry.link === undefined) return { reason: 'name not readable' };
    if (kind === 'hard link') return this.#hardLink(entry.link, path);
    if (judgeLink(entry.link, names.length - 1, this.#unpacking.platform) === 'leads out') {
      return { reason: 'link leads out', about: entry.link };
    }
    this.#links.push({ path, target: entry.link });
    return undefined;
  }

  /**
   * Makes the folders above, which an archive need not name: each counts as if it did. Gives the last of them, or why it cannot
   * be.
   */
  async #parentOf(names: readonly string[]): Promise<Folder | Why> {
    let folder = this.#root ?? (await this.#makeRoot(undefined));
    for (const name of names.slice(0, -1)) {
      const known = folder.folders.get(name);
      if (known?.isMade === false) return { reason: 'in a folder left out' };
      if (!known) this.#count(folder.path.length + name.length);
      const next = known ?? (await this.#makeFolder(folder, name, undefined));
      if ('reason' in next) return next;
      folder = next;
    }
    return folder;
  }

  async #folder(names: readonly string[], entry: TarEntry): Promise<Why | undefined> {
    if (names.length === 0) {
      if (this.#root) this.#root.modified = entry.modified;
      else await this.#makeRoot(entry);
      return undefined;
    }
    const parent = await this.#parentOf(names);
    if ('reason' in parent) return parent;
    const name = names.at(-1)!;
    const known = parent.folders.get(name);
    if (known?.isMade) known.modified = entry.modified;
    if (known) return known.isMade ? undefined : { reason: 'in a folder left out' };
    const made = await this.#makeFolder(parent, name, entry);
    return 'reason' in made ? made : undefined;
  }

  async #makeRoot(entry: TarEntry | undefined): Promise<Folder> {
    await mkdir(this.#at(''), { mode: folderMode(entry) });
    this.#root = newFolder('', 'made', entry?.modified ?? this.#unpacking.now);
    this.#made.push(this.#root);
    return this.#root;
  }

  /** Remembers it, also where it cannot be made. */
  async #makeFolder(parent: Folder, name: string, entry: TarEntry | undefined): Promise<Folder | Why> {
    const path = pathIn(parent, name);
    const why =
      this.#nameFault(name) ??
      this.#clash(path) ??
      (await this.#make(path, () => mkdir(this.#at(path), { mode: folderMode(entry) })));
    const folder = newFolder(path, why ? 'left out' : 'made', entry?.modified ?? this.#unpacking.now);
    parent.folders.set(name, folder);
    if (why) return why;
    this.#made.push(folder);
    return folder;
  }

  #nameFault(name: string): Why | undefined {
    const fault = localNameFault(name, this.#unpacking.platform);
    return fault === undefined ? undefined : { reason: 'name not possible', about: fault };
  }

  async #file(entry: TarEntry, path: string, archive: TarReader): Promise<Why | undefined> {
    // The disk would say so, too, each time that it is asked.
    if (this.#fileByPath.has(path)) return { reason: 'name twice' };
    const clash = this.#clash(path);
    if (clash) return clash;
    const place = this.#at(path);
    let file: FileHandle | undefined;
    const why = await this.#make(path, async () => {
      // Its owner may read it, so that it can be checked.
      file = await open(place, 'wx', entry.mode | 0o400);
    });
    if (why || !file) return why;
    const time = this.#time(entry.modified);
    const writing = this.#writer.begin(file, (whole) => whole.utimes(time, time));
    let how: 'whole' | 'broken off' = 'broken off';
    const { sum, onDidWrite, signal } = this.#unpacking;
    try {
      for await (const bytes of archive.content()) {
        signal.throwIfAborted();
        this.#spend(bytes.length);
        await writing.write(bytes);
        sum.update(bytes);
        this.#bytes += bytes.length;
        onDidWrite({ bytes: this.#bytes, files: this.#files.length });
      }
      how = 'whole';
    } finally {
      await writing.close(how);
    }
    const written = { name: entry.name!, path, size: entry.size, links: [] };
    this.#files.push(written);
    this.#fileByPath.set(path, written);
    onDidWrite({ bytes: this.#bytes, files: this.#files.length });
    return undefined;
  }

  /** The same file under another name. */
  async #hardLink(target: string, path: string): Promise<Why | undefined> {
    const names = memberPath(target);
    const source = 'reason' in names ? undefined : this.#fileByPath.get(names.join('/'));
    if (source === undefined) return { reason: 'link to nothing', about: target };
    const why =
      this.#clash(path) ?? (await this.#make(path, () => link(this.#at(source.path), this.#at(path))));
    if (why) return why;
    this.#linksMade++;
    source.links.push(path);
    return undefined;
  }

  async #makeLink(path: string, target: string): Promise<Why | undefined> {
    return this.#clash(path) ?? (await this.#make(path, () => symlink(target, this.#at(path))));
  }

  /** Makes something new. Gives why it cannot be made where that is about its name; throws where it is about the disk. */
  async #make(path: string, act: () => Promise<unknown>): Promise<Why | undefined> {
    try {
      await act();
    } catch (error) {
      const why = reasonOf(error as NodeJS.ErrnoException);
      if (why) return why;
      throw error;
    }
    if (this.#unpacking.foldsCase) this.#folded.set(foldedPath(path), path);
    return undefined;
  }

  #clash(path: string): Why | undefined {
    const other = this.#unpacking.foldsCase ? this.#folded.get(foldedPath(path)) : undefined;
    if (other === undefined || other === path) return undefined;
    return { reason: 'name differs in case', about: other };
  }

  #at(path: string): string {
    return path === '' ? this.#unpacking.root : join(this.#unpacking.root, path);
  }

  /** Seconds since 1970, of a time that is neither before that nor to come. */
  #time(modified: number): number {
    return Math.min(Math.max(0, modified), this.#unpacking.now + oneDay) / 1_000;
  }

  #count(names: number): void {
    const { limits } = this.#unpacking;
    this.#names += names;
    if (++this.#entries > limits.entries || this.#names > mostNames) {
      throw this.#tooMuch(`more than ${limits.entries} files and folders`);
    }
    this.#spend(entryCost);
  }

  #spend(bytes: number): void {
    const { limits } = this.#unpacking;
    this.#cost += bytes;
    if (this.#cost > limits.bytes) throw this.#tooMuch(`more than ${sizeInWords(limits.bytes)}`);
  }

  #tooMuch(much: string): CopyError {
    return new CopyError(this.#unpacking.what, {
      fault: `it has ${much}, which is the limit`,
      wayOut: 'Nothing was kept: copy its folders one by one',
    });
  }
}

/** Removes a file that turns out not to be what it should be, under all of its names. */
export async function removeUnpacked(root: string, { path, links }: UnpackedFile): Promise<void> {
  for (const each of [path, ...links]) await unlink(join(root, each));
}

function newFolder(path: string, state: 'made' | 'left out', modified: number): Folder {
  return { path, isMade: state === 'made', modified, folders: new Map() };
}

function pathIn({ path }: Folder, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

/** Its owner can write to it, so that it can be filled, and removed. */
function folderMode(entry: TarEntry | undefined): number {
  return (entry?.mode ?? 0o755) | 0o700;
}

function reasonOf({ code, syscall }: NodeJS.ErrnoException): Why | undefined {
  if (code === 'EEXIST') return { reason: 'name twice' };
  if (code === 'ENAMETOOLONG') return { reason: 'name too long' };
  if (code === 'EINVAL' || code === 'EILSEQ' || code === 'ENOENT') {
    return { reason: 'name not possible', about: `the disk does not take it (${code})` };
  }
  const isLink = syscall === 'symlink' || syscall === 'link';
  if (isLink && (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS' || code === 'EMLINK')) {
    return { reason: 'link not allowed' };
  }
  return undefined;
}

function sizeInWords(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Math.round(gigabytes * 10) / 10} GiB` : `${Math.round(bytes / 1024 / 1024)} MiB`;
}
