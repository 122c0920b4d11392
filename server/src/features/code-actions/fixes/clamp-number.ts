import type { About } from '../../../checks/about.ts';
import type { Fix } from '../../../checks/finding.ts';
import { faultyScalar } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { replacePlain, replaceText } from './replace-value.ts';

/** The number next to what is written that the server takes, a percentage as one. */
export function* clampNumber(fixing: Fixing): Iterable<Fix> {
  const { about } = fixing.finding;
  const told = isContradiction(about) ? undefined : toldOf(about);
  const node = told === undefined ? undefined : faultyScalar(fixing);
  const [, written, unit] = /^\s*(-?\d+(?:\.\d+)?)(%?)\s*$/.exec(node?.text ?? '') ?? [];
  if (!node || told === undefined || written === undefined) return;
  const value = Number(written);
  const bounds = [...boundsIn(told), ...multiplesIn(told, value)];
  const nearest = new Set([
    ...bounds,
    ...bounds.map((bound) => bound + 1),
    ...bounds.map((bound) => bound - 1),
    Math.ceil(value),
  ]);
  const byDistance = [...nearest]
    .filter((bound) => bound !== value)
    .sort((a, b) => Math.abs(a - value) - Math.abs(b - value));
  for (const bound of byDistance.slice(0, 8)) {
    const text = `${bound}${unit}`;
    const fix = typeof node.value === 'string' ? replaceText(node, text) : replacePlain(node, text);
    yield { ...fix, likelihood: 'possible' };
  }
}

/** The numbers that a sentence has, also in words: `1-100`, `2^32 seconds`, `10 minutes`, `must be positive`. */
function boundsIn(told: string): number[] {
  const digits = Array.from(told.matchAll(number), ([, base, power, minutes]) => {
    if (power !== undefined) return Number(base) ** Number(power);
    return minutes === undefined ? Number(base) : Number(base) * 60;
  });
  return /\b(?:zero|positive|non-negative)\b/.test(told) ? [...digits, 0] : digits;
}

/** The dash of a range is no sign. */
const number = /(?<!\d)(-?\d+(?:\.\d+)?)(?:\^(\d{1,2})\b)?( minutes\b)?/g;

/** What is a multiple of the number that the server names, next to a value. */
function multiplesIn(told: string, value: number): number[] {
  const factor = Number(/\bmultiple of (\d+(?:\.\d+)?)/.exec(told)?.[1]);
  if (!(factor > 0)) return [];
  // A multiple of 0.1 has one digit, which its product in binary has not.
  return [Math.floor(value / factor), Math.ceil(value / factor)].map((times) =>
    Number((times * factor).toPrecision(15)),
  );
}

/** What is said of a number that is too large, too small or no whole one. */
function toldOf(about: About): string | undefined {
  if (about.is === 'violation') return about.violation.detail;
  return about.is === 'out-of-bounds' ? about.must : undefined;
}

/** A number that goes against another one is not out of any range of its own; modes of files are read digit by digit. */
function isContradiction(about: About): boolean {
  if (about.is !== 'violation') return false;
  return about.violation.against !== undefined || /`\w+`|octal/.test(about.violation.detail);
}
