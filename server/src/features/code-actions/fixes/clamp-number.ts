import type { About } from '../../../checks/about.ts';
import type { Fix } from '../../../checks/finding.ts';
import { faultyScalar } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { replacePlain, replaceText } from './replace-value.ts';

/** The number next to what is written that the server takes. */
export function* clampNumber(fixing: Fixing): Iterable<Fix> {
  const { about } = fixing.finding;
  const told = isContradiction(about) ? undefined : toldOf(about);
  const node = told === undefined ? undefined : faultyScalar(fixing);
  if (!node || told === undefined || !/^\s*-?\d+(?:\.\d+)?\s*$/.test(node.text)) return;
  const value = Number(node.text);
  const bounds = [...told.matchAll(/-?\d+(?:\.\d+)?/g)].map(([bound]) => Number(bound));
  const nearest = new Set([
    ...bounds,
    ...bounds.map((bound) => bound + 1),
    ...bounds.map((bound) => bound - 1),
    Math.ceil(value),
  ]);
  const byDistance = [...nearest]
    .filter((bound) => bound !== value)
    .sort((a, b) => Math.abs(a - value) - Math.abs(b - value));
  for (const bound of byDistance.slice(0, 6)) {
    const text = String(bound);
    const fix = typeof node.value === 'string' ? replaceText(node, text) : replacePlain(node, text);
    yield { ...fix, likelihood: 'possible' };
  }
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
