/** One line of the table: what was measured, ours and the peer's; undefined where the peer gave no answer in time. */
export interface Row {
  readonly what: string;
  readonly unit: 'ms' | 'MB';
  readonly budget?: number;
  readonly ours: number;
  readonly peer?: number | 'late' | undefined;
}

/** Prints the heading of the columns. */
export function printHead(peer: string): void {
  console.log(line('', 'budget', 'ours', peer, 'ratio'));
}

/** Prints a row: the ratio is ours by theirs. */
export function printRow({ what, unit, budget, ours, peer }: Row): void {
  const written = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
  const verdict = budget === undefined ? '' : ours > budget ? ' OVER' : ' under';
  const theirs = peer === 'late' ? `> ${patience / 1000} s` : peer === undefined ? '-' : written(peer);
  const ratio = typeof peer === 'number' ? (ours / peer).toFixed(3) : '-';
  console.log(
    line(what, budget === undefined ? '-' : written(budget), written(ours), theirs, ratio) + verdict,
  );
}

/** Milliseconds after which a peer's answer is not waited for any more. */
export const patience = 60_000;

/** The middle one of some measurements. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The measurement that this percentage of all stay at or below. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)]!;
}

function line(what: string, ...columns: readonly string[]): string {
  return what.padEnd(62) + columns.map((column) => column.padStart(12)).join('');
}
