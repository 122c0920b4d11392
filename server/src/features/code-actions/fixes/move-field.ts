import type { Fix, TextChange } from '../../../checks/finding.ts';
import { objectsTaking, type PossibleObject } from '../../../checks/schema/intended-object.ts';
import { valueAt } from '../../../manifest/fields.ts';
import type { MapEntry } from '../../../yaml/nodes.ts';
import { fieldName } from '../../../yaml/tree.ts';
import { faultyNode } from './faulty-node.ts';
import { placeOf } from './field-place.ts';
import type { FaultyObject, Fixing } from './fixing.ts';
import { insertion } from './insert-field.ts';
import { removalOfEntry } from './removal.ts';
import { indentedBy } from './skeleton.ts';
import type { WrittenText } from './written-text.ts';

/** Moves a field that its object does not have to those that may have it, the nearest first. */
export function* moveField(fixing: Fixing): Iterable<Fix> {
  const { finding, object, written } = fixing;
  const found = finding.about.is === 'unknown-field' ? faultyNode(fixing) : undefined;
  if (!found?.entry || !object) return;
  const around = found.path.length === 1 ? object.map : valueAt(object.map, found.path.slice(0, -1));
  if (around?.type !== 'map') return;
  const removal = removalOfEntry(around, around.entries.indexOf(found.entry), written);
  const hosts = objectsTaking(finding.span, object.map, object.schema, finding.span).slice(0, mostPlaces);
  for (const host of hosts) {
    const change = removal && moved(found.entry, host, object, written);
    if (!change) continue;
    const title = host.path === '' ? 'Move to the top of the object' : `Move to "${host.path}"`;
    const isFirst = host === hosts[0];
    yield { title, ...joined(removal, change, written), ...(!isFirst && { likelihood: 'possible' }) };
  }
}

/** Two changes, or one where the field goes to the end of an object that it ends itself. */
function joined(
  removal: TextChange,
  change: TextChange,
  written: WrittenText,
): Pick<Fix, 'span' | 'newText' | 'more'> {
  const { span } = removal;
  const at = change.span.start;
  if (at < span.start || at > span.end || change.span.end !== at) return { ...removal, more: [change] };
  const { lineBreak } = written.style;
  const isBelow = change.newText.startsWith(lineBreak) && written.beginsLine(span.start);
  if (!isBelow) return { ...removal, more: [change] };
  const isLast = !written.slice(span).endsWith('\n');
  return { span, newText: change.newText.slice(lineBreak.length) + (isLast ? '' : lineBreak) };
}

/** Further away nobody meant it. */
const mostPlaces = 5;

function moved(entry: MapEntry, host: PossibleObject, object: FaultyObject, written: WrittenText) {
  const name = fieldName(entry.key);
  const place = placeOf(object.map, [...host.location, name]);
  const inside = place.rest.slice(0, -1);
  const { start } = entry.key.span;
  const column = written.columnOf(start);
  const isBlock = !written.style.quoted;
  const own = isBlock
    ? written.reindented(written.slice({ start, end: written.endOf(entry) }), column, 0).replaceAll('\r', '')
    : written.slice(entry.span);
  const { unit } = written.style;
  const block = inside.reduceRight<string>(
    (text, part) => `${part}:\n${' '.repeat(unit)}${indentedBy(unit, text)}`,
    own,
  );
  const isFlow = !own.includes('\n') && !own.includes(' #');
  const flow = isFlow
    ? inside.reduceRight<string>((text, part) => `${JSON.stringify(String(part))}: {${text}}`, own)
    : undefined;
  return insertion(place, { name: String(place.rest[0]), block, flow }, written);
}
