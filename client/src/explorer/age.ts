/**
 * How long something has existed, short as the API server's own Age column: `45s`, `3m20s`, `12m`, `5h`, `3d`, `2y`.
 * A timestamp in the future counts as now; one that cannot be read gives undefined.
 */
export function age(timestamp: string, now: number): string | undefined {
  const then = Date.parse(timestamp);
  return Number.isNaN(then) ? undefined : shortDuration(now - then);
}

/** The milliseconds of a duration as a server prints it, `3m20s`; undefined of other texts. */
export function readDuration(text: string): number | undefined {
  if (!/^(?:\d+[ydhms])+$/.test(text)) return undefined;
  let milliseconds = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([ydhms])/g)) {
    milliseconds += Number(count) * unitLengths[unit as keyof typeof unitLengths];
  }
  return milliseconds;
}

const unitLengths = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, y: 365 * 86_400_000 };

/** Milliseconds in the units of the API server's Age column; what is less than nothing counts as none. */
export function shortDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return pair(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  return pair(Math.floor(days / 365), 'y', days % 365, 'd');
}

function pair(major: number, majorUnit: string, minor: number, minorUnit: string): string {
  return minor === 0 ? `${major}${majorUnit}` : `${major}${majorUnit}${minor}${minorUnit}`;
}
