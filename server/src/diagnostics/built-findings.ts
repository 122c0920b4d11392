import type { CheckContext } from '../checks/check-context.ts';
import { diagnose } from '../checks/check-document.ts';
import { type Finding, missingField } from '../checks/finding.ts';
import { leftPart } from '../checks/left-part.ts';
import { partialContext } from '../checks/partial/partial-object.ts';
import { isObject } from '../defaults/draft.ts';
import { transformObject } from '../kustomize/transform-object.ts';
import type { Build, Builds } from '../kustomize/transformation.ts';
import { stringField } from '../manifest/fields.ts';
import { nodeAtOffset } from '../manifest/node-at-offset.ts';
import { parseDocuments } from '../yaml/documents.ts';
import type { YamlDocument, YamlNode } from '../yaml/nodes.ts';
import type { Path } from '../yaml/path.ts';
import { stringify } from '../yaml/stringify.ts';
import { toValue } from '../yaml/value.ts';

/** Whether a build may mend what is found in a document: that an object is faulty or not whole, not its text or its kind. */
export function mayBeMended({ severity, about }: Finding): boolean {
  return about.is === 'partial-object' || (severity === 'error' && mended.has(about.is));
}

/**
 * The findings of a document without those that some build mends: what a kustomization fills in is not missing, and what it
 * replaces is not wrong. Each build is done, and what becomes of the object is judged. Synchronous: the schemas of the
 * document are loaded. Where there is more to the builds than is done, that is noted at the first finding that is left.
 */
export function withoutMended(
  findings: readonly Finding[],
  document: YamlDocument,
  { all, left: beyond }: Builds,
  context: CheckContext,
): readonly Finding[] {
  let left = findings;
  for (const build of all) {
    if (!left.some(mayBeMended)) return left;
    const isLeft = judgeOf(document, build, context);
    if (isLeft) left = left.filter((finding) => !mayBeMended(finding) || isLeft(finding));
  }
  const first = left.findIndex(mayBeMended);
  if (first < 0) return left;
  return left.toSpliced(first, 0, ...beyond.map(({ part, most }) => leftPart(part, most, left[first]!.span)));
}

const mended: ReadonlySet<Finding['about']['is']> = new Set([
  'bad-format',
  'empty-field',
  'missing-field',
  'null-value',
  'out-of-bounds',
  'too-wide',
  'unsupported-value',
  'violation',
  'wrong-type',
]);

/** Tells of a finding whether it is found in what becomes of the object, too; undefined where nothing becomes of it. */
function judgeOf(
  { root }: YamlDocument,
  build: Build,
  context: CheckContext,
): ((finding: Finding) => boolean) | undefined {
  const kind = context.catalog.find(stringField(root, 'apiVersion') ?? '', stringField(root, 'kind') ?? '');
  const object = root && toValue(root);
  if (!kind || !root || !isObject(object)) return undefined;
  const built = transformObject(object, kind, context.catalog.schema(kind), build);
  const [document] = parseDocuments(stringify(built.object));
  if (!document) return undefined;
  const judged = diagnose(document, built.isOpaque ? partialContext(context) : context);
  const left = new Set(judged.map((finding) => identityOf(finding, document.root)));
  const written = new Set(built.replaced.map((path) => path.join('\0')));
  const isRight = !judged.some(({ severity }) => severity === 'error');
  return (finding) =>
    (finding.about.is === 'partial-object' && !isRight) ||
    (left.has(identityOf(finding, root)) && !written.has(namesOf(pathOf(finding, root)).join('\0')));
}

/** The same in both: the code, where it is, and what is missing there. */
function identityOf(finding: Finding, root: YamlNode | undefined): string {
  return JSON.stringify([finding.code, pathOf(finding, root), missingField(finding) ?? '']);
}

function pathOf({ about, span }: Finding, root: YamlNode | undefined): Path {
  if (about.is === 'violation') return about.violation.path;
  const path = (root && nodeAtOffset(root, span.start)?.path) ?? [];
  if (about.is !== 'missing-field') return path;
  // What an item lacks is marked at its first key, which is another one once the item has more.
  const owner = about.owner.endsWith(']') && typeof path.at(-1) === 'string' ? path.slice(0, -1) : path;
  return [...owner, about.field];
}

function namesOf(path: Path): string[] {
  return path.filter((part) => typeof part === 'string');
}
