import type { JsonObject } from '../../defaults/draft.ts';
import { toValueWithoutUnknowns, toValueWithUnknowns } from '../../yaml/value.ts';
import type { KnownPart } from './known-part.ts';

/**
 * What is found in an object whatever its unknown parts are: what is found both where they are there, with values that nobody
 * knows, and where they are not there at all. A rule that asks whether something is there, or how much, need not know of the
 * unknown. Two are the same by all that they say: of two fields one may be lacking, or one too many.
 */
export function certainFindings<Found>(
  part: KnownPart,
  find: (object: JsonObject) => readonly Found[],
): readonly Found[] {
  const withUnknown = find(toValueWithUnknowns(part.root, part) as JsonObject);
  if (withUnknown.length === 0) return withUnknown;
  const found = new Set(withUnknown.map((one) => JSON.stringify(one)));
  return find(toValueWithoutUnknowns(part.root, part) as JsonObject).filter((one) =>
    found.has(JSON.stringify(one)),
  );
}
