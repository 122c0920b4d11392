import type { Fix, TextChange } from '../../../checks/finding.ts';
import { field, isSameSpan } from '../../../manifest/fields.ts';
import type { MapEntry, MapNode } from '../../../yaml/nodes.ts';
import { escapeSnippet } from '../../completion/snippet.ts';
import type { NewPart } from './draft.ts';
import { overlap } from './edited-text.ts';
import { type FieldPlace, placeOf } from './field-place.ts';
import { insertion } from './insert-field.ts';
import { SkeletonWriter } from './skeleton.ts';
import type { WrittenText } from './written-text.ts';

/**
 * The changes that write new parts into an object at once, the first of them as a snippet too; undefined where one has no safe
 * place, or they are in each other's way. `moved` is the field that the first of them is moved from.
 */
export function writtenParts(
  parts: readonly NewPart[],
  object: MapNode,
  written: WrittenText,
  moved?: MapEntry,
): Omit<Fix, 'title'> | undefined {
  const [own, ...others] = together(parts, object).map((group, index) =>
    groupWriting(group, object, written, index === 0 ? moved : undefined),
  );
  if (!own || others.includes(undefined)) return undefined;
  return asOne(own, others as Writing[]);
}

/** A change of the text, and what it writes as a snippet. */
interface Writing extends TextChange {
  readonly snippet: string;
  /** How deep it stands. */
  readonly depth: number;
}

/** The parts, those that come into the same map together. */
function together(parts: readonly NewPart[], object: MapNode): (readonly NewPart[])[] {
  const groups = new Map<string, NewPart[]>();
  for (const part of parts) {
    const isNew = placeOf(object, part.path).rest.length > 0;
    const key = JSON.stringify(isNew ? part.path.slice(0, -1) : [part.path]);
    const known = groups.get(key);
    if (known) known.push(part);
    else groups.set(key, [part]);
  }
  return [...groups.values()];
}

function groupWriting(
  parts: readonly NewPart[],
  object: MapNode,
  written: WrittenText,
  moved: MapEntry | undefined,
): Writing | undefined {
  const [{ path }] = parts as [NewPart];
  const place = placeOf(object, path);
  const depth = path.length;
  const [name] = place.rest;
  // What came by an alias is written elsewhere, and no field may stand there twice.
  if (field(place.node, String(name))?.alias) return undefined;
  const changeAs = (as: 'text' | 'snippet') =>
    place.rest.length === 0
      ? filled(place, parts[0]!, written, as)
      : inserted(place, parts, written, moved, as);
  const change = changeAs('text');
  return change && { ...change, snippet: changeAs('snippet')!.newText, depth };
}

function inserted(
  place: FieldPlace,
  parts: readonly NewPart[],
  written: WrittenText,
  moved: MapEntry | undefined,
  as: 'text' | 'snippet',
): TextChange | undefined {
  const named = parts.map(({ path, skeleton }) => [String(path.at(-1)), skeleton] as const);
  const [block, flow] = [new SkeletonWriter(written.style, as), new SkeletonWriter(written.style, as)];
  const fields = {
    name: named[0]![0],
    block: named.map(([name, skeleton]) => block.field(name, skeleton)).join('\n'),
    flow: named.map(([name, skeleton]) => flow.flowField(name, skeleton)).join(', '),
    ...(moved && { moved }),
  };
  return insertion(place, fields, written);
}

/** Writes a value where none is, or an empty one. */
function filled(
  { entry, isInFlow }: FieldPlace,
  { skeleton }: NewPart,
  written: WrittenText,
  as: 'text' | 'snippet',
): TextChange | undefined {
  if (entry?.colon === undefined) return undefined;
  const start = entry.colon + 1;
  const before = written.slice({ start, end: entry.value?.span.start ?? written.lineEnd(start) });
  // An anchor or a tag may stand there.
  if (!/^\s*(?:#|$)/.test(before)) return undefined;
  const writer = new SkeletonWriter(written.style, as);
  const margin = `${written.style.lineBreak}${' '.repeat(written.columnOf(entry.key.span.start))}`;
  return {
    span: { start, end: entry.value?.span.end ?? start },
    newText: isInFlow ? ` ${writer.flow(skeleton)}` : writer.value(skeleton).replaceAll('\n', margin),
  };
}

/** Several changes as one fix. */
function asOne(own: Writing, others: readonly Writing[]): Omit<Fix, 'title'> | undefined {
  // What ends at the same place stands in one another: the inner comes first.
  const same = [own, ...others.filter(({ span }) => isSameSpan(span, own.span))].toSorted(
    (left, right) => right.depth - left.depth,
  );
  if (same.length > 1 && own.span.start !== own.span.end) return undefined;
  const more = others
    .filter((other) => !same.includes(other))
    .map(({ span, newText }) => ({ span, newText }));
  const isClear = more.every((change, index) =>
    [own, ...more.slice(0, index)].every((other) => !overlap(change, other)),
  );
  if (!isClear) return undefined;
  return {
    span: own.span,
    newText: same.map(({ newText }) => newText).join(''),
    snippet: same.map((change) => (change === own ? change.snippet : escapeSnippet(change.newText))).join(''),
    ...(more.length > 0 && { more }),
  };
}
