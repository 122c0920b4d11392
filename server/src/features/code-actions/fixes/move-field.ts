import type { Fix, TextChange } from '../../../checks/finding.ts';
import { objectsTaking, type PossibleObject } from '../../../checks/schema/intended-object.ts';
import { valueAt } from '../../../manifest/fields.ts';
import type { MapEntry, MapNode } from '../../../yaml/nodes.ts';
import type { Path } from '../../../yaml/path.ts';
import { quoteString } from '../../../yaml/stringify.ts';
import { fieldName } from '../../../yaml/tree.ts';
import { overlap } from './edited-text.ts';
import { faultyNode } from './faulty-node.ts';
import { placeOf } from './field-place.ts';
import type { Attempt, FaultyObject, Fixing } from './fixing.ts';
import { columnOfField, insertion, linesInBrackets, type NewField } from './insert-field.ts';
import { onOneLine } from './one-line.ts';
import { removalOfEntry } from './removal.ts';
import { indentedBy } from './skeleton.ts';
import type { WrittenText } from './written-text.ts';

/** Moves a field that its object does not have to those that may have it, the nearest first. */
export function* moveField(fixing: Fixing): Iterable<Attempt> {
  const { finding, object, written } = fixing;
  const found = finding.about.is === 'unknown-field' ? faultyNode(fixing) : undefined;
  if (!found?.entry || found.entry.colon === undefined || !object) return;
  const around = found.path.length === 1 ? object.map : valueAt(object.map, found.path.slice(0, -1));
  if (around?.type !== 'map') return;
  const removal = removalOfEntry(around, around.entries.indexOf(found.entry), written);
  if (!removal) return;
  const hosts = objectsTaking(finding.span, object.map, object.schema, finding.span).slice(0, mostPlaces);
  const from = [...object.path, ...found.path];
  for (const host of hosts) {
    const change = moved(found.entry, around, host, object, written);
    const edits = change && joined(removal, change, written);
    if (!edits) continue;
    const to = [...object.path, ...host.location, fieldName(found.entry.key)];
    const title = host.path === '' ? 'Move to the top of the object' : `Move to "${host.path}"`;
    const isFirst = host === hosts[0];
    yield {
      title,
      ...edits,
      ...(!isFirst && { likelihood: 'possible' }),
      moves: { from, to },
    };
  }
}

/** Further away nobody meant it. */
const mostPlaces = 5;

/**
 * Two changes, or one: where the field stays in its place and becomes a part of another there, and where it goes to the end
 * of an object that it ends itself. Undefined where they overlap in another way.
 */
function joined(
  removal: TextChange,
  change: TextChange,
  written: WrittenText,
): Pick<Fix, 'span' | 'newText' | 'more'> | undefined {
  const { span } = removal;
  const at = change.span.start;
  if (at !== change.span.end) return overlap(removal, change) ? change : { ...removal, more: [change] };
  if (at < span.start || at > span.end) return { ...removal, more: [change] };
  const { lineBreak } = written.style;
  const isBelow = change.newText.startsWith(lineBreak) && written.beginsLine(span.start);
  if (!isBelow && at === span.start) return { span, newText: change.newText };
  if (!isBelow) return at === span.end ? { ...removal, more: [change] } : undefined;
  const isLast = !written.slice(span).endsWith('\n');
  return { span, newText: change.newText.slice(lineBreak.length) + (isLast ? '' : lineBreak) };
}

function moved(
  entry: MapEntry,
  around: MapNode,
  host: PossibleObject,
  object: FaultyObject,
  written: WrittenText,
): TextChange | undefined {
  const place = placeOf(object.map, [...host.location, fieldName(entry.key)]);
  const inside = place.rest.slice(0, -1);
  const { unit } = written.style;
  const column = columnOfField(place, written) + inside.length * unit;
  const own = around.flow ? fromBrackets(entry, written) : fromBlock(entry, column, written);
  return insertion(
    place,
    {
      name: String(place.rest[0]),
      block: own.block && inObjects(inside, own.block, (name, text) => `${name}:\n${indented(text, unit)}`),
      flow: own.flow && inObjects(inside, own.flow, (name, text) => `${keyLike(entry, name)}: {${text}}`),
      flowLines:
        own.flowLines &&
        inObjects(
          inside,
          own.flowLines,
          (name, text) => `${keyLike(entry, name)}: ${linesInBrackets(text, unit)}`,
        ),
      moved: entry,
    },
    written,
  );
}

/** How a field may be written elsewhere. */
type Forms = Pick<NewField, 'block' | 'flow' | 'flowLines'>;

function fromBlock(entry: MapEntry, column: number, written: WrittenText): Forms {
  const { start } = entry.key.span;
  const own = written.columnOf(start);
  const end = written.endWithBlocks(entry);
  if (end === undefined) return { block: undefined, flow: undefined };
  const { printed } = written;
  const lines = printed ? printed.deeper({ start, end }, column - own) : written.slice({ start, end });
  return {
    block: lines && written.reindented(lines, own, 0).replaceAll('\r', ''),
    flow: onOneLine(entry, end, written),
  };
}

function fromBrackets(entry: MapEntry, written: WrittenText): Forms {
  const { span } = entry;
  const lines = written.reindented(written.slice(span), written.indentAt(span.start), 0).replaceAll('\r', '');
  const isOneLine = !lines.includes('\n');
  return {
    // Behind a quoted key a block has a space.
    block: lines.replace(/^("[^"\\]*"|'[^']*'):(?=\S)/, '$1: '),
    flow: isOneLine ? lines : onOneLine(entry, span.end, written),
    ...(!isOneLine && { flowLines: lines }),
  };
}

/** The text of a field in objects that are not there yet. */
function inObjects(path: Path, text: string, within: (name: string, text: string) => string): string {
  return path.reduceRight<string>((inner, part) => within(String(part), inner), text);
}

function indented(text: string, unit: number): string {
  return ' '.repeat(unit) + indentedBy(unit, text);
}

function keyLike({ key }: MapEntry, name: string): string {
  return key.style === 'double-quoted' ? JSON.stringify(name) : quoteString(name);
}
