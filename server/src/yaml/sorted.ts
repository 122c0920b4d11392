/**
 * How many items at the head of a list hold `isAhead`, by halves: all that hold it stand before all that do not. So it is
 * the index of the first that does not, and one more than that of the last that does.
 */
export function countAhead<Item>(items: readonly Item[], isAhead: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAhead(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
