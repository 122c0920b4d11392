import type { Schema } from '../../catalog/schema.ts';
import { valueAt } from '../../manifest/fields.ts';
import { choicesOf, type Violation } from '../../rules/shared/violation.ts';
import { isSamePath, isWithin, jsonAt, type Path } from '../../yaml/path.ts';
import { toValue } from '../../yaml/value.ts';
import type { EnclosingObject } from './enclosing-object.ts';
import { isContainer, putValue, refusalsOf } from './judged-object.ts';
import { shapeOf } from './snippet.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * The values that the API server's validation takes at `path` of the object, beyond what its schema says: those that it
 * would name if something else stood there. The rules themselves are asked, so what is offered is what is taken at this
 * place (of a Job's Pods, two restart policies), by the Kubernetes that is chosen. Undefined where it names none.
 */
export function supportedValues(
  surroundings: Surroundings,
  object: EnclosingObject,
  schema: Schema,
  path: Path,
): readonly string[] | undefined {
  const isList = shapeOf(schema) === 'array';
  const scalar = isList ? schema.items : schema;
  if (path.length === 0 || scalar?.types.length !== 1 || scalar.types[0] !== 'string') return undefined;
  const place: Place = { path: isList ? [...path, 0] : path, at: 'value' };
  const refused = refusals(surroundings, object, [[place.path, noValue]]);
  const choices = choicesAt(place, refused) ?? choicesOnceDecided(surroundings, object, place, refused);
  return choices?.filter(isValue);
}

/**
 * The keys that validation takes in the map at `path` of the object, where it would name them; empty where it names none. `typed`
 * is the key that is there already.
 */
export function supportedKeys(
  surroundings: Surroundings,
  object: EnclosingObject,
  path: Path,
  typed?: string,
): readonly string[] {
  const place: Place = { path: [...path, typed ?? noValue], at: 'key' };
  return choicesAt(place, refusals(surroundings, object, [[place.path, '1']])) ?? [];
}

/** Nothing in Kubernetes is called so. */
const noValue = 'kubewrightProbe';

interface Place {
  readonly path: Path;
  readonly at: Violation['at'];
}

/** What is to be written into the object, and where. */
type Change = readonly [path: Path, value: string];

/** What may stand at a place by all that is refused there. */
function choicesAt(place: Place, refused: readonly Violation[]): readonly string[] | undefined {
  const [first, ...others] = refused.filter((violation) => isAt(place, violation)).map(choicesOf);
  return first?.filter((value) => others.every((other) => other?.includes(value)));
}

/**
 * The same where the rules do not look at the place before something beside it or around it is decided that nobody has
 * written yet (the type of a priority level): what may stand there by any of the decisions.
 */
function choicesOnceDecided(
  surroundings: Surroundings,
  object: EnclosingObject,
  place: Place,
  refused: readonly Violation[],
): readonly string[] | undefined {
  const written = toValue(valueAt(surroundings.root, object.path));
  const decisions = refused.flatMap((violation) => {
    const decided = violation.mark ?? violation.path;
    const isAround = violation.at === 'value' && isWithin(place.path, decided.slice(0, -1));
    if (!isAround || jsonAt(written, decided) !== undefined) return [];
    return choicesOf(violation)!.map((choice): Change => [decided, choice]);
  });
  const choices = decisions
    .slice(0, mostDecisions)
    .flatMap(
      (decision) => choicesAt(place, refusals(surroundings, object, [[place.path, noValue], decision])) ?? [],
    );
  return choices.length > 0 ? [...new Set(choices)] : undefined;
}

/** Each is as much work as a check of the object. */
const mostDecisions = 12;

/** What the object would be refused for with some changes, as far as other values would be taken. */
function refusals(
  surroundings: Surroundings,
  object: EnclosingObject,
  changes: readonly Change[],
): readonly Violation[] {
  const written = toValue(valueAt(surroundings.root, object.path));
  if (!isContainer(written)) return [];
  for (const [at, value] of changes) putValue(written, at, value);
  return refusalsOf(written, object, surroundings).filter((violation) => choicesOf(violation) !== undefined);
}

function isAt(place: Place, { at, mark, path }: Violation): boolean {
  return at === place.at && isSamePath(mark ?? path, place.path);
}

/** Nobody writes the empty one, and one with braces is a form of values. */
function isValue(value: string): boolean {
  return value !== '' && !value.includes('{');
}
