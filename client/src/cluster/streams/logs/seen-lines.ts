import { isLater, isSameInstant, type StampedLine, secondOf } from './stamped-line.ts';

/** What a stream has given that is new. */
export interface NewLines {
  readonly lines: readonly StampedLine[];
  /** Set where the last line of before did not come again, so that others may be missing, too, before these. */
  readonly gap?: LogGap;
}

/** Between which two timestamps lines of a log may be missing; undefined where no line has come after them yet. */
export interface LogGap {
  readonly after: string;
  readonly before: string | undefined;
}

/**
 * Where a log was left, so that one can go on there. Servers give lines from a whole second on, in the order in which
 * they were written, which is not that of their times: lines are told apart by their times and texts, and what comes
 * behind the last one of before is new.
 */
export interface SeenLines {
  /** To be asked for as `sinceTime`; undefined before the first line. */
  readonly sinceTime: string | undefined;
  /** The last line, wherever it was read. */
  readonly last: StampedLine | undefined;
  /** Whether the last line of before has not come again yet. */
  readonly isLooking: boolean;
  /** Whether what has come instead begins after it: it is hardly still on its way. */
  readonly seemsGone: boolean;
  /** Begins to read again, from `sinceTime` on. */
  resume(): void;
  /** Begins to read another log, of which nothing was seen. */
  begin(): void;
  /** Those of these lines that are new. */
  take(lines: readonly StampedLine[]): NewLines;
  /** The last line will not come in this stream any more: what has come instead is new. */
  giveUp(): NewLines;
}

/** Lines that are looked through for others like the last one, and the most characters of them. */
const recentLines = 4_096;
const recentLength = 1024 * 1024;
/** Lines that wait for the last one of before. */
const mostHeld = 10_000;

const nothing: NewLines = { lines: [] };

export function rememberSeenLines(): SeenLines {
  let last: StampedLine | undefined;
  /** How many lines like the last came one after the other. */
  let run = 0;
  const recent = recentBatches();
  let sought: Sought | undefined;
  let held: StampedLine[] = [];

  const remember = (lines: readonly StampedLine[]): NewLines => {
    if (lines.length === 0) return nothing;
    let length = 0;
    for (const line of lines) {
      length += line.text.length;
      if (line.timestamp === '') continue;
      run = last !== undefined && line.timestamp === last.timestamp && line.text === last.text ? run + 1 : 1;
      last = line;
    }
    recent.push({ lines, length });
    return { lines };
  };

  const giveUp = (): NewLines => {
    if (!sought || !last) return nothing;
    const first = held.find(({ timestamp }) => timestamp !== '');
    const gap = first && { after: last.timestamp, before: first.timestamp };
    const lines = held;
    sought = undefined;
    held = [];
    return gap ? { ...remember(lines), gap } : remember(lines);
  };

  const look = (lines: readonly StampedLine[], before: StampedLine): NewLines => {
    for (const [index, line] of lines.entries()) {
      if (!sought) break;
      if (line.timestamp !== '' && line.text === before.text && isSameInstant(line, before)) {
        if (--sought.left > 0) continue;
        sought = undefined;
        const own = held.filter(({ timestamp }) => timestamp === '');
        held = [];
        return remember([...own, ...lines.slice(index + 1)]);
      }
      held.push(line);
      if (held.length > mostHeld) held.shift();
      if (line.timestamp !== '' && secondOf(line) > sought.notAfter && !sought.isKnown(line)) {
        held.push(...lines.slice(index + 1));
        return giveUp();
      }
    }
    return nothing;
  };

  return {
    get sinceTime() {
      if (!last) return undefined;
      // No container wrote before the epoch, and no server knows years before the first.
      const second = Math.max(0, secondOf(last) - reachOf(recent.batches));
      return new Date(second * 1_000).toISOString().replace('.000', '');
    },
    get last() {
      return last;
    },
    get isLooking() {
      return sought !== undefined;
    },
    get seemsGone() {
      const first = held.find(({ timestamp }) => timestamp !== '');
      return first !== undefined && last !== undefined && isLater(first, last);
    },
    resume() {
      held = [];
      sought = last && {
        left: Math.max(run, countOf(last, recent.batches)),
        notAfter: secondOf(last) + reachOf(recent.batches),
        isKnown: knownIn(recent.batches),
      };
    },
    begin() {
      last = undefined;
      run = 0;
      recent.clear();
      sought = undefined;
      held = [];
    },
    take: (lines) => (sought && last ? look(lines, last) : remember(lines)),
    giveUp,
  };
}

/** The last line of before, which is to come again. */
interface Sought {
  /** How many like it. */
  left: number;
  /** Seconds since the epoch; what is later has been written after it. */
  readonly notAfter: number;
  /** But what came before it, when a clock was ahead and was set back. */
  readonly isKnown: (line: StampedLine) => boolean;
}

interface Batch {
  readonly lines: readonly StampedLine[];
  readonly length: number;
}

/** The newest batches, as many as are looked through. */
function recentBatches() {
  let batches: Batch[] = [];
  let [count, length] = [0, 0];
  return {
    get batches(): readonly Batch[] {
      return batches;
    },
    push(batch: Batch) {
      batches.push(batch);
      count += batch.lines.length;
      length += batch.length;
      for (let [first] = batches; first && batches.length > 1; [first] = batches) {
        if (count - first.lines.length < recentLines && length - first.length < recentLength) return;
        batches.shift();
        count -= first.lines.length;
        length -= first.length;
      }
    },
    clear() {
      batches = [];
      [count, length] = [0, 0];
    },
  };
}

function countOf(line: StampedLine, batches: readonly Batch[]): number {
  let count = 0;
  for (const { lines } of batches) {
    for (const other of lines) if (other.text === line.text && isSameInstant(other, line)) count++;
  }
  return count;
}

/** Whether a line is one of these; what they are is looked at when it is first asked. */
function knownIn(batches: readonly Batch[]): (line: StampedLine) => boolean {
  let known: Set<string> | undefined;
  return ({ timestamp, text }) => {
    known ??= new Set(batches.flatMap(({ lines }) => lines.map((line) => `${line.timestamp} ${line.text}`)));
    return known.has(`${timestamp} ${text}`);
  };
}

/** How many seconds before the last line's those may be that come after it: one, and by how much any was late. */
function reachOf(batches: readonly Batch[]): number {
  let [latest, reach] = [Number.NEGATIVE_INFINITY, 0];
  for (const { lines } of batches) {
    for (const line of lines) {
      if (line.timestamp === '') continue;
      const second = secondOf(line);
      reach = Math.max(reach, Math.min(latest - second, longestReach));
      latest = Math.max(latest, second);
    }
  }
  return 1 + reach;
}

/** A clock that was set back is no late line. */
const longestReach = 60;
