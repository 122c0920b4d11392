/** What grows: one construct of an input, in as many copies as one likes. */
export interface Growing {
  /** Never more copies than this, so that ten times the small size stays within what is taken at all. */
  readonly most: number;
  /** What ten times `most` takes, where that has been measured before; measured once where not. */
  readonly largest?: number;
  /** Does the work with so many copies and gives the CPU time that it took, in milliseconds. */
  measure(copies: number): Promise<number>;
}

/** How the work grew from the small size to ten times that: at least by `small`, at most by `large` and `factor`. */
export interface Growth {
  readonly copies: number;
  /** CPU time in milliseconds, the medians, as far as they had to be known. */
  readonly small: number;
  readonly large: number;
  readonly factor: number;
}

/** Below this a time says nothing, in milliseconds. */
const measurable = 50;
const runs = 5;
const times = 10;
/** Linear work grows tenfold; a hundredfold is quadratic. */
export const mostGrowth = 20;
/** What takes no longer has not grown too much. */
const surely = measurable * mostGrowth;

/**
 * Measures how much more CPU time ten times the input takes. The small size takes at least 50 ms, unless even `most`
 * copies do not; each time is the median of five. What grows more than twentyfold is measured again before it counts.
 * What takes no more than twenty times 50 ms has not grown more than that, whatever the small size takes: it is not measured
 * then. Of five runs three are enough where the others cannot bring the median beyond the limit.
 */
export async function growth(growing: Growing): Promise<Growth> {
  const largest = growing.largest ?? (await growing.measure(growing.most * times));
  if (largest <= surely) return within(growing.most, largest);
  const copies = await smallSize(growing, largest);
  const first = await compare(growing, copies);
  if (first.factor <= mostGrowth) return first;
  const second = await compare(growing, copies);
  return second.factor < first.factor ? second : first;
}

/** The fewest copies, about, that take long enough: what they would be if the work were linear, doubled until it is so. */
async function smallSize({ most, measure }: Growing, largest: number): Promise<number> {
  let copies = Math.max(1, Math.floor((most * measurable * times * 1.5) / largest));
  while (copies < most && (await measure(copies)) < measurable) copies = Math.min(copies * 2, most);
  return copies;
}

async function compare({ measure }: Growing, copies: number): Promise<Growth> {
  const large = new Runs(() => measure(copies * times));
  const small = new Runs(() => measure(copies));
  const grown = (of: number, to: number) => {
    const least = Math.max(of, measurable);
    return { copies, small: least, large: to, factor: to / least };
  };
  await large.upTo(decisive);
  if (large.mostOfMedian <= surely) return within(copies, large.mostOfMedian);
  await small.upTo(decisive);
  const early = grown(small.leastOfMedian, large.mostOfMedian);
  if (early.factor <= mostGrowth) return early;
  for (let count = decisive + 1; count <= runs; count++) {
    await large.upTo(count);
    if (large.mostOfMedian <= surely) return within(copies, large.mostOfMedian);
  }
  await small.upTo(runs);
  return grown(small.leastOfMedian, large.mostOfMedian);
}

function within(copies: number, large: number): Growth {
  return { copies, small: measurable, large, factor: large / measurable };
}

/** So many of the runs bound their median: the others cannot bring it beyond the greatest or the least of these. */
const decisive = (runs + 1) / 2;

/** The times of the runs so far, at least the decisive ones when they are asked for. */
class Runs {
  readonly #measure: () => Promise<number>;
  readonly #times: number[] = [];

  constructor(measure: () => Promise<number>) {
    this.#measure = measure;
  }

  async upTo(count: number): Promise<void> {
    while (this.#times.length < count) this.#times.push(await this.#measure());
    this.#times.sort((a, b) => a - b);
  }

  /** The median of all runs is no more than this; it is this once all are done. */
  get mostOfMedian(): number {
    return this.#times[decisive - 1]!;
  }

  /** Nor is it less than this. */
  get leastOfMedian(): number {
    return this.#times[this.#times.length - decisive]!;
  }
}
