import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { trimEnd } from '../../../../../server/src/yaml/trim-end.ts';
import { containerPath } from './container-path.ts';
import {
  type ContainerPlace,
  type ContainerScript,
  placeInWords,
  runScript,
  type ScriptExits,
} from './container-script.ts';
import { type ContentSum, contentSum, isSum } from './content-sum.ts';
import { CopyError } from './copy-error.ts';
import {
  type CheckedBy,
  type CopyProgress,
  type CopyResult,
  type CopyStep,
  copySteps,
  type Occupant,
  type WhenThere,
} from './copy-step.ts';
import { type LocalEntry, type LocalTree, readLocalTree, type TreeLimits } from './local-tree.ts';
import { takeIn, takeInExits } from './scripts.ts';
import { paddingOf } from './tar-format.ts';
import { endOfArchive, type NewTarEntry, tarHeader, tarLength } from './write-tar.ts';

/** What is copied into a container, and how. */
export interface CopyToContainer extends ContainerPlace {
  /** A file or a folder of this machine. */
  readonly source: string;
  /** Where to: in it, where it is a folder, under the source's name; else by this name. Relative to where commands begin there. */
  readonly destination: string;
  readonly whenThere: WhenThere;
  readonly signal?: AbortSignal;
  readonly limits?: TreeLimits;
  /** Whose names and permissions the source has. */
  readonly platform?: NodeJS.Platform;
}

/** Files are read in pieces of this size. */
const chunk = 256 * 1024;
const defaultLimits: TreeLimits = { entries: 200_000 };

/**
 * Copies a file or a folder into a container, by its tar, or of a file alone by its shell. What comes is written beside, summed
 * there, and renamed when the sums agree: a copy that breaks off leaves nothing, because the script that writes it
 * removes it when its input ends. Gives how far it is, and at the end what it did; rejects with a `CopyError`, with a
 * `ClusterError` where the server refuses, or with the signal's reason.
 */
export function copyToContainer(copy: CopyToContainer): AsyncGenerator<CopyStep, void, undefined> {
  return copySteps((tell, signal) => send(copy, tell, signal), copy.signal);
}

