/**
 * Characters of manifests for which a further thread is worth its start: it loads the program, the catalog and all definitions
 * anew, and its code is slow in its first second. Of 25 million, a second thread on two cores saved a tenth of four seconds,
 * and took almost half as much processor time again for it.
 */
const worthOneMore = 16_000_000;

/** How many threads judge texts of this length together: as many as were asked for, else as are worth it. */
export function threadCount(asked: number | undefined, characters: number, cores: number): number {
  return asked ?? Math.max(1, Math.min(cores, Math.floor(characters / worthOneMore)));
}
