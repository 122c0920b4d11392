import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { ByteSource } from './byte-source.ts';
import { type Checking, checkFile, checkFiles, sumOfFile } from './check-files.ts';
import { containerPath, lastName } from './container-path.ts';
import {
  type ContainerPlace,
  type ContainerScript,
  placeInWords,
  runScript,
  type ScriptExits,
} from './container-script.ts';
import { type ContentSum, contentSum } from './content-sum.ts';
import { CopyError } from './copy-error.ts';
import {
  type CheckedBy,
  type CopyProgress,
  type CopyResult,
  type CopyStep,
  copySteps,
  type WhenThere,
} from './copy-step.ts';
import { localNameFault } from './local-name.ts';
import { type Aside, findLocalPlace, makeAside, putInPlace, removeAside } from './local-place.ts';
import { TarFault, TarReader } from './read-tar.ts';
import { giveOut } from './scripts.ts';
import { singleFileArchive } from './single-file.ts';
import { type Unpacked, type UnpackedFile, type UnpackLimits, unpack } from './unpack.ts';

/** What is copied out of a container, and how. */
export interface CopyFromContainer extends ContainerPlace {
  /** A file or a folder there; relative to where commands begin. A link is followed. */
  readonly source: string;
  /** Where to: in it, where it is a folder, under the source's name; else by this name. */
  readonly destination: string;
  readonly whenThere: WhenThere;
  readonly signal?: AbortSignal;
  readonly limits?: UnpackLimits;
  /** Which names this machine has. */
  readonly platform?: NodeJS.Platform;
  /** Now, in milliseconds since 1970. */
  readonly now?: () => number;
}

const defaultLimits: UnpackLimits = { bytes: 32 * 1024 ** 3, entries: 200_000 };

/**
 * Copies a file or a folder out of a container, by its tar, or of a file alone by its shell. What comes is written beside, summed
 * there and here, and renamed when the sums agree: a copy that breaks off leaves nothing. Gives how far it is, and at the
 * end what it did; rejects with a `CopyError`, with a `ClusterError` where the server refuses, or with the signal's reason.
 */
export function copyFromContainer(copy: CopyFromContainer): AsyncGenerator<CopyStep, void, undefined> {
  return copySteps((tell, signal) => receive(copy, tell, signal), copy.signal);
}

