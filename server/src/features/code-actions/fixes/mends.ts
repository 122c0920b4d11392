import type { Catalog } from '../../../catalog/catalog.ts';
import type { Finding } from '../../../checks/finding.ts';
import { isInside, isSameSpan, valueAt } from '../../../manifest/fields.ts';
import { nodeAtOffset } from '../../../manifest/node-at-offset.ts';
import type { Span, YamlNode } from '../../../yaml/nodes.ts';
import { offsetBefore, writtenStretches } from './edited-text.ts';
import { placeOf } from './field-place.ts';
import { hasFewer, hasMore, isSyntax } from './finding-counts.ts';
import { objectAround } from './fixing.ts';
import { bringsSyntaxFault, type Edit, mendsSyntax } from './mends-syntax.ts';

/**
 * Whether a finding is gone and nothing worse than it has come: no fault of the syntax, no error more, and none of another
 * sort unless it is certain what is to be written next.
 */
export function mends(finding: Finding, edit: Edit, catalog: Catalog): boolean {
  if (finding.syntax) return mendsSyntax(finding, edit);
  if (bringsSyntaxFault(edit)) return false;
  const before = edit.before.findings;
  const after = edit.after.findings;
  const news = new News(edit, catalog);
  const alike = ({ code }: Finding) => code === finding.code;
  const notHidden = after.filter((one) => !news.isRevealed(one));
  if (!hasFewer(alike, before, notHidden)) return false;
  if (ofTypes.has(finding.about.is)) return true;
  const others = after.filter((one) => !isSyntax(one));
  const left = goesOn(finding) ? others.filter((one) => !news.isNextStep(one)) : others;
  if (hasMore((one) => isError(one) && !isSyntax(one), before, left)) return false;
  const known = new Set(before.map(sortOf));
  return left.every((one) => !isTold(one) || known.has(sortOf(one)) || isUncovered(one, finding, edit));
}

/** What is found in a document after changes, and was not before: of whom it is. */
class News {
  readonly #root: YamlNode | undefined;
  readonly #catalog: Catalog;
  readonly #written: readonly Span[];
  readonly #revealed: readonly Span[];

  constructor({ after, changes, movedTo }: Edit, catalog: Catalog) {
    const root = after.document?.root;
    this.#root = root;
    this.#catalog = catalog;
    const written = writtenStretches(changes).filter(({ start, end }) => start < end);
    this.#written = movedTo ? [] : written;
    this.#revealed = movedTo
      ? partsOf(valueAt(root, movedTo))
      : written.flatMap((span) => renamedAt(root, span));
  }

  /** Whether it is in a value that was not judged where it stood before, or by the name that it had. */
  isRevealed({ span }: Finding): boolean {
    return this.#revealed.some((around) => isInside(span, around));
  }

  /** Whether it is about what is to be written next: what is missing, what is a placeholder, or what contradicts that. */
  isNextStep(finding: Finding): boolean {
    if (isAbsence(finding) || this.isRevealed(finding)) return true;
    const { about, span, related } = finding;
    // It has been written in the wrong place.
    if (about.is === 'unknown-field') return false;
    const ends = related ? [span, related.span] : [span];
    if (ends.some((end) => this.#written.some((around) => isInside(end, around)))) return true;
    if (about.is !== 'violation') return false;
    const object = objectAround(this.#root, span, this.#catalog);
    return object !== undefined && placeOf(object.map, about.violation.path).rest.length > 0;
  }
}

/** What is in a value: one that is itself wrong where it is moved to was not meant to stand there. */
function partsOf(node: YamlNode | undefined): Span[] {
  if (node?.type === 'map') return node.entries.map(({ span }) => span);
  return node?.type === 'list' ? node.items.map(({ span, value }) => value?.span ?? span) : [];
}

/** The value of a field whose name begins there. */
function renamedAt(root: YamlNode | undefined, { start }: Span): Span[] {
  const entry = root && nodeAtOffset(root, start)?.entry;
  return entry?.value && entry.key.span.start === start ? [entry.value.span] : [];
}

/** Whether a server warns of what it would have refused before, and so has said nothing else of. */
function isUncovered({ about, span }: Finding, mended: Finding, { changes }: Edit): boolean {
  if (about.is !== 'server-warning') return false;
  return isSameSpan(
    { start: offsetBefore(span.start, changes), end: offsetBefore(span.end, changes) },
    mended.span,
  );
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function isTold({ severity }: Finding): boolean {
  return severity === 'error' || severity === 'warning';
}

function sortOf({ code, about }: Finding): string {
  return about.is === 'violation' ? `${code} ${about.violation.reason}` : `${code} ${about.is}`;
}

/** What is mended by saying what an object is: only then is its content judged. */
const ofTypes = new Set<Finding['about']['is']>([
  'missing-type',
  'unknown-kind',
  'kind-of-other-version',
  'unknown-version',
  'unknown-group',
  'removed-version',
  'deprecated-version',
  'not-served',
  'deprecated-in-cluster',
  'future-version',
]);

/** What is mended by writing something that may have faults of its own. */
function goesOn(finding: Finding): boolean {
  return isAbsence(finding) || finding.about.is === 'unknown-field' || finding.about.is === 'wrong-type';
}

/** What is mended by a placeholder, which a person goes on with. */
function isAbsence({ about }: Finding): boolean {
  if (about.is === 'violation') return about.violation.reason === 'FieldValueRequired';
  return about.is === 'missing-field' || about.is === 'empty-field';
}
