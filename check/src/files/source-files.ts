import { lstatSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FileLook } from '../../../server/src/manifest/file-look.ts';
import { decodeText } from './decode-text.ts';
import { type Readable, readBytes, readRegularBytes } from './read-bytes.ts';

/** Nobody writes larger manifests, and a text of this size takes a second to be judged. */
export const largestFile = 64 * 1024 * 1024;
/** Characters of texts that are kept from when they are looked through until they are judged. */
const mostKept = 128 * 1024 * 1024;
/** Texts that other files name and that are kept, and how long they are at most. */
const mostNamed = 1000;
const longestNamed = 10_000;

/** What became of reading a file. */
export type SourceText = { readonly text: string } | Refusal;

/** Why there is no text: the system, or the size, is against it, or it is of another format altogether. */
export interface Refusal {
  readonly is: 'unreadable' | 'no text';
  readonly reason: string;
}

/** Reads files as texts, each once as long as there is room for what was read. */
export class SourceFiles {
  readonly #given = new Map<string, string>();
  readonly #kept = new Map<string, string>();
  /** A chart is asked for once for each of its templates. */
  readonly #named = new Map<string, string | undefined>();
  #size = 0;

  /** What is to be read instead of a file on disk, or without one: standard input. */
  get given(): ReadonlyMap<string, string> {
    return this.#given;
  }

  /** Takes such a text. */
  give(uri: string, text: string): void {
    this.#given.set(uri, text);
  }

  /** Reads a file and keeps it, as long as there is room, until it is taken. */
  look(uri: string, what: Readable = 'anything'): SourceText {
    const known = this.#given.get(uri) ?? this.#kept.get(uri);
    if (known !== undefined) return { text: known };
    const read = readSource(uri, what);
    if ('text' in read && this.#size + read.text.length <= mostKept) {
      this.#kept.set(uri, read.text);
      this.#size += read.text.length;
    }
    return read;
  }

  /** Reads a file for the last time: what was kept of it goes. */
  take(uri: string): SourceText {
    const read = this.look(uri);
    if (this.#kept.delete(uri) && 'text' in read) this.#size -= read.text.length;
    return read;
  }

  /** What is at a place that a file names, without reading it. */
  lookAt(uri: string): FileLook {
    if (this.#given.has(uri) || this.#kept.has(uri)) return 'file';
    try {
      const found = statSync(pathOf(uri));
      if (found.isFile()) return found.size > largestFile ? 'too-large' : 'file';
      return found.isDirectory() ? 'folder' : 'special';
    } catch {
      return 'none';
    }
  }

  /** The text of a file that another one names; undefined where there is none. */
  read(uri: string): string | undefined {
    const known = this.#given.get(uri) ?? this.#kept.get(uri);
    if (known !== undefined) return known;
    if (this.#named.has(uri)) return this.#named.get(uri);
    const read = readNamed(uri);
    const text = 'text' in read ? read.text : undefined;
    if (this.#named.size >= mostNamed) this.#named.clear();
    if (text === undefined || text.length <= longestNamed) this.#named.set(uri, text);
    return text;
  }
}

function readSource(uri: string, what: Readable): SourceText {
  return readWith((path, most) => readBytes(path, most, what), uri);
}

function readWith(read: typeof readRegularBytes, uri: string): SourceText {
  try {
    return textIn(read(pathOf(uri), largestFile));
  } catch (error) {
    return { is: 'unreadable', reason: reasonOf(error) };
  }
}

/** A file names what it likes: a device, which may have no end, or a pipe that nobody writes to is no file to it. */
function readNamed(uri: string): SourceText {
  return readWith(readRegularBytes, uri);
}

function pathOf(uri: string): string {
  const isPlain = process.platform !== 'win32' && uri.startsWith('file:///') && !uri.includes('%');
  return isPlain ? uri.slice('file://'.length) : fileURLToPath(uri);
}

/** Bytes as a text. */
export function textIn(bytes: Buffer): SourceText {
  const text = decodeText(bytes);
  return text === undefined ? { is: 'no text', reason: 'it is no text: it holds NUL bytes' } : { text };
}

/** Why the system refused a path, in words for a person. */
export function reasonOf(error: unknown): string {
  if (error instanceof RangeError)
    return `it has more than ${largestFile / 1024 / 1024} MB, the most that is checked`;
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined && isLink(path)) return 'it is a link to what is not there';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ELOOP') return 'it is a link that turns in a circle';
  return message;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