async function send(
  copy: CopyToContainer,
  tell: (progress: CopyProgress) => void,
  signal: AbortSignal,
): Promise<CopyResult> {
  const { source, destination, whenThere, limits = defaultLimits, platform = process.platform } = copy;
  const what = `copy ${source} to ${destination} in ${placeInWords(copy)}`;
  if (destination === '' || destination.includes('\0')) {
    throw new CopyError(what, { fault: 'no container has such a path' });
  }
  const name = basename(resolve(source));
  if (name === '') {
    throw new CopyError(what, {
      fault: `${source} has no name of its own`,
      wayOut: 'Copy its folders one by one',
    });
  }
  const tree = await readLocalTree(source, limits, platform, what, signal);
  const root = tree.entries[0]!;
  const target = containerPath(destination);
  const aside = `.kubewright-copy-${randomBytes(8).toString('hex')}`;
  const words = [
    target.path,
    target.folder,
    target.name,
    name,
    aside,
    root.mode.toString(8),
    whenThere,
    tree.root,
  ];
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  try {
    const script = await runScript(copy, takeIn, words, what, exits, both);
    const sending = new Sending(tree, aside, script, what, tell, both);
    const [answer, where, occupant, ...tools] = (await script.line()).split(' ');
    const path = where === 'in' ? `${trimEnd(destination, '/')}/${name}` : destination;
    const was = occupant as Occupant;
    if (answer === 'kept') return { ...nothingCopied(tree), outcome: 'kept', path, was };
    if (answer === 'no-tar') throw noTar(what);
    if (answer !== 'ready')
      throw new CopyError(what, { fault: "the container's shell does not answer as one" });
    const checkedBy = await sending.run(tools);
    return {
      outcome: 'copied',
      path,
      was,
      ...sending.counts(),
      checkedBy,
      leftOut: tree.leftOut.items,
      leftOutCount: tree.leftOut.count,
      complaints: script.complaints(),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    ending.abort(new Error('the copy has ended'));
  }
}

/** One copy on its way in. */
class Sending {
  readonly #tree: LocalTree;
  readonly #aside: string;
  readonly #script: ContainerScript;
  readonly #what: string;
  readonly #tell: (progress: CopyProgress) => void;
  readonly #signal: AbortSignal;
  #bytes = 0;
  #files = 0;

  constructor(
    tree: LocalTree,
    aside: string,
    script: ContainerScript,
    what: string,
    tell: (progress: CopyProgress) => void,
    signal: AbortSignal,
  ) {
    this.#tree = tree;
    this.#aside = aside;
    this.#script = script;
    this.#what = what;
    this.#tell = tell;
    this.#signal = signal;
  }

  /** Sends it by what the container has, and lets it be put in its place when it is whole. */
  async run([unpacker, lister, program]: readonly string[]): Promise<CheckedBy> {
    const isListed = this.#tree.root === 'folder' && lister === 'xargs';
    const known = program === 'sha256sum' || program === 'cksum' ? program : 'size';
    const checkedBy = this.#tree.root === 'file' || isListed ? known : 'size';
    const sum = contentSum(checkedBy);
    if (unpacker === 'tar') await this.#sendArchive(sum, checkedBy === 'size' ? 'no list' : 'list');
    else await this.#sendFile(sum);
    this.#report('checking');
    const answer = await this.#script.line();
    this.#check(answer, checkedBy, sum);
    await this.#script.send(Buffer.from('summed\ncommit\n'));
    if ((await this.#script.line()) !== 'done') {
      throw new CopyError(this.#what, { fault: "the container's shell does not answer as one" });
    }
    return checkedBy;
  }

  counts(): Pick<CopyResult, 'files' | 'folders' | 'links' | 'bytes'> {
    const count = (wanted: LocalEntry['kind']) =>
      this.#tree.entries.filter(({ kind }) => kind === wanted).length;
    return {
      files: this.#files,
      folders: count('directory'),
      links: count('symbolic link'),
      bytes: this.#bytes,
    };
  }

  #check(answer: string, checkedBy: CheckedBy, sum: ContentSum): void {
    const printed = answer.replace(/^got /, '').trim();
    const isRight =
      checkedBy === 'size'
        ? this.#tree.root === 'folder' || Number(printed) === this.#bytes
        : isSum(printed, sum.digest());
    if (isRight) return;
    throw new CopyError(this.#what, {
      fault: 'what came into the container is not what was sent',
      wayOut: 'Nothing was changed there: copy again',
    });
  }

  /** With it goes the list of files in the order in which they are summed, each with a NUL behind it. */
  async #sendArchive(sum: ContentSum, list: 'list' | 'no list'): Promise<void> {
    const members = this.#tree.entries.map((entry) => ({ entry, member: memberOf(entry) }));
    const names =
      list === 'list' && this.#tree.root === 'folder'
        ? Buffer.concat(
            members
              .filter(({ entry }) => entry.kind === 'file')
              .map(({ member }) => Buffer.from(`./${this.#aside}/${member.name}\0`)),
          )
        : Buffer.alloc(0);
    const listMember: NewTarEntry = {
      kind: 'file',
      name: 'names',
      size: names.length,
      mode: 0o600,
      modified: 0,
    };
    const hasList = names.length > 0;
    const before = hasList ? tarLength(listMember) : 0;
    const length =
      members.reduce((total, { member }) => total + tarLength(member), before) + endOfArchive.length;
    const out = new Gathering(this.#script);
    await out.add(Buffer.from(`${length}\n`));
    if (hasList) await out.addAll([tarHeader(listMember), names, Buffer.alloc(paddingOf(names.length))]);
    for (const { entry, member } of members) {
      await out.add(tarHeader(member));
      if (entry.kind !== 'file') continue;
      await this.#sendContent(entry, sum, out);
      await out.add(Buffer.alloc(paddingOf(entry.size)));
    }
    await out.add(endOfArchive);
    await out.flush();
  }

  async #sendFile(sum: ContentSum): Promise<void> {
    const [file] = this.#tree.entries;
    const out = new Gathering(this.#script);
    await out.add(Buffer.from(`${file!.size}\n`));
    await this.#sendContent(file!, sum, out);
    await out.flush();
  }

  /** As many bytes as were counted: what has been added since is not copied. */
  async #sendContent(entry: LocalEntry, sum: ContentSum, out: Gathering): Promise<void> {
    // What has become a link or a pipe since is not opened.
    const flags = constants.O_RDONLY | (entry.path === '' ? 0 : constants.O_NOFOLLOW) | constants.O_NONBLOCK;
    const file = await open(entry.file, flags).catch((error: unknown) => {
      throw this.#changed(entry, error);
    });
    try {
      for (let left = entry.size; left > 0; ) {
        this.#signal.throwIfAborted();
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(chunk, left)));
        if (bytesRead === 0) throw this.#changed(entry);
        const bytes = buffer.subarray(0, bytesRead);
        left -= bytesRead;
        sum.update(bytes);
        await out.add(bytes);
        this.#bytes += bytesRead;
        this.#report('copying');
      }
    } finally {
      await file.close();
    }
    this.#files++;
    this.#report('copying');
  }

  #changed(entry: LocalEntry, cause?: unknown): Error {
    const fault = `${entry.file} changed while it was copied`;
    return new CopyError(
      this.#what,
      { fault, wayOut: 'Nothing was changed in the container: copy again' },
      cause,
    );
  }

  #report(doing: CopyProgress['doing']): void {
    this.#tell({
      kind: 'progress',
      doing,
      bytes: this.#bytes,
      files: this.#files,
      ofBytes: this.#tree.bytes,
      ofFiles: this.#tree.files,
    });
  }
}

