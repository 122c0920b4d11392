import type { CheckContext, PartialView } from '../checks/check-context.ts';
import { type Finding, missingField } from '../checks/finding.ts';
import { isSameSpan } from '../manifest/fields.ts';
import type { ListItem, ListNode, MapEntry, MapNode, Span, YamlDocument, YamlNode } from '../yaml/nodes.ts';
import { isPrinted } from '../yaml/printed.ts';
import { countAhead } from '../yaml/sorted.ts';
import { fieldName } from '../yaml/tree.ts';
import { type BranchJoints, branchJoints } from './branch-joints.ts';
import { BranchVersions } from './branch-versions.ts';
import { type Branch, branchesOf, branchOf, isUnended } from './branches.ts';
import { hasUnplacedOutput, isUnwritten, knownPartsOf } from './known-parts.ts';
import type { MaskedTemplate } from './masked-template.ts';
import { breaksTemplate } from './readable-text.ts';
import type { TemplateAction } from './template-actions.ts';

/**
 * Whether the template's actions have a part in a document's object: around it they change nothing, unless it is printed
 * by others or for some clusters alone.
 */
export function isTemplated({ root, problems, span }: YamlDocument, { actions }: MaskedTemplate): boolean {
  if (!root || problems.some(breaksTemplate)) return hasActionsIn(span, actions);
  const branch = branchesOf(actions).at(root.span.start);
  const isSpecial = branch.isDefinition || branch.isForSomeVersions === 'yes' || isUnended(branch);
  return isSpecial || hasActionsIn(root.span, actions);
}

/** Whether an action is in a stretch of a text, whose actions stand in its order. */
function hasActionsIn({ start, end }: Span, actions: readonly TemplateAction[]): boolean {
  const next = actions[countAhead(actions, (action) => action.end <= start)];
  return next !== undefined && next.start < end;
}

/**
 * How to read a document of a template. Undefined where nothing is known of it: its kind is printed, or it cannot be read
 * with its actions masked.
 */
export function templateView(
  document: YamlDocument,
  template: MaskedTemplate,
  { catalog, version }: CheckContext,
): PartialView | undefined {
  const { root, problems } = document;
  if (root?.type !== 'map') return undefined;
  if (template.actions.length > 0 && problems.some(breaksTemplate)) return undefined;
  if (isKindPrinted(root)) return undefined;
  const context = new Context(root, document, template, new BranchVersions(catalog, version));
  return {
    holds: (finding) => context.isCertain(finding),
    refuses: () => true,
    tells: (finding) => !context.isForOtherVersions(finding),
    knownParts: (map, leave) => knownPartsOf(map, document, template, context, leave),
  };
}

function isKindPrinted(root: MapNode): boolean {
  return root.entries.some(({ key, value }) => fieldName(key) === 'kind' && value && isPrintedIn(value));
}

function isPrintedIn(value: YamlNode): boolean {
  return value.type === 'scalar' && isPrinted(value.text);
}

class Context {
  readonly joints: BranchJoints;
  readonly versions: BranchVersions;
  readonly #root: MapNode;
  readonly #template: MaskedTemplate;
  #misread: readonly Span[] | undefined;
  readonly #itemBranches = new Map<ListNode, FirstItems>();
  readonly #keyBranches = new Map<MapNode, ReadonlyMap<Branch, ReadonlyMap<string, number>>>();
  /** Anything may be there beside what is written. */
  readonly #hasUnplaced: boolean;
  readonly #isForSomeVersions: boolean;
  /** What prints it may ask for versions. */
  readonly #isDefinition: boolean;
  /** Fields of versions that no server has any more may stand in branches for these. */
  readonly #mayBeOfUnknownKind: boolean;

