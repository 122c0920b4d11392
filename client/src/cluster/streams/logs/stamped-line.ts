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
  const isTimestamp = timestampReader();
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

const wholeSecond = 'YYYY-MM-DDThh:mm:ss'.length;

/**
 * Tells whether the beginning of a text, of some length, is a time that there is: read by its fixed places, as there are very
 * many of them. Most lines share their second with the one before, so that it is asked for once.
 */
function timestampReader(): (text: string, length: number) => boolean {
  let known = '';
  return (text, length) => {
    if (length <= wholeSecond || length > 35 || text[10] !== 'T') return false;
    if (text[length - 1] !== 'Z') return isDate(text.slice(0, length));
    if (length > wholeSecond + 1 && !isFraction(text, wholeSecond, length - 1)) return false;
    if (known !== '' && text.startsWith(known)) return true;
    const second = text.slice(0, wholeSecond);
    if (!isDate(`${second}Z`)) return false;
    known = second;
    return true;
  };
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
}

/** A point, and digits behind it. */
function isFraction(text: string, start: number, end: number): boolean {
  if (text[start] !== '.' || end - start < 2) return false;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
