import { randomUUID } from 'node:crypto';
import { open, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { KubeContext } from '../cluster.ts';
import { withCurrentContext } from './current-context.ts';
import type { KubeconfigFiles } from './files.ts';
import { type Kubeconfig, largestKubeconfig, parseKubeconfig } from './parse.ts';
import { readRegularFile } from './read-regular-file.ts';

/**
 * Makes a context the current one of its kubeconfig, as `kubectl config use-context` does: of several merged files in the
 * one that says which it is, else in the first that is there. One line of one file is changed, and nothing if it says so
 * already; links stay links, and what only its owner may read stays so. One that was read as the current one is not written
 * where that has changed: whoever chose it meant to change nothing. Answers the file.
 * @throws Error in one line with the way out; then nothing was written.
 */
export async function makeCurrent(
  { name, file, current }: Pick<KubeContext, 'name' | 'file' | 'current'>,
  files: KubeconfigFiles,
): Promise<string> {
  if (file === files.serviceAccount?.folder) {
    throw new Error(
      `${name} is the service account of the Pod that this runs in, and the current context where there is no kubeconfig`,
    );
  }
  const target = files.extra.includes(file) ? file : await deciding(files.merged, file);
  const path = await linkedFile(target);
  const unlock = await lock(path);
  try {
    const bytes = Buffer.from(await readRegularFile(path, largestKubeconfig));
    const before = parseKubeconfig(target, bytes);
    if (typeof before === 'string') throw new Error(before);
    if (before.currentContext === name) return target;
    if (current) {
      throw new Error(
        `${name} is no longer the current-context of ${target}, which has changed meanwhile: choose again`,
      );
    }
    const text = withCurrentContext(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), name);
    const after = text === undefined ? undefined : parseKubeconfig(target, Buffer.from(text));
    if (text === undefined || !isSameBut(before, after, name)) {
      throw new Error(
        `the current-context of ${target} does not stand on one line by itself: change it by hand, or by kubectl config use-context`,
      );
    }
    await replace(path, text);
    return target;
  } finally {
    await unlock();
  }
}

/** The file whose `current-context` counts, else the first that is there. */
async function deciding(merged: readonly string[], otherwise: string): Promise<string> {
  let first: string | undefined;
  for (const file of merged) {
    const bytes = await readRegularFile(file, largestKubeconfig).catch(() => undefined);
    const kubeconfig = bytes && parseKubeconfig(file, bytes);
    if (kubeconfig === undefined || typeof kubeconfig === 'string') continue;
    if (kubeconfig.currentContext !== undefined) return file;
    first ??= file;
  }
  return first ?? otherwise;
}

/** What the file's name leads to, link by link. */
async function linkedFile(file: string): Promise<string> {
  let path = resolve(file);
  for (let links = 0; links < 40; links++) {
    const target = await readlink(path).catch(() => undefined);
    if (target === undefined) return path;
    path = resolve(dirname(path), target);
  }
  throw new Error(`${file} is a link that leads in a circle: correct it`);
}

/** The same lock that kubectl has. */
async function lock(path: string): Promise<() => Promise<void>> {
  const name = `${path}.lock`;
  try {
    await (await open(name, 'wx', 0)).close();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'EEXIST'
        ? `another program is changing ${path}: try again, and remove ${name} if nothing runs that made it`
        : `${path} cannot be changed (${message}): give yourself the right to write it`,
    );
  }
  return () => rm(name, { force: true });
}

/** Whoever reads meanwhile sees the whole of one or of the other. */
async function replace(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  const beside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await writeFile(beside, text, { mode: mode & 0o777, flag: 'wx' });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw new Error(
      `${path} cannot be written (${(error as Error).message}): give yourself the right to write it`,
    );
  }
}

function isSameBut(before: Kubeconfig, after: Kubeconfig | string | undefined, name: string): boolean {
  if (typeof after !== 'object' || after.currentContext !== name) return false;
  const rest = (kubeconfig: Kubeconfig) => JSON.stringify({ ...kubeconfig, currentContext: name });
  return rest(before) === rest(after);
}
