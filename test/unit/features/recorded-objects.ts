import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';
import type { Path } from '../../../server/src/yaml/path.ts';
import { rareObjects } from './rare-objects.ts';

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/rules/${name}.json`, import.meta.url), 'utf8'));

/** Objects of every kind that has rules, with nearly every field that a rule reads. */
export const recordedObjects: readonly JsonObject[] = [
  ...(['other-kinds', 'rare-kinds'].flatMap(fixture) as { object: JsonObject }[]).map(({ object }) => object),
  ...(fixture('workloads') as { bases: JsonObject[] }).bases,
  ...rareObjects,
];

/** A copy of an object with another value at a path, and what has to be around it. */
export function withValue(object: JsonObject, path: Path, value: unknown): JsonObject {
  const copy = structuredClone(object);
  let container = copy as Record<string | number, unknown>;
  for (const [index, part] of path.slice(0, -1).entries()) {
    container[part] ??= typeof path[index + 1] === 'number' ? [] : {};
    container = container[part] as Record<string | number, unknown>;
  }
  container[path.at(-1)!] = value;
  return copy;
}