/** Gathers what is small, because each message costs as much as a thousand times its bytes. */
class Gathering {
  readonly #script: ContainerScript;
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(script: ContainerScript) {
    this.#script = script;
  }

  async add(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= chunk) await this.flush();
  }

  async addAll(parts: readonly Uint8Array[]): Promise<void> {
    for (const part of parts) await this.add(part);
  }

  async flush(): Promise<void> {
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    if (bytes.length > 0) await this.#script.send(bytes);
  }
}

function memberOf({ kind, path, size, mode, modified, link }: LocalEntry): NewTarEntry {
  const name = path === '' ? 'new' : `new/${path}`;
  return { kind, name: kind === 'directory' ? `${name}/` : name, size, mode, modified, link };
}

function nothingCopied(tree: LocalTree) {
  return {
    files: 0,
    folders: 0,
    links: 0,
    bytes: 0,
    checkedBy: 'size',
    leftOut: tree.leftOut.items,
    leftOutCount: tree.leftOut.count,
    complaints: [],
  } as const;
}

function noTar(what: string): CopyError {
  return new CopyError(what, {
    fault: 'the container has no tar, by which folders are copied',
    wayOut: 'Copy the files one by one, or by a container that has tar and shares the volume',
  });
}

const exits: ScriptExits = {
  [takeInExits.noFolder]: {
    fault: 'there is no such folder in the container, or it may not be opened',
    wayOut: 'Name one that is there',
  },
  [takeInExits.noPlace]: {
    fault: 'nothing can be written there',
    wayOut: 'Name another folder: this one may be read-only, or belong to another user',
  },
  [takeInExits.notUnpacked]: {
    fault: 'the container could not write it',
    wayOut: 'Nothing of it was left there: make room, or name another folder',
  },
  [takeInExits.otherThere]: {
    fault: 'something else has come to its place meanwhile',
    wayOut: 'Nothing was changed: copy again',
  },
  [takeInExits.notMoved]: {
    fault: 'it could not be put in its place',
    wayOut: 'What was there is there still: it may be a volume of its own, or belong to another user',
  },
};
