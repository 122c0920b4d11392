import type { LeftPart } from '../checks/about.ts';
import { isObject, type JsonObject } from '../defaults/draft.ts';

/** What one kustomization does to the objects that it has. */
export interface Transformation {
  readonly patches: readonly ObjectPatch[];
  readonly namespace: string | undefined;
  /** Whether it has a ServiceAccount of that name: the namespace of its subjects is then filled in. */
  hasServiceAccount(name: string): boolean;
  readonly namePrefix: string;
  readonly nameSuffix: string;
  readonly labels: readonly LabelPairs[];
  readonly replicas: readonly { readonly name: string; readonly count: number }[];
  /** Fields that replacements write, by their names without the items of lists: none is the whole object. */
  readonly replaced: readonly ReplacedFields[];
  /** It names files that say what else is done: these are not read. */
  readonly hasTransformers: boolean;
}

/** The kustomizations that an object goes through, in the order in which they come to it. */
export type Build = readonly Transformation[];

/** Whether programs of other people have a hand in what becomes of the objects. */
export function isOpaque(build: Build): boolean {
  return build.some(({ hasTransformers }) => hasTransformers);
}

/** The builds that a file goes into. */
export interface Builds {
  readonly all: readonly Build[];
  /** What is beyond a limit, and not in them. */
  readonly left: readonly LeftOfBuilds[];
}

export interface LeftOfBuilds {
  readonly part: Extract<LeftPart, 'builds' | 'built-files' | 'built-text'>;
  readonly most: number;
}

/** A patch: a part of an object to be merged, or operations. */
export interface ObjectPatch {
  readonly target: ObjectSelector | undefined;
  readonly value: JsonObject | readonly unknown[];
}

