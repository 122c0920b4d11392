const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A duration in milliseconds in the short form of the server's tables: `45s`, `5m30s`, `3h20m`, `4d6h`, `2y35d`. The
 * longer it is, the coarser; a time clearly in the future is `<invalid>`.
 */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / second);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(milliseconds / minute);
  if (minutes < 10) return twoParts(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(milliseconds / hour);
  if (hours < 8) return twoParts(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(milliseconds / day);
  if (hours < 8 * 24) return twoParts(days, 'd', hours % 24, 'h');
  if (hours < 2 * 365 * 24) return `${days}d`;
  const years = Math.trunc(days / 365);
  return hours < 8 * 365 * 24 ? twoParts(years, 'y', days % 365, 'd') : `${years}y`;
}

/** How long ago a timestamp is; `<unknown>` where there is none. */
export function formatAge(timestamp: unknown, now: Date): string {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(time) ? '<unknown>' : formatDuration(now.getTime() - time);
}

function twoParts(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}
