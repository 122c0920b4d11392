import type { Catalog } from '../catalog/catalog.ts';
import type { CheckContext } from '../checks/check-context.ts';
import { diagnose } from '../checks/check-document.ts';
import { type Finding, missingField } from '../checks/finding.ts';
import { leftPart } from '../checks/left-part.ts';
import { partialContext } from '../checks/partial/partial-object.ts';
import { isObject, type JsonObject } from '../defaults/draft.ts';
import { transformObject } from '../kustomize/transform-object.ts';
import { type Build, type Builds, isOpaque, type ReplacedField } from '../kustomize/transformation.ts';
import { mapUnpacked } from '../kustomize/unpacked-lists.ts';
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

/** Tells of a finding whether it is found in what becomes of the objects, too; undefined where nothing becomes of any. */
function judgeOf(
  { root }: YamlDocument,
  build: Build,
  context: CheckContext,
): ((finding: Finding) => boolean) | undefined {
  const value = root && toValue(root);
  if (!root || !isObject(value)) return undefined;
  const objects = new BuiltObjects(build, context.catalog);
  const built = mapUnpacked(value, (object, path) => objects.build(object, path));
  if (objects.size === 0) return undefined;
  const [document] = parseDocuments(stringify(built));
  if (!document) return undefined;
  const judged = diagnose(document, isOpaque(build) ? partialContext(context) : context);
  const certain = judged.filter(
    (finding) => !objects.isReplaced(finding, pathOf(finding, document.root, objects)),
  );
  const left = new Set(certain.map((finding) => identityOf(finding, document.root, objects)));
  const errors = certain.filter(({ severity }) => severity === 'error');
  const wrong = new Set(errors.map((finding) => objects.keyOf(pathOf(finding, document.root, objects))));
  return (finding) =>
    (finding.about.is === 'partial-object' && wrong.has(objects.keyOf(pathOf(finding, root, objects)))) ||
    left.has(identityOf(finding, root, objects));
}

/** The objects of a document that a build makes something of, by their paths. */
class BuiltObjects {
  readonly #build: Build;
  readonly #catalog: Catalog;
  /** What replacements write, by the key of the object. */
  readonly #replaced = new Map<string, ReplacedPaths>();

  constructor(build: Build, catalog: Catalog) {
    this.#build = build;
    this.#catalog = catalog;
  }

  get size(): number {
    return this.#replaced.size;
  }

  /** What becomes of an object; itself where nobody knows its kind. */
  build(object: JsonObject, path: Path): JsonObject {
    const kind = this.#catalog.find(String(object.apiVersion ?? ''), String(object.kind ?? ''));
    if (!kind) return object;
    const built = transformObject(object, kind, this.#catalog.schema(kind), this.#build);
    this.#replaced.set(namesKey(path), replacedPaths(built.replaced));
    return built.object;
  }

  /** How much of a path leads to the object that it is in. */
  depthOf(path: Path): number {
    for (let depth = path.length; depth > 0; depth--) {
      if (this.#replaced.has(namesKey(path.slice(0, depth)))) return depth;
    }
    return 0;
  }

  /** The same for all paths in one object, and for no other. */
  keyOf(path: Path): string {
    return namesKey(path.slice(0, this.depthOf(path)));
  }

  /** Whether what is found at a path is up to what a replacement writes: there, around it, or in it. */
  isReplaced(finding: Finding, path: Path): boolean {
    const depth = this.depthOf(path);
    const replaced = this.#replaced.get(this.keyOf(path));
    if (!replaced || replaced.written.size === 0) return false;
    const names = path.slice(depth).filter((part) => typeof part === 'string');
    if (prefixesOf(names).some((key) => replaced.written.has(key))) return true;
    const { about } = finding;
    const isRefused = about.is === 'violation';
    const isAbsent = isRefused
      ? about.violation.reason === 'FieldValueRequired'
      : missingField(finding) !== undefined;
    if (isAbsent) return replaced.created.has(namesKey(names));
    return isRefused && replaced.changed.has(namesKey(names));
  }
}

/** By their names, without the items of lists. */
interface ReplacedPaths {
  readonly written: ReadonlySet<string>;
  /** What has something in it that is written. */
  readonly changed: ReadonlySet<string>;
  /** Those of them that are made where they are not there. */
  readonly created: ReadonlySet<string>;
}

function replacedPaths(fields: readonly ReplacedField[]): ReplacedPaths {
  const around = ({ path }: ReplacedField) => prefixesOf(path.slice(0, -1)).slice(1);
  return {
    written: new Set(fields.map(({ path }) => namesKey(path))),
    changed: new Set(fields.flatMap(around)),
    created: new Set(fields.filter(({ absent }) => absent === 'create').flatMap(around)),
  };
}

/** The keys of all that leads to a path, and its own; the first is that of the whole object. */
function prefixesOf(names: readonly string[]): string[] {
  return ['', ...names.map((_, index) => namesKey(names.slice(0, index + 1)))];
}

function namesKey(names: Path): string {
  return names.join('\0');
}

/** The same in both: the code, where it is, and what is missing there. */
function identityOf(finding: Finding, root: YamlNode | undefined, objects: BuiltObjects): string {
  return JSON.stringify([finding.code, pathOf(finding, root, objects), missingField(finding) ?? '']);
}

function pathOf({ about, span }: Finding, root: YamlNode | undefined, objects: BuiltObjects): Path {
  const path = (root && nodeAtOffset(root, span.start)?.path) ?? [];
  if (about.is === 'violation') return [...path.slice(0, objects.depthOf(path)), ...about.violation.path];
  if (about.is !== 'missing-field') return path;
  // What an item lacks is marked at its first key, which is another one once the item has more.
  const owner = about.owner.endsWith(']') && typeof path.at(-1) === 'string' ? path.slice(0, -1) : path;
  return [...owner, about.field];
}
