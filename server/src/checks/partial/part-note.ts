import { field, stringField } from '../../manifest/fields.ts';
import type { YamlDocument } from '../../yaml/nodes.ts';
import { type Finding, missingField } from '../finding.ts';
import type { PartReason } from './part-reason.ts';

/**
 * What is to say of a document that has but a part of an object: what holds for the part, and where the whole would lack
 * something, that it is a part, once. `whole` is what would be found if it were to be all of the object.
 */
export function ofPart(
  whole: readonly Finding[],
  part: readonly Finding[],
  reason: PartReason,
  document: YamlDocument,
): Finding[] {
  const held = new Set(part.map(identityOf));
  const dropped = whole.filter((finding) => finding.severity === 'error' && !held.has(identityOf(finding)));
  const note = dropped.length === 0 ? undefined : noteOf(reason, dropped, document);
  const findings = note ? [note, ...part] : [...part];
  return findings.sort((left, right) => left.span.start - right.span.start);
}

function identityOf({ code, span, about }: Finding): string {
  return JSON.stringify([code, span, about]);
}

function noteOf(
  reason: PartReason,
  dropped: readonly Finding[],
  { root }: YamlDocument,
): Finding | undefined {
  const kind = field(root, 'kind')?.value;
  if (!kind) return undefined;
  return {
    code: 'partial-object',
    severity: 'information',
    about: {
      is: 'partial-object',
      reason,
      kind: stringField(root, 'kind') ?? '',
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
