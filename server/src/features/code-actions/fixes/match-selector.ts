import type { Fix } from '../../../checks/finding.ts';
import { valueAt } from '../../../manifest/fields.ts';
import type { Path } from '../../../yaml/path.ts';
import { quoteString } from '../../../yaml/stringify.ts';
import { nodeAt } from './faulty-node.ts';
import { placeOf } from './field-place.ts';
import type { FaultyObject, Fixing } from './fixing.ts';
import { insertion } from './insert-field.ts';
import { replaceText } from './replace-value.ts';

/** Of a selector and the labels that it does not match, takes over the one or the other. */
export function* matchSelector(fixing: Fixing): Iterable<Fix> {
  const { finding, object } = fixing;
  if (finding.about.is !== 'violation' || !object) return;
  if (finding.code === 'empty-selector') yield* labelsOfTemplate(fixing, object);
  if (finding.code !== 'selector-mismatch') return;
  const { mark, path, against } = finding.about.violation;
  if (!against) return;
  const labelled = mark ?? path;
  yield* taken(fixing, object, labelled, against, 'the label');
  yield* taken(fixing, object, against, labelled, 'the selector');
}

/** Writes at `to` what stands at `from`. */
function* taken(
  { written }: Fixing,
  object: FaultyObject,
  to: Path,
  from: Path,
  what: string,
): Iterable<Fix> {
  const value = nodeAt(object.map, from)?.node;
  const name = to.at(-1);
  if (value?.type !== 'scalar' || typeof name !== 'string') return;
  const target = nodeAt(object.map, to);
  if (target?.entry?.alias) return;
  const title = `Change ${what} to "${value.text}"`;
  if (target?.node?.type === 'scalar') {
    yield { ...replaceText(target.node, value.text), title };
    return;
  }
  const place = placeOf(object.map, to);
  if (place.rest.length !== 1) return;
  const text = `${quoteString(name)}: ${quoteString(value.text)}`;
  const flow = `${JSON.stringify(name)}: ${JSON.stringify(value.text)}`;
  const change = insertion(place, { name, block: text, flow }, written);
  if (change)
    yield { ...change, title: `Add "${name}: ${value.text}" to ${what.replace('the label', 'the labels')}` };
}

/** A selector of all labels that the template has. */
function* labelsOfTemplate({ finding, written }: Fixing, object: FaultyObject): Iterable<Fix> {
  const { about } = finding;
  const labels = valueAt(object.map, ['spec', 'template', 'metadata', 'labels']);
  if (about.is !== 'violation' || labels?.type !== 'map' || labels.entries.length === 0) return;
  const pairs = labels.entries.flatMap(({ key, value }) =>
    value?.type === 'scalar' ? [[key.text, value.text] as const] : [],
  );
  const margin = ' '.repeat(written.style.unit);
  const lines = pairs.map(([name, value]) => `\n${margin}${quoteString(name)}: ${quoteString(value)}`);
  const flow = pairs.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const path = [...about.violation.path, 'matchLabels'];
  const field = {
    name: 'matchLabels',
    block: `matchLabels:${lines.join('')}`,
    flow: `"matchLabels": {${flow.join(', ')}}`,
  };
  const change = insertion(placeOf(object.map, path), field, written);
  if (change) yield { ...change, title: "Select the template's labels" };
}
