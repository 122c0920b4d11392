import { field, stringField } from '../../manifest/fields.ts';
import type { MapNode, YamlNode } from '../../yaml/nodes.ts';
import { type Finding, missingField } from '../finding.ts';
import type { PartReason } from './part-reason.ts';

/**
 * What is to say of an object of which there is but a part: what holds for the part, and where the whole would lack
 * something, that it is a part, once. `whole` is what would be found if it were to be all of the object.
 */
export function ofPart(
  whole: readonly Finding[],
  part: readonly Finding[],
  reason: PartReason,
  object: YamlNode | undefined,
): Finding[] {
  const held = new Set(part.map(identityOf));
  const dropped = whole.filter((finding) => finding.severity === 'error' && !held.has(identityOf(finding)));
  const note = dropped.length === 0 ? undefined : noteOf(reason, dropped, object);
  const findings = note ? [note, ...part] : [...part];
  return findings.sort((left, right) => left.span.start - right.span.start);
}

/**
 * The same for a document with a list of objects, each of which may be a part for a reason of its own. `partOf` gives what
 * holds in the document if all of its objects are parts for one.
 */
export function ofParts(
  whole: readonly Finding[],
  objects: readonly MapNode[],
  reasonOf: (object: MapNode) => PartReason | undefined,
  partOf: (reason: PartReason) => readonly Finding[],
): Finding[] {
  const parts = new Map<PartReason, ReadonlyMap<MapNode, readonly Finding[]>>();
  const told = new Set(whole);
  for (const [object, own] of byObject(whole, objects)) {
    const lacks = own.some(({ severity }) => severity === 'error');
    const reason = lacks ? reasonOf(object) : undefined;
    if (reason === undefined) continue;
    const part = parts.get(reason) ?? byObject(partOf(reason), objects);
    parts.set(reason, part);
    for (const finding of own) told.delete(finding);
    for (const finding of ofPart(own, part.get(object) ?? [], reason, object)) told.add(finding);
  }
  return [...told].sort((left, right) => left.span.start - right.span.start);
}

/** The findings in each of some objects; both in the order of the text. */
function byObject(
  findings: readonly Finding[],
  objects: readonly MapNode[],
): ReadonlyMap<MapNode, readonly Finding[]> {
  const found = new Map<MapNode, Finding[]>();
  let index = 0;
  for (const finding of findings) {
    while (index < objects.length && objects[index]!.span.end <= finding.span.start) index++;
    const object = objects[index];
    if (!object || finding.span.start < object.span.start) continue;
    const known = found.get(object);
    if (known) known.push(finding);
    else found.set(object, [finding]);
  }
  return found;
}

function identityOf({ code, span, about }: Finding): string {
  return JSON.stringify([code, span, about]);
}

function noteOf(
  reason: PartReason,
  dropped: readonly Finding[],
  object: YamlNode | undefined,
): Finding | undefined {
  const kind = field(object, 'kind')?.value;
  if (!kind) return undefined;
  return {
    code: 'partial-object',
    severity: 'information',
    about: {
      is: 'partial-object',
      reason,
      kind: stringField(object, 'kind') ?? '',
      lacking: [...new Set(dropped.flatMap(lackedField))],
    },
    span: kind.span,
  };
}

function lackedField(finding: Finding): string[] {
  const { about } = finding;
  const isRequired = about.is === 'violation' && about.violation.reason === 'FieldValueRequired';
  const lacked = isRequired ? about.violation.path.at(-1) : missingField(finding);
  return typeof lacked === 'string' ? [lacked] : [];
}
