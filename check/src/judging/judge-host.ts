import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import type { SourceFiles } from '../files/source-files.ts';
import type { JudgeHost } from './judge.ts';

/** Milliseconds of work before what else there is to do gets its turn: the output, and that nobody reads it any more. */
const longestTurn = 50;

/** A judge's view of the disk: the catalog of a folder, and files by what has been read of them. */
export function judgeHost(catalog: string, sources: SourceFiles): JudgeHost {
  let resumed = Date.now();
  return {
    // Nothing else waits for its turn meanwhile, and a read in another thread costs more than such a file.
    readCatalog: async (name) => readFileSync(join(catalog, name), 'utf8'),
    read: (uri) => sources.read(uri),
    look: (uri) => sources.lookAt(uri),
    turn() {
      const passed = Date.now() - resumed;
      // A clock that was put back tells nothing.
      if (passed >= 0 && passed <= longestTurn) return undefined;
      return immediate().then(() => {
        resumed = Date.now();
      });
    },
  };
}
