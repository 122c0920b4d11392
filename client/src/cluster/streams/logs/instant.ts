/** A moment to the nanosecond: more than a number of JavaScript holds. */
export interface Instant {
  /** Since the epoch. */
  readonly second: number;
  readonly nanosecond: number;
}

/** Before every other. */
export const earliest: Instant = { second: Number.NEGATIVE_INFINITY, nanosecond: 0 };

/** Whether `left` is before `right`. */
export function isBefore(left: Instant, right: Instant): boolean {
  return left.second === right.second ? left.nanosecond < right.nanosecond : left.second < right.second;
}

const secondEnds = 'YYYY-MM-DDThh:mm:ss'.length;

/**
 * Reads timestamps as container runtimes write them (RFC 3339 with up to nine digits, in UTC or a zone of the node's);
 * undefined for what is none. One reader per stream: most lines share their second with the one before.
 */
export function instantReader(): (timestamp: string) => Instant | undefined {
  let known = '';
  let second = Number.NaN;
  return (timestamp) => {
    const isUtc = timestamp.endsWith('Z');
    const length = timestamp.length - (isUtc ? 1 : '+00:00'.length);
    if (length < secondEnds) return undefined;
    const whole = timestamp.slice(0, secondEnds) + (isUtc ? 'Z' : timestamp.slice(length));
    if (whole !== known) {
      known = whole;
      second = Date.parse(whole) / 1_000;
    }
    return Number.isNaN(second) ? undefined : { second, nanosecond: nanosecondsIn(timestamp, length) };
  };
}

function nanosecondsIn(timestamp: string, end: number): number {
  let [value, digits] = [0, 0];
  for (let at = secondEnds + 1; at < end && digits < 9; at++, digits++) {
    value = value * 10 + (timestamp.charCodeAt(at) - 48);
  }
  for (; digits < 9; digits++) value *= 10;
  return value;
}
