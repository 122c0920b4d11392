import type { LinePart } from './line-decoder.ts';

/** A line of a log that was asked for with timestamps, or a piece of a long one. */
export interface StampedLine {
  /** RFC 3339 with nanoseconds, as the server wrote it; empty where a server speaks for itself: that is no line of the log. */
  readonly timestamp: string;
  readonly text: string;
  /** Set of a piece that belongs to the line before. */
  readonly continues?: true;
}

/** Cuts the timestamps off the lines of one stream. A piece of a line has the timestamp of its line. */
export function stampedLineReader(): (text: string, part: LinePart) => StampedLine {
  let timestamp = '';
  return (line, part) => {
    if (part === 'more of a line') return { timestamp, text: line, continues: true };
    const space = line.indexOf(' ');
    const end = space < 0 ? line.length : space;
    if (!isTimestamp(line, end)) {
      timestamp = '';
      return { timestamp, text: line };
    }
    timestamp = line.slice(0, end);
    return { timestamp, text: line.slice(end + 1) };
  };
}

/** Seconds since the epoch. */
export function secondOf({ timestamp }: StampedLine): number {
  return Math.floor(Date.parse(timestamp) / 1_000);
}

/** Whether two are the same instant, to the nanosecond, whatever they are written as. */
export function isSameInstant(left: StampedLine, right: StampedLine): boolean {
  return (
    left.timestamp === right.timestamp ||
    (secondOf(left) === secondOf(right) && nanosecondsOf(left) === nanosecondsOf(right))
  );
}

/** Whether `left` is later than `right`. */
export function isLater(left: StampedLine, right: StampedLine): boolean {
  const [own, other] = [secondOf(left), secondOf(right)];
  return own === other ? nanosecondsOf(left) > nanosecondsOf(right) : own > other;
}

function nanosecondsOf({ timestamp }: StampedLine): string {
  return (/\.(\d+)/.exec(timestamp)?.[1] ?? '').padEnd(9, '0').slice(0, 9);
}

/** Whether the beginning of a text, of this length, is one: read by its fixed places, as there are very many of them. */
function isTimestamp(text: string, length: number): boolean {
  if (length < 20 || length > 35) return false;
  if (text[4] !== '-' || text[7] !== '-' || text[10] !== 'T') return false;
  if (text[13] !== ':' || text[16] !== ':') return false;
  return text[length - 1] === 'Z' || /[+-]\d\d:\d\d$/.test(text.slice(0, length));
}
