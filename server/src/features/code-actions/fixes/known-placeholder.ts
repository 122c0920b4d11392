import { stringField, valueAt } from '../../../manifest/fields.ts';
import type { MapNode } from '../../../yaml/nodes.ts';
import { isWithin, type Path } from '../../../yaml/path.ts';
import { schemaAlong } from '../../completion/enclosing-object.ts';
import { knownLabels } from '../../completion/known-labels.ts';
import { knownValues } from '../../completion/known-values.ts';
import { labelPlace } from '../../completion/label-place.ts';
import { referenceTargets } from '../../completion/references.ts';
import { usualValues } from '../../completion/usual-values.ts';
import { labelsAgreeingAt } from './agreeing-labels.ts';
import { drafted, type NewPart, partAround, skeletonAt, valuesIn, withSkeletonAt } from './draft.ts';
import { type Drafting, enclosingOf } from './drafting.ts';
import { choice, number, type Placeholder, replaceMe, string } from './placeholder.ts';

/**
 * The parts with the values below a path that completion knows of their places, and with the labels that have to stand there.
 * The rules are asked about values of which the schema names several, or about all that are a text: each takes time.
 */
export function withKnownValues(
  parts: readonly NewPart[],
  below: Path,
  asked: 'choices' | 'texts',
  drafting: Drafting,
): readonly NewPart[] {
  let known = parts;
  for (const { path } of valuesIn(parts)) {
    if (!isWithin(path, below)) continue;
    known = withLabels(known, path.slice(0, -1), drafting);
    const placeholder = knownPlaceholder(known, path, asked, drafting);
    if (placeholder) known = withSkeletonAt(known, path, { is: 'value', placeholder });
  }
  return known;
}

/** The parts with names of the file in the places of names that could not be known before what is beside them was chosen. */
export function withKnownNames(parts: readonly NewPart[], drafting: Drafting): readonly NewPart[] {
  let known = parts;
  for (const { path, placeholder } of valuesIn(parts)) {
    if (placeholder.text !== replaceMe) continue;
    const names = namesAt(drafted(drafting.object.map, known), path, drafting).filter(isText);
    const value = names.slice(0, mostChoices);
    if (value.length > 0) known = withSkeletonAt(known, path, { is: 'value', placeholder: choice(value) });
  }
  return known;
}

function withLabels(parts: readonly NewPart[], path: Path, { object }: Drafting): readonly NewPart[] {
  const agreeing = labelsAgreeingAt(object.map, path);
  const part = partAround(parts, path);
  if (agreeing.length === 0 || !part || skeletonAt(part, path)?.is !== 'object') return parts;
  const fields = agreeing.map(
    ({ key, values }) => [key, { is: 'value', placeholder: labelOf(values) }] as const,
  );
  return withSkeletonAt(parts, path, { is: 'object', fields });
}

function labelOf(values: readonly string[]): Placeholder {
  if (values.length === 0) return string(replaceMe);
  return values.length === 1 ? { ...choice(values), settled: true } : choice(values);
}

/** Values that others may stand beside are taken where there are so few of them. */
const mostUsual = 5;
/** A longer list is of no use in a menu. */
const mostChoices = 20;

/** What completion offers at a place, the first of it until another is chosen. */
function knownPlaceholder(
  parts: readonly NewPart[],
  path: Path,
  asked: 'choices' | 'texts',
  drafting: Drafting,
): Placeholder | undefined {
  const { catalog, version, object, mayAsk } = drafting;
  const schema = schemaAlong(object.schema, path);
  const part = partAround(parts, path);
  const there = part && skeletonAt(part, path);
  if (!schema || there?.is !== 'value' || there.placeholder.settled) return undefined;
  const root = drafted(object.map, parts);
  const enclosing = enclosingOf(object);
  const named = namesAt(root, path, drafting);
  if (typeof named[0] === 'number') return number(named[0]);
  if (named.length > 0) return choice(named.filter(isText).slice(0, mostChoices));
  if (!there.placeholder.isString) return undefined;
  const surroundings = { catalog, version, root };
  const isAsked = asked === 'texts' || there.placeholder.choices.length > 0;
  const known = isAsked && mayAsk() ? knownValues(surroundings, enclosing, schema, path, 'any') : [];
  const texts = known.filter(isText).slice(0, mostChoices);
  if (texts.length > 0) return choice(texts);
  const usual = usualValues(surroundings, enclosing, path);
  return usual.length > 0 && usual.length <= mostUsual ? choice(usual) : undefined;
}

/** What of the file may be referred to at a place, by its name, number or label. */
function namesAt(root: MapNode, path: Path, { object, objects }: Drafting): readonly (string | number)[] {
  const enclosing = enclosingOf(object);
  const reference = { objects: objects(), root, path, nearby: root };
  const targets = referenceTargets(reference, enclosing, path).map(({ value }) => value);
  return targets.length > 0 ? targets : labelsAt(root, path, { object, objects });
}

/** The keys and values of labels that an expression may compare. */
function labelsAt(
  root: MapNode,
  path: Path,
  { object, objects }: Pick<Drafting, 'object' | 'objects'>,
): readonly string[] {
  const place = labelPlace(enclosingOf(object), path);
  if (!place || place.key !== undefined || (place.is !== 'key' && place.is !== 'value')) return [];
  const others = objects().filter((other) => other.root !== object.map);
  const labels = knownLabels({ root, objects: others }, enclosingOf(object), place);
  if (place.is === 'key') return [...new Set(labels.map(({ key }) => key))];
  const key = stringField(valueAt(root, place.around), 'key');
  const values = labels.flatMap((label) => (label.key === key ? (label.value ?? []) : []));
  return [...new Set(values)];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
