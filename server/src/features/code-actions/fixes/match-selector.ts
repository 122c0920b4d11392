import type { Fix, TextChange } from '../../../checks/finding.ts';
import { field, isSameSpan, valueAt } from '../../../manifest/fields.ts';
import type { Violation } from '../../../rules/shared/violation.ts';
import type { MapNode, ScalarNode } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import { fieldName } from '../../../yaml/tree.ts';
import { schemaAlong } from '../../completion/enclosing-object.ts';
import { type Expression, expressionsOf, labelsAt } from './agreeing-labels.ts';
import type { NewPart } from './draft.ts';
import { nodeAt } from './faulty-node.ts';
import { placeOf } from './field-place.ts';
import type { FaultyObject, Fixing } from './fixing.ts';
import { replaceMe, string } from './placeholder.ts';
import { removalOfEntry } from './removal.ts';
import { replaceText } from './replace-value.ts';
import type { Skeleton } from './skeleton.ts';
import { writtenParts } from './write-parts.ts';

/** Of a selector and the labels that it does not match, takes over the one or the other: first in the end that is marked. */
export function* matchSelector(fixing: Fixing): Iterable<Fix> {
  const { finding, object } = fixing;
  if (finding.about.is !== 'violation' || !object) return;
  const { violation } = finding.about;
  if (finding.code === 'empty-selector') yield* fixOf(selectingAll(violation.path, object), fixing, object);
  if (finding.code !== 'selector-mismatch') return;
  const around = violation.path.slice(0, -3);
  const ends = [labelling(around, object), selecting(around, object)];
  if (isSelectorMarked(violation, fixing, object)) ends.reverse();
  for (const end of ends) yield* fixOf(end, fixing, object);
}

/** What is to be written in a map of labels; undefined where there is no one right answer. */
interface Relabelling {
  readonly title: string;
  /** The map. */
  readonly path: Path;
  readonly set: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
  /** Nothing else stays. */
  readonly anew?: true;
}

/** The labels of the template, so that the selector takes it. */
function labelling(around: Path, object: FaultyObject): Relabelling | undefined {
  const path = [...around, 'template', 'metadata', 'labels'];
  const labels = labelsAt(object.map, path);
  const set = new Map<string, string>();
  const removed: string[] = [];
  for (const { key, operator, values } of wantedOf(around, object)) {
    const label = labels.get(key);
    if (isMet(operator, values, label)) continue;
    if (operator === 'In' && values.length === 1) set.set(key, values[0]!);
    else if (operator === 'Exists') set.set(key, ownLabel(key, object) ?? replaceMe);
    else if (operator === 'NotIn' || operator === 'DoesNotExist') removed.push(key);
    else return undefined;
  }
  const [[key, value] = []] = set;
  const isOne = set.size + removed.length === 1;
  const title = !isOne
    ? "Give the template the selector's labels"
    : key === undefined
      ? `Remove the label "${removed[0]}"`
      : labels.has(key)
        ? `Change the label to "${value}"`
        : `Add "${key}: ${value}" to the labels`;
  return { title, path, set, removed };
}

/** The labels that are selected, so that the template has them. */
function selecting(around: Path, object: FaultyObject): Relabelling | undefined {
  const labels = labelsAt(object.map, [...around, 'template', 'metadata', 'labels']);
  const path = selectorMap(around, object);
  const selected = labelsAt(object.map, path);
  const expressions = expressionsOf(valueAt(object.map, [...around, 'selector']));
  if (
    labels.size === 0 ||
    expressions.some(({ key, operator, values }) => !isMet(operator, values, labels.get(key)))
  )
    return undefined;
  const differing = [...selected].filter(([key, value]) => labels.get(key) !== value);
  const shared = differing.filter(([key]) => labels.has(key));
  const [[first] = []] = shared;
  const isKept = shared.length > 0 || differing.length < selected.size || expressions.length > 0;
  if (!isKept) return { title: selectsLabels, path, set: labels, removed: [], anew: true };
  const isOne = differing.length === 1 && first !== undefined;
  return {
    title: isOne ? `Change the selector to "${labels.get(first)}"` : selectsLabels,
    path,
    set: new Map(shared.map(([key]) => [key, labels.get(key)!])),
    removed: differing.flatMap(([key]) => (labels.has(key) ? [] : [key])),
  };
}

/** A selector of all labels that the template has. */
function selectingAll(selector: Path, object: FaultyObject): Relabelling | undefined {
  const around = selector.slice(0, -1);
  const labels = labelsAt(object.map, [...around, 'template', 'metadata', 'labels']);
  const path = selectorMap(around, object);
  return labels.size > 0 ? { title: selectsLabels, path, set: labels, removed: [], anew: true } : undefined;
}