  constructor(root: MapNode, document: YamlDocument, template: MaskedTemplate, versions: BranchVersions) {
    this.#root = root;
    this.versions = versions;
    this.#template = template;
    const branch = branchOf(root, branchesOf(template.actions));
    const { isDefinition, isForSomeVersions } = branch;
    this.joints = branchJoints(root, branchesOf(template.actions));
    const { misread } = this.joints;
    const isPart = isDefinition || isUnended(branch) || misread.length > 0;
    this.#hasUnplaced = isPart || hasUnplacedOutput(document, template);
    this.#isForSomeVersions = isForSomeVersions === 'yes';
    this.#isDefinition = isDefinition;
    this.#mayBeOfUnknownKind = versions.mayBeOfUnknownKind(root);
  }

  isCertain(finding: Finding): boolean {
    const { code, span } = finding;
    if (isPrinted(this.#template.text.slice(span.start, span.end)) || this.#isOfUnknown(span)) return false;
    if (this.isForOtherVersions(finding)) return false;
    if (this.#isMisread(span.start)) return false;
    if (code === 'deep-blank-line') return false;
    if (code === 'duplicate-field') return this.#isDuplicate(span);
    if (code === 'unknown-field') return true;
    if (code === 'duplicate-item') return this.#isRepeated(span);
    if (code === 'bad-length' && this.#isInBranches(span)) return false;
    if (this.#hasUnplaced && aboutAbsence.test(code)) return false;
    const mayBeBelow = this.#template.actions.length > 0 && missingField(finding) !== undefined;
    if (mayBeBelow && this.#isUnwritten(span)) return false;
    return !this.#valuesAt(span).some(
      ({ value, owner }) => this.#isUnknown(value) || (owner && this.#isOpen(owner)),
    );
  }

  /** Whether a finding depends on the version of Kubernetes, where the template asks for that itself. */
  isForOtherVersions(finding: Finding): boolean {
    const { code, span } = finding;
    const branch = branchesOf(this.#template.actions).at(span.start);
    const isForOthers = this.versions.isForOthers(branch);
    if (this.#mayBeOfUnknownKind && isForOthers !== 'no') return true;
    if (code === 'unknown-field') return isForOthers === 'yes' && !this.#isOfNoVersion(finding);
    if (!aboutVersions.test(code)) return false;
    return this.#isForSomeVersions || this.#isDefinition || branch.isForSomeVersions === 'yes';
  }

  /** Whether a field is one that no version of Kubernetes had: all know what the metadata of objects have ever had. */
  #isOfNoVersion({ about, span }: Finding): boolean {
    const [metadata, above] = [...partsAround(this.#root, span.start)].reverse().slice(1);
    if (about.is !== 'unknown-field' || !metadata || formerMetadata.has(about.field)) return false;
    if (!('key' in metadata.node) || fieldName(metadata.node.key) !== 'metadata') return false;
    return !above || !('key' in above.node) || fieldName(above.node.key) === 'template';
  }

  #valuesAt(span: Span): readonly Owned[] {
    return valuesAt(this.#root, span);
  }

  /** Whether a finding is at a scalar that is not known. */
  #isOfUnknown(span: Span): boolean {
    return isAtUnknown(this.#root, this.#template, span);
  }

  /** Whether others have a part in what a value is. */
  #isUnknown(value: YamlNode): boolean {
    if (value.type === 'scalar') return this.#template.isUnknown(value);
    if (value.type === 'list') return value.items.some((item) => item.value && this.#isUnknown(item.value));
    return value.entries.some(({ key }) => this.#template.isUnknown(key));
  }

  /** Whether the value of a key or dash may have more than is written there. */
  #isOpen({ start }: Span): boolean {
    return this.#template.open.has(start) || this.joints.continued.has(start);
  }

  #isMisread(offset: number): boolean {
    this.#misread ??= joined(this.joints.misread);
    const next = this.#misread[countAhead(this.#misread, ({ end }) => end <= offset)];
    return next !== undefined && next.start <= offset;
  }

  /** Whether a key has nothing behind it: what is printed further down may be its value. */
  #isUnwritten(span: Span): boolean {
    const { entry } = partAt(this.#root, span);
    return entry !== undefined && isUnwritten(entry.value);
  }

  /** Of the items before one some may be printed in its stead. */
  #isRepeated(span: Span): boolean {
    const { list } = partAt(this.#root, span);
    if (!list) return true;
    const own = branchesOf(this.#template.actions).at(span.start);
    const first = this.#firstItems(list);
    for (let side: Branch | undefined = own; side; side = side.parent) {
      const [earliest, ofOther] = first.get(side.block) ?? [];
      const before = earliest?.side === side ? ofOther : earliest;
      if (before && before.start < span.start) return false;
    }
    return true;
  }

  /** Of each block in a list the first item, and the first of its other branches, as far as there are any. */
  #firstItems(list: ListNode): FirstItems {
    const known = this.#itemBranches.get(list);
    if (known) return known;
    const branches = branchesOf(this.#template.actions);
    const found = new Map<number, [FirstItem, FirstItem?]>();
    const seen = new Set<Branch>();
    for (const { span } of list.items) {
      for (let side: Branch | undefined = branches.at(span.start); side; side = side.parent) {
        if (seen.has(side)) break;
        seen.add(side);
        const first = found.get(side.block);
        if (!first) found.set(side.block, [{ side, start: span.start }]);
        else first[1] ??= { side, start: span.start };
      }
    }
    this.#itemBranches.set(list, found);
    return found;
  }

  /** Whether not all that is written for the value of a key is printed together. */
  #isInBranches(span: Span): boolean {
    const branches = branchesOf(this.#template.actions);
    return this.#valuesAt(span).some(({ value }) => {
      const [first, ...others] = partSpans(value).map(({ start }) => branches.at(start));
      const around = branches.at(span.start);
      return first !== undefined && (first !== around || others.some((branch) => branch !== first));
    });
  }

  /** Of two fields of one name in different branches at most one is printed. */
  #isDuplicate(span: Span): boolean {
    const { map, entry } = partAt(this.#root, span);
    if (!map || !entry) return false;
    const first = this.#firstKeys(map).get(branchesOf(this.#template.actions).at(span.start));
    return first?.get(fieldName(entry.key)) !== span.start;
  }

  /** Where the first field of each name starts in each branch of a map. */
  #firstKeys(map: MapNode): ReadonlyMap<Branch, ReadonlyMap<string, number>> {
    const known = this.#keyBranches.get(map);
    if (known) return known;
    const branches = branchesOf(this.#template.actions);
    const found = new Map<Branch, Map<string, number>>();
    for (const { key } of map.entries) {
      const branch = branches.at(key.span.start);
      const names = found.get(branch) ?? new Map<string, number>();
      const name = fieldName(key);
      names.set(name, Math.min(key.span.start, names.get(name) ?? Number.POSITIVE_INFINITY));
      found.set(branch, names);
    }
    this.#keyBranches.set(map, found);
    return found;
  }
}

/** Where the first item of a branch starts. */
interface FirstItem {
  readonly side: Branch;
  readonly start: number;
}

/** By block. */
type FirstItems = ReadonlyMap<number, readonly [FirstItem, FirstItem?]>;

const aboutVersions = /^deprecated-|-api-version$|^not-served-|^unknown-(?:group|kind)$/;
const formerMetadata: ReadonlySet<string> = new Set(['clusterName', 'initializers']);
const aboutAbsence = /^(?:missing-|bad-length$|wrong-type$)/;

/**
 * The maps and lists that a finding at a place may be about: that of the entry whose key it is, the object whose kind it is,
 * and the item that begins there.
 */
function valuesAt(root: YamlNode, place: Span): Owned[] {
  const found: Owned[] = [];
  for (const { node, map } of partsAround(root, place.start)) {
    if (!('key' in node)) {
      if (node.value && isSameSpan(node.span, place)) found.push({ value: node.value, owner: node.span });
      continue;
    }
    const isKind = fieldName(node.key) === 'kind';
    if (isSameSpan(node.key.span, place)) {
      if (node.value && node.value.type !== 'scalar') found.push({ value: node.value, owner: place });
      if (map && (map.value.entries[0] === node || isKind)) found.push(map);
    } else if (map && node.value && isKind && isSameSpan(node.value.span, place)) found.push(map);
  }
  return found;
}

/** A value with the key or dash that it belongs to. */
interface Owned<Value extends YamlNode = YamlNode> {
  readonly value: Value;
  readonly owner: Span | undefined;
}

/** Whether a finding is at nothing that is not known, in a document whatever it is. */
export function isAtKnown(
  { root }: YamlDocument,
  template: MaskedTemplate | undefined,
): (finding: Finding) => boolean {
  if (!root || !template) return () => true;
  return ({ span }) => !isAtUnknown(root, template, span);
}

/** Whether a key or value is at a place that is not known. */
function isAtUnknown(root: YamlNode, template: MaskedTemplate, place: Span): boolean {
  for (const { node } of partsAround(root, place.start)) {
    for (const scalar of ['key' in node ? node.key : undefined, node.value]) {
      if (scalar?.type === 'scalar' && isSameSpan(scalar.span, place) && template.isUnknown(scalar))
        return true;
    }
  }
  return false;
}

/** Where the entries or items of a value start. */
function partSpans(value: YamlNode): Span[] {
  if (value.type === 'map') return value.entries.map(({ key }) => key.span);
  return value.type === 'list' ? value.items.map(({ span }) => span) : [];
}

/** Stretches in their order, those that overlap as one. */
function joined(spans: readonly Span[]): Span[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** An entry with its map, or the list of an item. */
interface Part {
  readonly map?: MapNode | undefined;
  readonly entry?: MapEntry;
  readonly list?: ListNode | undefined;
}

/** The entry whose key is at a place; the list of the item that is there, or of what it holds. */
function partAt(root: YamlNode, place: Span): Part {
  let found: Part = {};
  for (const { node, map, list } of partsAround(root, place.start)) {
    if ('key' in node) {
      if (isSameSpan(node.key.span, place)) found = { map: map?.value, entry: node, ...found };
    } else if (isSameSpan(node.span, place) || (node.value && isSameSpan(node.value.span, place))) {
      found = { list, ...found };
    }
  }
  return found;
}

/**
 * The entries and items that an offset is in or behind, the outermost first: of each map and list the last that begins there
 * or before. Takes time in their depth, for a document may have thousands of findings.
 */
function* partsAround(root: YamlNode, offset: number): Generator<WrittenPart> {
  let part = lastPart({ value: root, owner: undefined }, offset);
  while (part) {
    yield part;
    const { node } = part;
    if (!node.value || node.alias) return;
    part = lastPart({ value: node.value, owner: 'key' in node ? node.key.span : node.span }, offset);
  }
}

function lastPart({ value, owner }: Owned, offset: number): WrittenPart | undefined {
  if (value.type === 'scalar') return undefined;
  if (value.type === 'list') {
    const item = value.items[countAhead(value.items, ({ span }) => span.start <= offset) - 1];
    return item && { node: item, list: value };
  }
  const begun = countAhead(value.entries, ({ key, merged }) => !merged && key.span.start <= offset);
  const entry = value.entries[begun - 1];
  return entry && { node: entry, map: { value, owner } };
}

/** An entry or item; with an entry the map that it is in. */
interface WrittenPart {
  readonly node: MapEntry | ListItem;
  readonly map?: Owned<MapNode>;
  readonly list?: ListNode;
}

/** All entries and items below a value that are written there. */
function* walk(root: YamlNode): Generator<MapEntry | ListItem> {
  const pending: YamlNode[] = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.type === 'scalar') continue;
    for (const part of next.type === 'map' ? next.entries : next.items) {
      if ('merged' in part && part.merged) continue;
      yield part;
      if (part.value && !part.alias) pending.push(part.value);
    }
  }
}

/** Whether a document that YAML can read has scalars that are not known. */
export function hasUnknownScalars({ root }: YamlDocument, template: MaskedTemplate): boolean {
  if (!root) return false;
  for (const node of walk(root)) {
    if ('key' in node && template.isUnknown(node.key)) return true;
    if (node.value?.type === 'scalar' && template.isUnknown(node.value)) return true;
  }
  return false;
}
