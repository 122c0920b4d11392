import { field, stringField, valueAt } from '../../../manifest/fields.ts';
import type { MapNode, YamlNode } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import { isPrinted } from '../../../yaml/printed.ts';
import { entriesOf } from '../../completion/file-objects.ts';
import { selectedBy } from '../../completion/label-sources.ts';

/** A label that has to be there, with any of these values; with whatever value where there are none. */
export interface WantedLabel {
  readonly key: string;
  readonly values: readonly string[];
}

/** What a selector compares. */
export interface Expression {
  readonly key: string;
  readonly operator: string | undefined;
  readonly values: readonly string[];
}

/**
 * The labels that have to stand at a path of an object so that its selector takes its template: those of the other of the two,
 * where that is written. Empty at other paths.
 */
export function labelsAgreeingAt(object: MapNode, path: Path): readonly WantedLabel[] {
  const names = path.filter((part) => typeof part === 'string');
  if (names.slice(-3).join('.') === 'template.metadata.labels') {
    return labelsWantedBy(valueAt(object, [...path.slice(0, -3), 'selector']));
  }
  const selector = path.at(-1) === 'matchLabels' ? path.slice(0, -1) : path;
  if (selector.at(-1) !== 'selector') return [];
  return equalTo(labelsAt(object, [...selector.slice(0, -1), 'template', 'metadata', 'labels']));
}

/** The labels in a map at a path. What a template prints is nobody's label. */
export function labelsAt(object: MapNode, path: Path): ReadonlyMap<string, string> {
  return known(entriesOf(valueAt(object, path)));
}

/** The expressions of a selector; none of a plain map. */
export function expressionsOf(selector: YamlNode | undefined): readonly Expression[] {
  const list = field(selector, 'matchExpressions')?.value;
  if (list?.type !== 'list') return [];
  return list.items.flatMap(({ value }) => {
    const key = stringField(value, 'key');
    if (key === undefined) return [];
    return { key, operator: stringField(value, 'operator'), values: textsOf(field(value, 'values')?.value) };
  });
}

function labelsWantedBy(selector: YamlNode | undefined): WantedLabel[] {
  return [...equalTo(known(selectedBy(selector))), ...expressionsOf(selector).flatMap(wantedByExpression)];
}

function wantedByExpression({ key, operator, values }: Expression): WantedLabel[] {
  if (operator === 'In') return values.length > 0 ? [{ key, values }] : [];
  return operator === 'Exists' ? [{ key, values: [] }] : [];
}

function equalTo(labels: ReadonlyMap<string, string>): WantedLabel[] {
  return [...labels].map(([key, value]) => ({ key, values: [value] }));
}

function known(labels: readonly [string, string][]): ReadonlyMap<string, string> {
  return new Map(labels.filter(([key, value]) => !isPrinted(key) && !isPrinted(value)));
}

function textsOf(list: YamlNode | undefined): string[] {
  if (list?.type !== 'list') return [];
  return list.items.flatMap(({ value }) => (value?.type === 'scalar' ? [value.text] : []));
}
