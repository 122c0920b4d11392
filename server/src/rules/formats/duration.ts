const unit = new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['μs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['m', 60e9],
  ['h', 3600e9],
]);

/** Reads a duration of the Go language (`1h30m`, `-1.5s`, `0`) as nanoseconds; undefined where it is none. */
export function parseDuration(text: string): number | undefined {
  const [, sign, parts] = /^([+-]?)(.+)$/s.exec(text) ?? [];
  if (parts === undefined) return undefined;
  if (parts === '0') return 0;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+$/.test(parts)) return undefined;
  let nanoseconds = 0;
  for (const [, amount, name] of parts.matchAll(/([\d.]+)(\D+)/g))
    nanoseconds += Number(amount) * unit.get(name!)!;
  if (nanoseconds >= 2 ** 63) return undefined;
  return sign === '-' ? -nanoseconds : nanoseconds;
}
