import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import type { SourceFiles } from '../files/source-files.ts';
import type { JudgeHost } from './judge.ts';

/** Milliseconds of work before what else there is to do gets its turn: the progress line, the end that a person asks for. */
const longestTurn = 50;

/** A judge's view of the disk: the catalog of a folder, and files by what has been read of them. */
export function judgeHost(catalog: string, sources: SourceFiles): JudgeHost {
  let resumed = performance.now();
  return {
    readCatalog: (name) => readFile(join(catalog, name), 'utf8'),
    read: (uri) => sources.read(uri),
    look: (uri) => sources.lookAt(uri),
    async turn() {
      if (performance.now() - resumed <= longestTurn) return;
      await immediate();
      resumed = performance.now();
    },
  };
}
