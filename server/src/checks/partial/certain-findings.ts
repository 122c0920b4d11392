import type { JsonObject } from '../../defaults/draft.ts';
import { toValueWithoutUnknowns, toValueWithUnknowns } from '../../yaml/value.ts';
import type { KnownPart } from './known-part.ts';

/** Gives what of all that is asked of an object holds whatever its unknown parts are. */
export type CertainFindings<Judged> = <Found>(find: (judged: Judged) => readonly Found[]) => readonly Found[];

/**
 * What is found in an object whatever its unknown parts are: what is found both where they are there, with values that nobody
 * knows, and where they are not there at all. A rule that asks whether something is there, or how much, need not know of the
 * unknown. Two are the same by all that they say: of two fields one may be lacking, or one too many. `read` makes of each of
 * the two objects what is judged, once for all that is asked.
 */
export function certainFindings<Judged>(
  part: KnownPart,
  read: (object: JsonObject) => Judged,
): CertainFindings<Judged> {
  const whole = once(() => read(toValueWithUnknowns(part.root, part) as JsonObject));
  const known = once(() => read(toValueWithoutUnknowns(part.root, part) as JsonObject));
  return (find) => {
    const withUnknown = find(whole());
    if (withUnknown.length === 0) return withUnknown;
    const found = new Set(withUnknown.map((one) => JSON.stringify(one)));
    return find(known()).filter((one) => found.has(JSON.stringify(one)));
  };
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
