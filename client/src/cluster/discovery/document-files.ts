import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '../kubeconfig/read-regular-file.ts';
import type { Log } from '../log.ts';

/** Texts that are kept from one start to the next, each by a key that means that text for ever. */
export interface DocumentStore {
  /** Undefined where there is none, or what is there is not what was written. Never rejects. */
  read(key: string): Promise<string | undefined>;
  /** Never rejects: what cannot be kept is read again. */
  write(key: string, text: string): Promise<void>;
}

const mebibyte = 1024 * 1024;
/** All documents of a large cluster have 8 MB together. */
const mostBytes = 64 * mebibyte;
const ending = '.document';

/**
 * Keeps them as files of a folder of its own, which only its owner may read, under names that tell nothing. The folder holds
 * at most `most` bytes: beyond, what was not read for the longest time goes. A file that is broken counts as none.
 */
export function documentFiles(folder: string, log: Log, most = mostBytes): DocumentStore {
  const fileOf = (key: string) => join(folder, digest(key) + ending);
  return {
    async read(key) {
      const file = fileOf(key);
      try {
        const content = Buffer.from(await readRegularFile(file, most)).toString('utf8');
        const text = content.slice(content.indexOf('\n') + 1);
        if (content !== written(text)) throw new Error('it is not what was written');
        const now = new Date();
        await utimes(file, now, now);
        return text;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
          log.debug(`reading ${file}, which is left out`, error);
          await rm(file, { force: true }).catch(() => undefined);
        }
        return undefined;
      }
    },
    async write(key, text) {
      const content = Buffer.from(written(text));
      if (content.length > most) return;
      const beside = join(folder, randomUUID());
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(beside, content, { mode: 0o600, flag: 'wx' });
        await rename(beside, fileOf(key));
        await makeRoom(folder, most);
      } catch (error) {
        log.debug(`writing into ${folder}`, error);
        await rm(beside, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** A text behind its own digest: a file that was cut off or changed is known by it. */
function written(text: string): string {
  return `${digest(text)}\n${text}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What a program left that was ended in the middle of writing goes too, when its time comes. */
async function makeRoom(folder: string, most: number): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const { size, mtimeMs } = await stat(file);
      return { file, size, mtimeMs };
    }),
  );
  files.sort((left, right) => right.mtimeMs - left.mtimeMs);
  let total = 0;
  for (const { file, size } of files) {
    total += size;
    if (total > most) await rm(file, { force: true });
  }
}
