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

/** The last three rows of distances: used anew for each pair of words, of which most are told apart in a few steps. */
const rows = [0, 1, 2].map(() => new Uint16Array(4 * longestWord));

/** The optimal string alignment distance, or more than `limit` where it is more: no pair of letters further apart counts. */
function distanceWithin(left: string, right: string, limit: number): number {
  let [beforePrevious, previous, current] = rows as [Uint16Array, Uint16Array, Uint16Array];
  for (let column = 0; column <= right.length; column++) previous[column] = column;
  for (let row = 1; row <= left.length; row++) {
    const from = Math.max(1, row - limit);
    const to = Math.min(right.length, row + limit);
    const letter = left.charCodeAt(row - 1);
    const letterBefore = left.charCodeAt(row - 2);
    current[from - 1] = from === 1 ? row : limit + 1;
    let least = current[from - 1]!;
    for (let column = from; column <= to; column++) {
      const other = right.charCodeAt(column - 1);
      // Above the last column that counts, the row before has none.
      const above = column === row + limit ? limit + 1 : previous[column]!;
      let distance = Math.min(
        above + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + Number(letter !== other),
      );
      if (row > 1 && column > 1 && letter === right.charCodeAt(column - 2) && letterBefore === other) {
        distance = Math.min(distance, beforePrevious[column - 2]! + 1);
      }
      current[column] = distance;
      if (distance < least) least = distance;
    }
    if (least > limit) return limit + 1;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[right.length]!;
}