async function receive(
  copy: CopyFromContainer,
  tell: (progress: CopyProgress) => void,
  signal: AbortSignal,
): Promise<CopyResult> {
  const { source, destination, whenThere, platform = process.platform } = copy;
  const what = `copy ${source} in ${placeInWords(copy)} to ${destination}`;
  if (source === '' || source.includes('\0')) {
    throw new CopyError(what, { fault: 'no container has such a path' });
  }
  const name = lastName(source);
  const place = await findLocalPlace(destination, name, what);
  refuseName(basename(place.path), platform, what);
  if (whenThere === 'keep' && place.was !== 'nothing') return { ...nothingCopied, ...place, outcome: 'kept' };
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  let aside: Aside | undefined;
  try {
    const path = containerPath(source);
    // The tar of GNU takes a backslash in an argument for the beginning of an escape.
    const packer = path.name.includes('\\') ? 'cat' : 'tar';
    const words = [path.path, path.folder, path.name, packer];
    const script = await runScript(copy, giveOut, words, what, exits, both);
    // Nothing is sent to it.
    script.stdin.end();
    const offer = readOffer(await script.line(), what);
    aside = await makeAside(place, randomBytes(8).toString('hex'));
    const receiving: Receiving = { copy, what, platform, aside, offer, tell, signal: both };
    const sum = contentSum(offer.program);
    const checking: Checking = { ...copy, path, what, signal: both, root: aside.root };
    // A file alone is summed while it comes.
    const ofFile = offer.kind === 'file' ? sumOfFile(checking, offer.program, offer.size) : undefined;
    ofFile?.catch(() => undefined);
    const unpacked = await takeOut(receiving, script, sum);
    tell(progressOf(unpacked, receiving, 'checking'));
    const checked = ofFile
      ? await checkFile(checking, offer.program, { printed: await ofFile, size: offer.size }, unpacked, sum)
      : await checkFiles(checking, offer.program, unpacked, sum);
    await putInPlace(place, aside, what);
    const { leftOut } = unpacked;
    const removed = (of: (file: UnpackedFile) => number) =>
      checked.removed.reduce((sum, file) => sum + of(file), 0);
    return {
      ...place,
      outcome: 'copied',
      files: unpacked.files.length - checked.removed.length,
      folders: unpacked.folders,
      links: unpacked.links - removed(({ links }) => links.length),
      bytes: unpacked.bytes - removed(({ size }) => size),
      checkedBy: checked.by,
      leftOut: leftOut.items,
      leftOutCount: leftOut.count,
      complaints: script.complaints(),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw inWords(error, what);
  } finally {
    ending.abort(new Error('the copy has ended'));
    if (aside) await removeAside(aside);
  }
}

/** What a container has to give. */
export interface Offer {
  readonly kind: 'file' | 'folder';
  readonly packer: 'tar' | 'cat';
  /** By which program contents can be summed, of several files where names can be listed. */
  readonly program: CheckedBy;
  /** In bytes; of a folder about so many. */
  readonly size: number | undefined;
}

interface Receiving {
  readonly copy: CopyFromContainer;
  readonly what: string;
  readonly platform: NodeJS.Platform;
  readonly aside: Aside;
  readonly offer: Offer;
  readonly tell: (progress: CopyProgress) => void;
  readonly signal: AbortSignal;
}

function readOffer(line: string, what: string): Offer {
  const [kind, packer, lister, program, size = ''] = line.split(' ');
  if (kind === 'none') {
    throw new CopyError(what, { fault: 'there is nothing of this name', wayOut: 'Name what is there' });
  }
  if (kind === 'other') throw new CopyError(what, { fault: 'it is neither a file nor a folder' });
  if (kind !== 'file' && kind !== 'folder') {
    throw new CopyError(what, { fault: "the container's shell does not answer as one" });
  }
  if (kind === 'folder' && packer !== 'tar') {
    throw new CopyError(what, {
      fault: 'the container has no tar, by which folders are copied',
      wayOut: 'Copy the files one by one, or by a container that has tar and shares the volume',
    });
  }
  const isSummed =
    (program === 'sha256sum' || program === 'cksum') && (kind === 'file' || lister === 'xargs');
  const digits = /^\d{1,15}/.exec(size)?.[0];
  return {
    kind,
    packer: packer === 'tar' ? 'tar' : 'cat',
    program: isSummed ? program : 'size',
    size: digits === undefined ? undefined : Number(digits) * (kind === 'folder' ? 1024 : 1),
  };
}

/** Writes what comes, to its end. Throws where it breaks off, or where nothing has come. */
async function takeOut(receiving: Receiving, script: ContainerScript, sum: ContentSum): Promise<Unpacked> {
  const { copy, what, platform, aside, offer, signal } = receiving;
  const { limits = defaultLimits, now = Date.now } = copy;
  const bytes =
    offer.packer === 'tar'
      ? script.output
      : new ByteSource(singleFileArchive(script.output, offer.size, now(), what));
  const unpacked = await unpack(new TarReader(bytes), {
    of: offer.kind,
    root: aside.root,
    platform,
    foldsCase: aside.foldsCase,
    limits,
    sum,
    now: now(),
    what,
    onDidWrite: (state) =>
      receiving.tell({
        kind: 'progress',
        doing: 'copying',
        ...state,
        ofBytes: offer.size,
        ofFiles: offer.kind === 'file' ? 1 : undefined,
      }),
    signal,
  }).catch(async (error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof TarFault)) throw error;
    // Where it has ended, what the container says of it tells more.
    throw script.output.hasEnded ? await script.failure() : error;
  });
  await script.output.drain();
  const end = await script.ended;
  if (end.kind === 'refused') throw end.error;
  if (end.exitCode !== 0 && unpacked.files.length + unpacked.folders === 0) throw await script.failure();
  if (offer.kind === 'file' && unpacked.files.length === 0) throw await script.failure();
  return unpacked;
}

function progressOf(
  { files, bytes }: Unpacked,
  { offer }: Receiving,
  doing: CopyProgress['doing'],
): CopyProgress {
  return {
    kind: 'progress',
    doing,
    bytes,
    files: files.length,
    ofBytes: offer.kind === 'file' ? offer.size : bytes,
    ofFiles: files.length,
  };
}

function refuseName(name: string, platform: NodeJS.Platform, what: string): void {
  const fault = localNameFault(name, platform);
  if (fault === undefined) return;
  throw new CopyError(what, {
    fault: `it cannot be named ${name} here: ${fault}`,
    wayOut: 'Name another path',
  });
}

function inWords(error: unknown, what: string): unknown {
  if (error instanceof TarFault) {
    return new CopyError(what, { fault: error.message, wayOut: 'Nothing of it was kept: copy again' }, error);
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || typeof syscall !== 'string') return error;
  const fault =
    code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : `it cannot be written (${code})`;
  return new CopyError(what, { fault, wayOut: 'Nothing of it was kept: name another folder' }, error);
}

const nothingCopied = {
  files: 0,
  folders: 0,
  links: 0,
  bytes: 0,
  checkedBy: 'size',
  leftOut: [],
  leftOutCount: 0,
  complaints: [],
} as const;

const exits: ScriptExits = {
  3: {
    fault: 'the folder may not be opened',
    wayOut: 'The user of the container needs the right to it',
  },
};
