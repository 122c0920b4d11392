import { requiredFields } from '../../../checks/schema/required-fields.ts';
import { valueAt } from '../../../manifest/fields.ts';
import { choicesOf, type Violation } from '../../../rules/shared/violation.ts';
import { isSamePath, isWithin, type Path } from '../../../yaml/path.ts';
import { schemaAlong } from '../../completion/enclosing-object.ts';
import { knownKeys } from '../../completion/map-keys.ts';
import { composedName, partOfName } from './composed-name.ts';
import { drafted, type NewPart, partAround, skeletonAt, valuesIn, withSkeletonAt } from './draft.ts';
import { type Drafting, enclosingOf } from './drafting.ts';
import { placeOf } from './field-place.ts';
import { withKnownValues } from './known-placeholder.ts';
import { choice, number, type Placeholder, replaceMe, string, truth, wordsOfForms } from './placeholder.ts';
import { placesOf } from './places-of.ts';
import { fieldsNamedIn, skeletonAlong } from './skeleton.ts';
import { soughtName } from './sought-name.ts';

/** Parts as they might be, because the server says so or because it may be meant. */
export interface DraftChange {
  readonly parts: readonly NewPart[];
  readonly is: 'asked for' | 'guessed';
}

/** What may be done about something that an object with new parts is refused for, the likeliest first. */
export function* draftChanges(
  violation: Violation,
  parts: readonly NewPart[],
  drafting: Drafting,
): Iterable<DraftChange> {
  for (const place of placesOf(violation)) {
    yield* otherValues(violation, place, parts, drafting);
    const part = partAround(parts, place);
    const more = part ? growth(violation, place, part, parts, drafting) : partBeside(place, parts, drafting);
    for (const changed of more) yield { parts: changed, is: 'asked for' };
  }
  if (violation.against) yield* otherValues(violation, violation.against, parts, drafting);
}

/** Other values in the place that is named, of what the server says; then those of what stands beside it. */
function* otherValues(
  violation: Violation,
  place: Path,
  parts: readonly NewPart[],
  drafting: Drafting,
): Iterable<DraftChange> {
  for (const { path, placeholder } of valuesIn(parts)) {
    if (placeholder.settled) continue;
    const isNamed =
      isWithin(path, place) &&
      (path.length === place.length || violation.value === JSON.stringify(placeholder.text));
    const isBeside = !isNamed && isWithin(place, path.slice(0, -1));
    const named = isNamed ? valuesFor(placeholder, violation, parts, drafting) : [];
    const guessed = [
      ...(path.at(-1) === 'name' ? soughtElsewhere(violation, parts) : []),
      ...partOfName(violation, path, drafting.object.map).map(string),
      ...named.filter(({ choices }) => choices.length === 0),
      ...(isBeside ? otherChoices(placeholder) : []),
    ];
    const at = (other: Placeholder) => withSkeletonAt(parts, path, { is: 'value', placeholder: other });
    for (const other of named.filter(({ choices }) => choices.length > 0)) {
      yield { parts: at(other), is: 'asked for' };
    }
    for (const other of guessed) yield { parts: at(other), is: 'guessed' };
  }
}

/** What may stand in the place of a value that is refused: where the choice is not free, no more than that. */
function valuesFor(
  placeholder: Placeholder,
  violation: Violation,
  parts: readonly NewPart[],
  { object }: Drafting,
): Placeholder[] {
  const { detail } = violation;
  if (!placeholder.isString) return plainValuesFor(placeholder, detail);
  const choices = choicesOf(violation) ?? placeholder.choices;
  if (choices.length > 0) return [...choices.keys()].map((first) => choice(startingWith(choices, first)));
  if (!isFree(placeholder)) return [];
  const told = [...detail.matchAll(/"(\w[^"\s]*)"|'(\w[^'\s]*)'/g)].map(
    ([, double, single]) => double ?? single!,
  );
  const draft = drafted(object.map, parts);
  const other = violation.against && valueAt(draft, violation.against);
  const same = other?.type === 'scalar' ? [other.text] : [];
  return [...composedName(detail, draft), ...wordsOfForms, ...told, ...same].map(string);
}