const selectsLabels = "Select the template's labels";

/** All that a selector asks for, as expressions. */
function wantedOf(around: Path, object: FaultyObject): readonly Expression[] {
  const equal = labelsAt(object.map, selectorMap(around, object));
  return [
    ...[...equal].map(([key, value]) => ({ key, operator: 'In', values: [value] })),
    ...expressionsOf(valueAt(object.map, [...around, 'selector'])),
  ];
}

/** The map of a selector: of a `LabelSelector` the one in it. */
function selectorMap(around: Path, { schema }: FaultyObject): Path {
  const selector = [...around, 'selector'];
  const isLabelSelector = schemaAlong(schema, selector)?.property('matchLabels') !== undefined;
  return isLabelSelector ? [...selector, 'matchLabels'] : selector;
}

function isMet(operator: string | undefined, values: readonly string[], label: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return label !== undefined && values.includes(label);
    case 'NotIn':
      return label === undefined || !values.includes(label);
    case 'Exists':
      return label !== undefined;
    default:
      return label === undefined;
  }
}

/** What the object itself is labelled by that key. */
function ownLabel(key: string, { map }: FaultyObject): string | undefined {
  return labelsAt(map, ['metadata', 'labels']).get(key);
}

/** Whether the selector is more likely the mistake than the label. */
function isSelectorMarked({ against }: Violation, { finding }: Fixing, { map }: FaultyObject): boolean {
  const node = against && nodeAt(map, against)?.node;
  return node !== undefined && isSameSpan(node.span, finding.span);
}

function* fixOf(
  relabelling: Relabelling | undefined,
  { written }: Fixing,
  { map }: FaultyObject,
): Iterable<Fix> {
  if (!relabelling) return;
  const { title, path } = relabelling;
  const labels = valueAt(map, path);
  // What came by an alias is written elsewhere, and for others too.
  if (labels && placeOf(map, path).rest.length > 0) return;
  const known = labels?.type === 'map' ? labels : undefined;
  const { set, removed, anew } = known ? inBrackets(relabelling, known) : relabelling;
  const isChanged = ([key]: readonly [string, string]) =>
    !anew && known && scalarOf(key, known) !== undefined;
  const changes: TextChange[] = [...set]
    .filter(isChanged)
    .map(([key, value]) => replaceText(scalarOf(key, known!)!, value));
  for (const key of removed) {
    const entry = field(known, key);
    const removal = entry && removalOfEntry(known!, known!.entries.indexOf(entry), written);
    if (!removal) return;
    changes.push(removal);
  }
  const added = [...set].filter((label) => !isChanged(label));
  if (added.length > 0) {
    const inserted = writtenParts(newLabels(map, path, added, anew), map, written);
    if (!inserted) return;
    changes.push(inserted);
  }
  const [first, ...more] = changes.map(({ span, newText }) => ({ span, newText }));
  if (first) yield { title, ...first, ...(more.length > 0 && { more }) };
}

/** Of several labels in brackets that go, each would take the comma of another: all are written anew. */
function inBrackets(relabelling: Relabelling, { flow, entries }: MapNode): Relabelling {
  const { set, removed, anew } = relabelling;
  if (!flow || anew || removed.length < 2) return relabelling;
  const kept = entries.flatMap(({ key, value }): [string, string][] =>
    value?.type === 'scalar' && !removed.includes(fieldName(key)) ? [[fieldName(key), value.text]] : [],
  );
  return { ...relabelling, set: new Map([...kept, ...set]), removed: [], anew: true };
}

/** What is written for a label in a map itself. */
function scalarOf(key: string, labels: MapNode): ScalarNode | undefined {
  const entry = field(labels, key);
  const isOwn = entry && !entry.alias && !entry.merged;
  return isOwn && entry.value?.type === 'scalar' && entry.value.value !== null ? entry.value : undefined;
}

/** New entries of a map of labels, which may not be there itself. */
function newLabels(
  map: MapNode,
  path: Path,
  labels: readonly (readonly [string, string])[],
  anew: true | undefined,
): NewPart[] {
  const { node, rest } = placeOf(map, path);
  const fields = labels.map(
    ([key, value]) => [key, { is: 'value', placeholder: { ...string(value), settled: true } }] as const,
  );
  const isThere = rest.length === 0 && node?.type === 'map' && node.entries.length > 0 && !anew;
  if (isThere) return fields.map(([key, skeleton]) => ({ path: [...path, key], skeleton }));
  const [, ...inside] = rest;
  const skeleton = inside.reduceRight<Skeleton>(
    (inner, name) => ({ is: 'object', fields: [[String(name), inner]] }),
    { is: 'object', fields },
  );
  return [{ path: path.slice(0, path.length - inside.length), skeleton }];
}