/** What selects objects; each a regular expression over the whole of it. */
export interface ObjectSelector {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/** Labels that are added: everywhere, to metadata alone, or to metadata and the templates of Pods. */
export interface LabelPairs {
  readonly pairs: Readonly<Record<string, string>>;
  readonly to: 'metadata' | 'templates' | 'selectors';
  /** Where they are added besides. */
  readonly fields: readonly LabelField[];
}

/** A field that is a map of labels, of the objects that it says. */
export interface LabelField {
  readonly path: readonly string[];
  readonly absent: 'create' | 'leave';
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

export interface ReplacedFields {
  readonly select: ObjectSelector;
  readonly fields: readonly ReplacedField[];
}

export interface ReplacedField {
  readonly path: readonly string[];
  /** What becomes of what leads to it where that is not there. */
  readonly absent: 'create' | 'leave';
}

/** A patch as a kustomization names it: its text, or the path of a file. */
export interface PatchReference {
  readonly target: ObjectSelector | undefined;
  readonly source: { readonly text: string } | { readonly path: string };
}

/** What a kustomization says of itself, before the files are read that it names. */
export type WrittenTransformation = Omit<Transformation, 'patches' | 'replaced' | 'hasServiceAccount'>;

/** Reads what a kustomization does to its objects, from its JSON, whatever that is. */
export function writtenTransformation(kustomization: JsonObject): WrittenTransformation {
  return {
    namespace: text(kustomization.namespace),
    namePrefix: text(kustomization.namePrefix) ?? '',
    nameSuffix: text(kustomization.nameSuffix) ?? '',
    labels: labelsOf(kustomization),
    replicas: objects(kustomization.replicas).flatMap(({ name, count }) =>
      typeof name === 'string' && typeof count === 'number' ? { name, count } : [],
    ),
    hasTransformers: texts(kustomization.transformers).length > 0,
  };
}

/** What the replacements write that stand in a kustomization itself. */
export function writtenReplacements({ replacements }: JsonObject): ReplacedFields[] {
  return objects(replacements).flatMap(({ targets }) => objects(targets).map(replacedBy));
}

/** The files that a kustomization names as replacements. */
export function replacementPaths({ replacements }: JsonObject): string[] {
  return objects(replacements).flatMap(({ path }) => text(path) ?? []);
}

/** What the replacements of such a file write, which has one or a list of them. Of any other file nobody knows. */
export function replacementsOfFile(value: unknown): readonly ReplacedFields[] {
  if (isObject(value)) return writtenReplacements({ replacements: [value] });
  return Array.isArray(value) ? writtenReplacements({ replacements: value }) : anything;
}

/** Any field of any object. */
const anything: readonly ReplacedFields[] = [{ select: {}, fields: [{ path: [], absent: 'leave' }] }];

/** The patches that a kustomization names or has in it, in its order. */
export function patchReferences(kustomization: JsonObject): PatchReference[] {
  const merged = texts(kustomization.patchesStrategicMerge).map((entry): PatchReference => {
    const source = entry.includes('\n') ? { text: entry } : { path: entry };
    return { target: undefined, source };
  });
  const others = [...objects(kustomization.patches), ...objects(kustomization.patchesJson6902)];
  return [...merged, ...others.flatMap(patchReference)];
}

function patchReference({ target, patch, path }: JsonObject): PatchReference[] {
  const written = text(patch);
  if (written !== undefined) return [{ target: selectorOf(target), source: { text: written } }];
  const file = text(path);
  return file === undefined ? [] : [{ target: selectorOf(target), source: { path: file } }];
}

function labelsOf(kustomization: JsonObject): LabelPairs[] {
  const common = pairsOf(kustomization.commonLabels);
  const labels: LabelPairs[] = common ? [{ pairs: common, to: 'selectors', fields: [] }] : [];
  for (const entry of objects(kustomization.labels)) {
    const pairs = pairsOf(entry.pairs);
    const to =
      entry.includeSelectors === true
        ? 'selectors'
        : entry.includeTemplates === true
          ? 'templates'
          : 'metadata';
    if (pairs) labels.push({ pairs, to, fields: objects(entry.fields).flatMap(labelField) });
  }
  return labels;
}

/** `spec/containers[]/a\/b` is `spec`, `containers`, `a/b`. */
function labelField(field: JsonObject): LabelField[] {
  const path = text(field.path);
  if (path === undefined) return [];
  const parts = path
    .replaceAll('\\/', '\0')
    .split('/')
    .map((part) => part.replaceAll('\0', '/').replace(/\[\]$/, ''));
  const absent = field.create === true ? 'create' : 'leave';
  return [{ path: parts, absent, ...textsOf(field, ['group', 'version', 'kind']) }];
}

function pairsOf(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, label]) => [name, String(label)]));
}

/** A target that names no fields is for the name. */
function replacedBy({ select, fieldPaths, options }: JsonObject): ReplacedFields {
  const named = texts(fieldPaths);
  const paths = named.length > 0 ? named : ['metadata.name'];
  const absent = isObject(options) && options.create === true ? 'create' : 'leave';
  return {
    select: selectorOf(select) ?? {},
    fields: paths.map((path) => ({ path: fieldPath(path), absent })),
  };
}

/** `spec.containers.[name=web].image` and `spec.containers.0.image` alike are `spec`, `containers`, `image`. */
function fieldPath(path: string): string[] {
  return path
    .replaceAll('\\.', '\0')
    .split('.')
    .map((part) => part.replaceAll('\0', '.'))
    .filter((part) => !/^(?:\[.*\]|\d+|\*|-)$/.test(part));
}

function selectorOf(value: unknown): ObjectSelector | undefined {
  return isObject(value) ? textsOf(value, ['group', 'version', 'kind', 'name', 'namespace']) : undefined;
}

function textsOf<Name extends string>(
  value: JsonObject,
  names: readonly Name[],
): { [name in Name]?: string } {
  const parts = names.flatMap((name) => {
    const part = text(value[name]);
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.fromEntries(parts) as { [name in Name]?: string };
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
