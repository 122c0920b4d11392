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
 * then, and of five runs three that are within that are enough.
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
  const large = await median(() => measure(copies * times), surely);
  if (large <= surely) return within(copies, large);
  const small = Math.max(await median(() => measure(copies), 0), measurable);
  return { copies, small, large, factor: large / small };
}

function within(copies: number, large: number): Growth {
  return { copies, small: measurable, large, factor: large / measurable };
}

/** The median, or a bound of it: once more than half of the runs took no more than `enough`, the others cannot change that. */
async function median(measure: () => Promise<number>, enough: number): Promise<number> {
  const all: number[] = [];
  const half = (runs - 1) / 2;
  for (let run = 0; run < runs; run++) {
    all.push(await measure());
    const low = all.filter((time) => time <= enough);
    if (low.length > half) return Math.max(...low);
  }
  return all.sort((a, b) => a - b)[half]!;
}
