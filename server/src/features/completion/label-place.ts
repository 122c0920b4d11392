import type { Schema } from '../../catalog/schema.ts';
import type { Path } from '../../yaml/path.ts';
import { type EnclosingObject, schemaAlong } from './enclosing-object.ts';
import { shapeOf } from './snippet.ts';

/** A place at which labels are given or selected by. */
export interface LabelPlace {
  /**
   * What stands there: the `entries` of a map of labels, the `value` of the label `key`, the `key` of a label (or of one of a
   * list of them), the `operator` by which an expression compares.
   */
  readonly is: 'entries' | 'value' | 'key' | 'operator';
  /** The label whose value it is; of an expression undefined, where its key stands beside it. */
  readonly key?: string | undefined;
  /** The map or expression that it is in. */
  readonly around: Path;
  /** Whether the labels are the object's (or a template's) own, or what others are selected by. */
  readonly use: 'given' | 'selected';
  /** The field that selects: `namespaceSelector`, `topologyKey`. Of given labels the way to the `metadata`. */
  readonly field: Path;
  /** They are labels of Nodes, whatever the field is called. */
  readonly ofNodes?: true;
}

/** Whether labels stand at a path of the object, and which; undefined where none do. */
export function labelPlace(object: EnclosingObject, path: Path): LabelPlace | undefined {
  return inMap(object, path) ?? inExpression(object, path) ?? inListOfKeys(path);
}

function inMap(object: EnclosingObject, path: Path): LabelPlace | undefined {
  const whole = mapOfLabels(object, path);
  if (whole) return { is: 'entries', around: path, ...whole };
  const [around, key] = [path.slice(0, -1), path.at(-1)];
  const inner = typeof key === 'string' ? mapOfLabels(object, around) : undefined;
  return inner && { is: 'value', key: String(key), around, ...inner };
}

function mapOfLabels(object: EnclosingObject, path: Path): Pick<LabelPlace, 'use' | 'field'> | undefined {
  const name = path.at(-1);
  const above = path.slice(0, -1);
  if (typeof name !== 'string' || !isMapOfTexts(schemaAlong(object.schema, path))) return undefined;
  if (name === 'labels' && above.at(-1) === 'metadata') return { use: 'given', field: above };
  if (name === 'matchLabels' && isLabelSelector(schemaAlong(object.schema, above))) {
    return { use: 'selected', field: above };
  }
  return /^(?:s|.*S)elector$/.test(name) ? { use: 'selected', field: path } : undefined;
}

/** In `matchExpressions` of a selector of labels or nodes, and in the like of a StorageClass's topologies. */
function inExpression(object: EnclosingObject, path: Path): LabelPlace | undefined {
  const index = path.findLastIndex((part) => typeof part === 'string' && expressionLists.has(part));
  const [name] = path.slice(index + 2);
  if (index < 0 || typeof name !== 'string' || path.length > index + 4) return undefined;
  const field = path.slice(0, index);
  const selector = schemaAlong(object.schema, field);
  const ofNodes = path[index] === 'matchLabelExpressions' || selector?.property('matchFields') !== undefined;
  if (!ofNodes && !isLabelSelector(selector)) return undefined;
  const is = expressionFields.get(name);
  if (!is || (is !== 'value' && path.length > index + 3)) return undefined;
  return { is, around: path.slice(0, index + 2), use: 'selected', field, ...(ofNodes && { ofNodes }) };
}

const expressionLists: ReadonlySet<string> = new Set(['matchExpressions', 'matchLabelExpressions']);
const expressionFields: ReadonlyMap<string, LabelPlace['is']> = new Map([
  ['key', 'key'],
  ['operator', 'operator'],
  ['values', 'value'],
]);

/** What spreads or gathers Pods by the names of labels alone. */
function inListOfKeys(path: Path): LabelPlace | undefined {
  const list = path.slice(0, typeof path.at(-1) === 'number' ? -1 : undefined);
  const name = list.at(-1);
  if (name === 'topologyKey' && list.length === path.length) {
    return { is: 'key', around: list, use: 'selected', field: list, ofNodes: true };
  }
  if (name !== 'matchLabelKeys' && name !== 'mismatchLabelKeys') return undefined;
  return { is: 'key', around: list, use: 'selected', field: list };
}

function isMapOfTexts(schema: Schema | undefined): boolean {
  const values = schema?.values;
  return (
    schema?.propertyNames.length === 0 &&
    values !== undefined &&
    values !== 'any' &&
    shapeOf(values) === 'scalar' &&
    values.types[0] === 'string'
  );
}

/** By its fields: a definition of a custom kind has no name. */
function isLabelSelector(schema: Schema | undefined): boolean {
  return schema?.property('matchLabels') !== undefined && schema.property('matchExpressions') !== undefined;
}
