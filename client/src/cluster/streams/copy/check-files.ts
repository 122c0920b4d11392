import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { ContainerPath } from './container-path.ts';
import { type ContainerPlace, type ContainerScript, runScript } from './container-script.ts';
import { type ContentSum, contentSum, isSum } from './content-sum.ts';
import { CopyError } from './copy-error.ts';
import type { CheckedBy } from './copy-step.ts';
import { sumUp } from './scripts.ts';
import { removeUnpacked, type Unpacked, type UnpackedFile } from './unpack.ts';

/** What is checked, and against what. */
export interface Checking extends ContainerPlace {
  readonly path: ContainerPath;
  /** Where it has been written. */
  readonly root: string;
  readonly what: string;
  readonly signal: AbortSignal;
}

/** What a check came to. */
export interface Checked {
  readonly by: CheckedBy;
  /** Files that were not what the container has, and are gone. */
  readonly removed: readonly UnpackedFile[];
}

/**
 * Lets the container sum what it has given out, once more: all of it together, and where that differs each file by itself, of
 * as many bytes as have come: a log goes on. What changed under the copy is removed and left out. Throws a `CopyError` where
 * that is all there is.
 */
export async function checkFiles(
  checking: Checking,
  program: CheckedBy,
  { files, leftOut }: Unpacked,
  sum: ContentSum,
): Promise<Checked> {
  if (program === 'size' || files.length === 0) return bySize;
  const printed = await sumOfAll(checking, program, files);
  if (printed === undefined) return bySize;
  if (isSum(printed, sum.digest())) return { by: program, removed: [] };
  const removed: UnpackedFile[] = [];
  for await (const file of changedFiles(checking, program, files)) {
    leftOut.add(file.path, { reason: 'changed meanwhile' });
    await removeUnpacked(checking.root, file);
    removed.push(file);
  }
  if (removed.length === files.length) throw changed(checking);
  return { by: program, removed };
}

/**
 * Lets the container sum a file alone, of as many bytes as it said it has, while they come: a log goes on. Undefined where it cannot.
 */
export async function sumOfFile(
  checking: Checking,
  program: CheckedBy,
  size: number | undefined,
): Promise<string | undefined> {
  if (program === 'size' || size === undefined) return undefined;
  const { path } = checking;
  const script = await run(checking, [path.folder, program, 'one', String(size), path.name]);
  return await summed(script);
}

/**
 * Holds a file alone to what the container has summed, of `size` bytes; where more have come, it sums so many. Throws a `CopyError`.
 */
export async function checkFile(
  checking: Checking,
  program: CheckedBy,
  { printed, size }: { readonly printed: string | undefined; readonly size: number | undefined },
  { files }: Unpacked,
  sum: ContentSum,
): Promise<Checked> {
  const come = files[0]?.size;
  const right = come === size ? printed : await sumOfFile(checking, program, come);
  if (right === undefined) return bySize;
  if (!isSum(right, sum.digest())) throw changed(checking);
  return { by: program, removed: [] };
}

async function sumOfAll(
  checking: Checking,
  program: CheckedBy,
  files: readonly UnpackedFile[],
): Promise<string | undefined> {
  const list = Buffer.concat(files.map(({ name }) => Buffer.from(`${asRelative(name)}\0`)));
  const script = await run(checking, [checking.path.path, program, 'all', String(list.length)]);
  await script.send(list);
  return await summed(script);
}

/** The sum that it says. It goes on as long as its input does: who gives up lets it end. */
async function summed(script: ContainerScript): Promise<string | undefined> {
  const sum = await script.output.line(longestSum);
  script.stdin.end('summed\n');
  return sum;
}

/** Those files whose first bytes are not what was written here. */
async function* changedFiles(
  checking: Checking,
  program: CheckedBy,
  files: readonly UnpackedFile[],
): AsyncGenerator<UnpackedFile, void, undefined> {
  const list = Buffer.concat(files.map(({ name, size }) => Buffer.from(`${size}\0${asRelative(name)}\0`)));
  const script = await run(checking, [checking.path.path, program, 'each', String(list.length)]);
  const sending = script.send(list);
  sending.catch(() => undefined);
  for (const file of files) {
    const printed = await script.line();
    if (!isSum(printed, await localSum(join(checking.root, file.path), program))) yield file;
  }
  await sending;
  script.stdin.end('summed\n');
}

async function localSum(path: string, program: CheckedBy): Promise<string> {
  const sum = contentSum(program);
  for await (const bytes of createReadStream(path)) sum.update(bytes as Buffer);
  return sum.digest();
}

function run(checking: Checking, words: readonly string[]): Promise<ContainerScript> {
  return runScript(checking, sumUp, words, checking.what, {}, checking.signal);
}

/** No program takes it for an option. */
function asRelative(name: string): string {
  return name.startsWith('./') ? name : `./${name}`;
}

function changed({ what }: Checking): CopyError {
  return new CopyError(what, {
    fault: 'it changed while it was copied, or did not come as it was sent',
    wayOut: 'Nothing of it was kept: copy again',
  });
}

const longestSum = 1_024;
/** Where the container could not sum what it gave out: an archive has the size of each file, and an end. */
const bySize: Checked = { by: 'size', removed: [] };
