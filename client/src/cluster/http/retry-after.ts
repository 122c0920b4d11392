/** Longer than this no server is waited for: it is asked again, by a person at the latest. */
const longest = 3_600;

/**
 * How many seconds a server wants to be left alone, by the header `Retry-After`: a number, or a date (RFC 9110, 10.2.3).
 * Undefined where it is neither. Never negative, and at most an hour.
 */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), longest);
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : withinBounds((date - now) / 1_000);
}

/** The same of `details.retryAfterSeconds` of a Status, which may be anything. */
export function retryAfterSecondsOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? withinBounds(value) : undefined;
}

function withinBounds(seconds: number): number {
  return Math.min(Math.max(0, Math.ceil(seconds)), longest);
}
