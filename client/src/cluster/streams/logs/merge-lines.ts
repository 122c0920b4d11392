import { earliest, isBefore } from './instant.ts';
import type { LogLines, LogNote, LogOrigin, LogRow } from './log-row.ts';
import { goesBefore, QueuedStream } from './queued-stream.ts';
import type { StampedLine } from './stamped-line.ts';

/**
 * Lines of many streams as one, by their times. Who feeds it says when something came (milliseconds since the epoch), and
 * asks for what may go.
 *
 * A stream begins with what was written before: as long as that comes quickly it is waited for, so that all of what was
 * written before is in order, and the others are held back. Then it is live: a line waits for a window, in which others may
 * come that belong before it. What comes later than that is `late`. Lines of one stream stay in their order, pieces of a line
 * together; of equal times those of the stream that was opened first come first.
 */
export interface LineMerge {
  /** A stream that may have lines from now on. */
  open(origin: LogOrigin, now: number): MergedStream;
  /** A row of no stream, which goes at once. */
  say(note: LogNote): void;
  /** What may go now. */
  next(now: number): Merged;
}

/** One stream's way in. */
export interface MergedStream {
  /** Whether more of it may be read: each may always have something here, and all together so much. */
  readonly hasRoom: boolean;
  take(lines: readonly StampedLine[], now: number): void;
  /** Behind what it has given so far. */
  say(note: LogNote): void;
  /** Nothing more will come; what is here still goes. */
  end(): void;
}

export interface Merged {
  readonly rows: readonly LogRow[];
  /** When more may go although nothing has come; undefined where nothing waits. */
  readonly again: number | undefined;
}

/** Milliseconds in which live lines are put in order, and for which a stream that is slow holds the others. */
export const mergeWindow = 200;
/** What waits here, of all streams together. */
const mostWaiting = 16 * 1024 * 1024;
/** Lines that are given at once. */
const mostLines = 8_192;
/** A time that is further ahead of this machine's is no measure for others; in milliseconds. */
const farAhead = 24 * 60 * 60 * 1_000;

export function mergeLines(window = mergeWindow): LineMerge {
  /** Those that have lines here, in the order in which their next ones go. */
  const pending: QueuedStream[] = [];
  /** Those that have none, and may have some again. */
  const silent = new Set<QueuedStream>();
  let notes: LogNote[] = [];
  let opened = 0;
  let waiting = 0;
  /** The latest time that was given. */
  let latest = earliest;
  /** The stream of the lines before. */
  let last: QueuedStream | undefined;
  /** When the first came of those lines that are next of their streams; undefined where that is to be found. */
  let oldest: number | undefined;

  const enter = (stream: QueuedStream) => {
    silent.delete(stream);
    oldest = undefined;
    pending.splice(placeIn(pending, stream), 0, stream);
  };

  const oldestCame = (): number => {
    oldest ??= pending.reduce((least, { came }) => Math.min(least, came), Number.POSITIVE_INFINITY);
    return oldest;
  };

  /** Whose next line is to go, and the one that goes behind it. */
  const choose = (): readonly [QueuedStream, QueuedStream | undefined] => {
    // Pieces of a line stay together.
    if (last?.line?.continues) return [last, undefined];
    const first = pending[0]!;
    const since = first.came - window;
    // What has come much later than another's next line cannot hold that.
    if (first.phase === 'backlog' || oldestCame() >= since) return [first, pending[1]];
    const [overdue, next] = pending.filter(({ came }) => came < since);
    return [overdue!, next];
  };

  /** When that line may go, where others may still have lines that belong before it; undefined for now. */
  const heldUntil = (stream: QueuedStream, now: number): number | undefined => {
    let until: number | undefined;
    for (const other of silent) {
      if (isBefore(stream.time, other.time)) continue;
      // With a line that has waited long enough go those before it.
      const own = other.holdsUntil(oldestCame(), window, now);
      // Further ahead it is where the clock was set back meanwhile: then nobody waits for it.
      if (own > now && own <= now + window) until = Math.min(until ?? own, own);
    }
    return until;
  };

  /** Lines of a stream that came together and go before those of the other. */
  const give = (
    stream: QueuedStream,
    other: QueuedStream | undefined,
    now: number,
    rows: LogRow[],
  ): number => {
    const lines: StampedLine[] = [];
    let place: LogLines['place'] = 'in order';
    for (let line = stream.line; line && lines.length < mostLines; line = stream.line) {
      if (lines.length > 0) {
        if (!stream.isWithin) break;
        if (!line.continues && other && !goesBefore(stream, other)) break;
      }
      const own = line.timestamp !== '' && isBefore(stream.time, latest) ? 'late' : 'in order';
      if (lines.length === 0) place = own;
      else if (own !== place) break;
      if (isBefore(latest, stream.time) && stream.time.second * 1_000 <= now + farAhead) latest = stream.time;
      lines.push(line);
      waiting -= stream.shift();
    }
    rows.push({ is: 'lines', origin: stream.origin, lines, place });
    last = stream;
    return lines.length;
  };

  /** What is next of a stream that has given something. */
  const settle = (stream: QueuedStream, rows: LogRow[]) => {
    for (let note = stream.shiftNote(); note; note = stream.shiftNote()) rows.push(note);
    if (!stream.isEmpty && pending[0] === stream && isInPlace(pending)) {
      if (!stream.isWithin) oldest = undefined;
      return;
    }
    pending.splice(pending.indexOf(stream), 1);
    oldest = undefined;
    if (!stream.isEmpty) enter(stream);
    else if (stream.isOpen) silent.add(stream);
  };

  return {
    open(origin, now) {
      const stream = new QueuedStream(origin, opened++, now);
      silent.add(stream);
      return {
        get hasRoom() {
          return stream.isEmpty || waiting < mostWaiting;
        },
        take(lines, at) {
          if (lines.length === 0) return;
          const wasEmpty = stream.isEmpty;
          waiting += stream.push(lines, at);
          if (wasEmpty) enter(stream);
        },
        say(note) {
          if (stream.isEmpty) notes.push(note);
          else stream.pushNote(note);
        },
        end() {
          stream.isOpen = false;
          silent.delete(stream);
        },
      };
    },
    say: (note) => void notes.push(note),
    next(now) {
      const rows: LogRow[] = notes;
      notes = [];
      for (let count = 0; count < mostLines; ) {
        if (pending.length === 0) return { rows, again: undefined };
        const [stream, other] = choose();
        const again = heldUntil(stream, now);
        if (again !== undefined) {
          for (const waits of pending) waits.pack();
          return { rows, again };
        }
        count += give(stream, other, now, rows);
        settle(stream, rows);
      }
      return { rows, again: now };
    },
  };
}

/** Where a stream belongs among those that are in order. */
function placeIn(ordered: readonly QueuedStream[], stream: QueuedStream): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (goesBefore(ordered[middle]!, stream)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the first is still the first. */
function isInPlace([first, second]: readonly QueuedStream[]): boolean {
  return first === undefined || second === undefined || goesBefore(first, second);
}
