import type { Schema } from '../../catalog/schema.ts';
import type { MapNode, Span } from '../../yaml/nodes.ts';
import { type Finding, missingField } from '../finding.ts';
import { intendedObjectOf } from './intended-object.ts';

/** Who has written more unknown fields than these has not misplaced them. */
const mostFields = 20;

/**
 * The findings of an object, of which those about unknown fields say where the field belongs; that it is missing there is
 * then not said again.
 */
export function withMisplacedFields(
  findings: readonly Finding[],
  object: MapNode,
  schema: Schema,
  kindSpan: Span,
): Finding[] {
  const unknown = findings.filter(({ code, fix }) => code === 'unknown-field' && !fix);
  if (unknown.length === 0 || unknown.length > mostFields) return [...findings];
  const told = new Map<Finding, Finding>();
  const missed: { readonly name: string; readonly mark: Span }[] = [];
  for (const finding of unknown) {
    const host = intendedObjectOf(finding.span, object, schema, kindSpan);
    const { about } = finding;
    if (!host || about.is !== 'unknown-field') continue;
    const { path, mark, absent } = host;
    const name = about.field;
    told.set(finding, { ...finding, about: { ...about, intended: { path, mark, absent } } });
    // Objects on the way are not there, or nothing is in them.
    for (const missing of [name, ...absent]) missed.push({ name: missing, mark });
  }
  return findings.flatMap((finding) => {
    const isTold = missed.some(
      ({ name, mark }) =>
        missingField(finding) === name && finding.span.start === mark.start && finding.span.end === mark.end,
    );
    return isTold ? [] : (told.get(finding) ?? finding);
  });
}
