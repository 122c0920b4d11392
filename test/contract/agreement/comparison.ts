import type { NormalAnswer } from './normal-answer.ts';

/** A place where two answers differ. */
export interface Difference {
  place: string;
  real: unknown;
  sandbox: unknown;
}

/** Where the answers differ, by code, headers and body; nothing where they agree. */
export function differencesBetween(real: NormalAnswer, sandbox: NormalAnswer): Difference[] {
  const found: Difference[] = [];
  walk('', real, sandbox, found);
  return found;
}

function walk(place: string, real: unknown, sandbox: unknown, found: Difference[]): void {
  if (Object.is(real, sandbox)) return;
  if (Array.isArray(real) && Array.isArray(sandbox) && real.length === sandbox.length) {
    for (const [index, item] of real.entries()) walk(`${place}[${index}]`, item, sandbox[index], found);
    return;
  }
  if (!isRecord(real) || !isRecord(sandbox)) {
    found.push({ place, real, sandbox });
    return;
  }
  for (const name of new Set([...Object.keys(real), ...Object.keys(sandbox)])) {
    walk(place === '' ? name : `${place}.${name}`, real[name], sandbox[name], found);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
