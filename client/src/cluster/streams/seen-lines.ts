/** A line of a log that was asked for with timestamps. */
export interface StampedLine {
  /** RFC 3339 with nanoseconds, as the server wrote it; empty where there is none. */
  readonly timestamp: string;
  readonly text: string;
}

/** Cuts the timestamp off a line. */
export function readStampedLine(line: string): StampedLine {
  const space = line.indexOf(' ');
  const timestamp = space < 0 ? line : line.slice(0, space);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(timestamp)) return { timestamp: '', text: line };
  return { timestamp, text: space < 0 ? '' : line.slice(space + 1) };
}

/**
 * Where a log was left, so that one can go on there: the server gives lines again from the beginning of that second.
 * Timestamps are compared as instants to the nanosecond.
 */
export interface SeenLines {
  /** To be asked for as `sinceTime`; undefined before the first line. */
  readonly sinceTime: string | undefined;
  /** Begins to read again: lines up to where it was left are dropped. */
  resume(): void;
  /** The line, or undefined when it was seen before. */
  filter(line: StampedLine): StampedLine | undefined;
}

export function rememberSeenLines(): SeenLines {
  let last = '';
  let lastInstant = '';
  /** Lines with the last timestamp. */
  let count = 0;
  let toDrop: { instant: string; left: number } | undefined;
  return {
    get sinceTime() {
      return last || undefined;
    },
    resume() {
      toDrop = lastInstant === '' ? undefined : { instant: lastInstant, left: count };
    },
    filter(line) {
      if (line.timestamp === '') return line;
      const instant = instantOf(line.timestamp);
      if (toDrop) {
        if (instant < toDrop.instant) return undefined;
        if (instant === toDrop.instant && toDrop.left > 0) {
          toDrop.left--;
          return undefined;
        }
        if (instant > toDrop.instant) toDrop = undefined;
      }
      count = instant === lastInstant ? count + 1 : 1;
      last = line.timestamp;
      lastInstant = instant;
      return line;
    },
  };
}

/** Sorts as time does: seconds in UTC, and nine digits of nanoseconds. */
function instantOf(timestamp: string): string {
  const [, seconds = '', fraction = '', zone = ''] =
    /^([^.Z+]*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(timestamp) ?? [];
  const milliseconds = Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(milliseconds)) return timestamp;
  return `${new Date(milliseconds).toISOString().slice(0, 19)}.${fraction.padEnd(9, '0').slice(0, 9)}`;
}
