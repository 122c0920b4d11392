import type { Finder } from './finder.ts';

/** Milliseconds in which objects are looked at before others have a turn. */
const sliceTime = 10;

/**
 * Lets a finder look at all objects, with a turn for others every few milliseconds. Gives whether it came to the end: not where
 * nobody wants it any more.
 */
export async function lookInSlices(
  finder: Finder,
  surroundings: {
    readonly now: () => number;
    readonly nextTurn: () => Promise<unknown>;
    readonly isWanted: () => boolean;
  },
): Promise<'at all' | 'given up'> {
  const { now, nextTurn, isWanted } = surroundings;
  while (isWanted()) {
    const begun = now();
    if (finder.look(() => now() - begun < sliceTime) === 'at all') return 'at all';
    await nextTurn();
  }
  return 'given up';
}