/** The other truth value, or the numbers that are told. */
function plainValuesFor({ text }: Placeholder, detail: string): Placeholder[] {
  if (text === 'true' || text === 'false') return [truth(text === 'false')];
  return [...detail.matchAll(/\d+/g)].map(([digits]) => number(Number(digits)));
}

/** What is asked for inside of a new part: the field that is named, or one of those that the server's words name. */
function* growth(
  violation: Violation,
  place: Path,
  part: NewPart,
  parts: readonly NewPart[],
  drafting: Drafting,
): Iterable<readonly NewPart[]> {
  const { object } = drafting;
  const there = skeletonAt(part, place);
  const grown = (path: Path) => grownBy(path, part, parts, drafting);
  if (!there) yield* grown(place);
  if (there?.is === 'list' && there.items.length === 0) yield* grown([...place, 0]);
  if (there?.is !== 'object') return;
  const schema = schemaAlong(object.schema, place);
  const written = new Set(there.fields.map(([name]) => name));
  for (const name of fieldsNamedIn(violation.detail, schema)) {
    if (!written.has(name)) yield* grown([...place, name]);
  }
  if (written.size > 0 || schema?.propertyNames.length !== 0) return;
  const surroundings = { ...drafting, root: drafted(object.map, parts) };
  const [key = replaceMe] = knownKeys(surroundings, enclosingOf(object), place);
  yield* grown([...place, key]);
}

function* grownBy(
  place: Path,
  part: NewPart,
  parts: readonly NewPart[],
  drafting: Drafting,
): Iterable<readonly NewPart[]> {
  let length = place.length - 1;
  while (length > part.path.length && !skeletonAt(part, place.slice(0, length))) length--;
  const at = place.slice(0, length + 1);
  if (skeletonAt(part, place.slice(0, length))?.is === 'value') return;
  const skeleton = skeletonAlong(drafting.object.schema, at, place.slice(length + 1));
  if (skeleton) yield* variants(withSkeletonAt(parts, at, skeleton), at, drafting);
}

/** A further part, where something is asked for that neither is new nor was written before. */
function* partBeside(
  place: Path,
  parts: readonly NewPart[],
  drafting: Drafting,
): Iterable<readonly NewPart[]> {
  const { object, isWhole } = drafting;
  if (!isWhole) return;
  const [next, ...inside] = placeOf(object.map, place).rest;
  const path = place.slice(0, place.length - inside.length);
  if (typeof next !== 'string' || parts.some((part) => isWithin(part.path, path))) return;
  // What the object lacks anyhow is told, and inserted, for itself.
  const around = schemaAlong(object.schema, path.slice(0, -1));
  if (around && requiredFields(around).includes(next)) return;
  const skeleton = skeletonAlong(object.schema, path, inside);
  if (skeleton) yield* variants([...parts, { path, skeleton }], path, drafting);
}

/** Parts with what is known of something new in them; then with other values, or other forms where any text may be meant. */
function* variants(parts: readonly NewPart[], path: Path, drafting: Drafting): Iterable<readonly NewPart[]> {
  const known = withKnownValues(parts, path, 'texts', drafting);
  yield known;
  for (const { path: at, placeholder } of valuesIn(known)) {
    if (!isSamePath(at, path)) continue;
    const others = isFree(placeholder) ? wordsOfForms.map(string) : otherChoices(placeholder);
    for (const other of others) yield withSkeletonAt(known, path, { is: 'value', placeholder: other });
  }
}

/** Whether any text may be meant. */
function isFree({ isString, choices, settled, text }: Placeholder): boolean {
  return isString && !settled && choices.length === 0 && wordsOfForms.includes(text);
}

/** The name that something refers to that is not new. */
function soughtElsewhere(violation: Violation, parts: readonly NewPart[]): Placeholder[] {
  const isElsewhere = placesOf(violation).every((place) => !partAround(parts, place));
  const name = soughtName(violation);
  return isElsewhere && name !== undefined ? [string(name)] : [];
}

function otherChoices({ choices }: Placeholder): Placeholder[] {
  return [...choices.keys()].slice(1).map((first) => choice(startingWith(choices, first)));
}

/** Choices, of which another one comes first. */
function startingWith(choices: readonly string[], first: number): readonly string[] {
  return [choices[first]!, ...choices.slice(0, first), ...choices.slice(first + 1)];
}
