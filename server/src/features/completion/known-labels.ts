import { stringField, valueAt } from '../../manifest/fields.ts';
import type { YamlNode } from '../../yaml/nodes.ts';
import type { EnclosingObject } from './enclosing-object.ts';
import { type FileObject, labelsOf, podTemplateOf } from './file-objects.ts';
import type { LabelPlace } from './label-place.ts';
import {
  type KnownLabel,
  labelsOfAll,
  labelsOfKind,
  labelsOfPods,
  selectedBy,
  selectorsOfNodes,
  selectorsOfPods,
} from './label-sources.ts';
import { selectedKind } from './selected-kind.ts';
import { labelsOfNamespaces, labelsOfNodes, type WellKnownLabels } from './well-known-labels.ts';

/** The document that a label stands in, and the objects that may have it too. */
export interface LabelSurroundings {
  readonly root: YamlNode | undefined;
  readonly objects: readonly FileObject[];
}

/**
 * The labels that may be meant at a place, the likely ones first: of a selector those of what it selects, then what others
 * select it by; of given labels those that something selects, then those that its neighbours have.
 */
export function knownLabels(
  { root: document, objects }: LabelSurroundings,
  object: EnclosingObject,
  place: LabelPlace,
): readonly KnownLabel[] {
  const root = valueAt(document, object.path);
  const name = stringField(valueAt(root, ['metadata']), 'name') ?? '';
  const own: FileObject = { kind: object.kind ?? '', name, root: root ?? nothing };
  const others = objects.filter((other) => other.root !== root);
  const labels = place.use === 'given' ? givenLabels(place, own, others) : selectedLabels(place, own, others);
  if (place.is !== 'value') return labels;
  const rest = [...labelsOfKind('Pod', others), ...selectorsOfPods(others), ...labelsOfAll(others)];
  // What a Service selects has most often its own labels.
  return [...labels, ...rest, ...(place.use === 'selected' ? labelsOfAll([own]) : [])];
}

const nothing: YamlNode = {
  type: 'map',
  span: { start: 0, end: 0 },
  flow: false,
  entries: [],
};

function givenLabels(
  place: LabelPlace,
  own: FileObject,
  others: readonly FileObject[],
): readonly KnownLabel[] {
  const isTemplate = place.field.at(-2) === 'template';
  if (isTemplate) {
    const selector = valueAt(own.root, [...place.field.slice(0, -2), 'selector']);
    return [...labelsFrom('selector', selectedBy(selector)), ...selectorsOfPods(others)];
  }
  if (place.field.length > 1) return labelsOfPods(own);
  if (own.kind === 'Namespace') return [...labelsOfAll(others), ...wellKnown(labelsOfNamespaces)];
  const selecting = own.kind === 'Pod' ? selectorsOfPods(others) : labelsOfPods(own);
  return [...selecting, ...labelsOfAll(others)];
}

function selectedLabels(
  place: LabelPlace,
  own: FileObject,
  others: readonly FileObject[],
): readonly KnownLabel[] {
  const kind = selectedKind(place, own.kind, others);
  switch (kind) {
    case 'Pod': {
      const template = labelsFrom('template', labelsOf(podTemplateOf(own.root)));
      const isOwnSelector = place.field.join('.') === 'spec.selector' && template.length > 0;
      if (isOwnSelector) return template;
      const labels = [...template, ...labelsOfKind('Pod', others), ...selectorsOfPods(others)];
      return labels.length > 0 ? labels : labelsOfAll([...others, own]);
    }
    case 'Node':
      return [...labelsOfKind('Node', others), ...selectorsOfNodes(others), ...wellKnown(labelsOfNodes)];
    case 'any':
      return [...labelsOfKind('Pod', others), ...labelsOfAll(others)];
    default:
      return labelsOfKind(kind, [...others, own]);
  }
}

function labelsFrom(of: string, entries: readonly [string, string][]): KnownLabel[] {
  return entries.map(([key, value]) => ({ key, value, of }));
}

function wellKnown(labels: WellKnownLabels): KnownLabel[] {
  const of = 'known to Kubernetes';
  return [...labels].flatMap(([key, values]) =>
    values.length > 0 ? values.map((value) => ({ key, value, of })) : [{ key, of }],
  );
}
