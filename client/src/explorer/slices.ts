/** Lets others have their turn: a slice of a long work ends, and the next begins after they have had it. */
export type Breathe = () => Promise<void>;

/** So many rows are looked at without letting others have their turn: a few milliseconds. */
export const sliceLength = 2_000;

/** Others have their turn at the next turn of the event loop. */
export const nextTurn: Breathe = () => new Promise((resolve) => setImmediate(resolve));

/** Does a work on each item, slice by slice; `goesOn` is asked before each further slice. Gives whether all were reached. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  breathe: Breathe,
  goesOn: () => boolean = () => true,
): Promise<'all' | 'some'> {
  let done = 0;
  for (const item of items) {
    if (done > 0 && done % sliceLength === 0) {
      await breathe();
      if (!goesOn()) return 'some';
    }
    work(item);
    done++;
  }
  return 'all';
}
