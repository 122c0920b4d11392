/**
 * The candidate that a misspelt word most likely means: one that differs in case only, or by the fewest inserted,
 * deleted, replaced or swapped letters, at most one in three. Undefined where none is near or two are equally far.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined;
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  let tied = false;
  const folded = word.toLowerCase();
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) > limit) continue;
    const distance = distanceWithin(folded, candidate.toLowerCase(), limit);
    if (distance > limit || distance > bestDistance) continue;
    tied = distance === bestDistance;
    best = candidate;
    bestDistance = distance;
  }
  return tied ? undefined : best;
}

/** No name of the API is longer; what is would only cost time. */
const longestWord = 128;

/** The optimal string alignment distance, or more than `limit` where it is more. */
function distanceWithin(left: string, right: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let distance = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) distance = Math.min(distance, beforePrevious[column - 2]! + 1);
      current.push(distance);
      least = Math.min(least, distance);
    }
    if (least > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length]!;
}
