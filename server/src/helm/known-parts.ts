import { type KnownPart, knownPart } from '../checks/partial/known-part.ts';
import type { ListNode, MapNode, Span, YamlDocument, YamlNode } from '../yaml/nodes.ts';
import { countAhead } from '../yaml/sorted.ts';
import type { BranchJoints } from './branch-joints.ts';
import type { BranchVersions } from './branch-versions.ts';
import { type Branch, type Branches, branchesOf, branchOf, isPrintedWith, isUnended } from './branches.ts';
import type { MaskedTemplate } from './masked-template.ts';

/**
 * What is known of an object in a template, for each innermost branch in turn as if it is printed, with those around it: what
 * the other branches print may be there or not. `leave` is told where they are too many, and how many are thought of.
 */
export function* knownPartsOf(
  map: MapNode,
  document: YamlDocument,
  template: MaskedTemplate,
  { joints: { misread, continued }, versions }: TemplateReading,
  leave: (most: number) => void,
): Generator<KnownPart> {
  const branches = branchesOf(template.actions);
  const hasUnplaced =
    misread.length > 0 || hasUnplacedOutput(document, template) || isPartOfText(branchOf(map, branches));
  const { found, forOthers, parts } = branchesIn(map, template, branches, versions);
  const isBelow = (value: YamlNode | undefined) => template.actions.length > 0 && isUnwritten(value);
  const most = Math.min(mostBranches, Math.ceil(mostParts / parts));
  const ways = [
    ...innermost(found).map((branch) => ({ branch, within: undefined })),
    ...innermost(forOthers).map((branch) => ({ branch, within: branch })),
  ];
  if (ways.length > most) leave(most);
  for (const { branch, within } of ways.slice(0, most)) {
    const knowledgeOf = knowledgeWith(branch, branches);
    const part = knownPart(map, {
      entry({ key, value }) {
        if (template.isUnknown(key)) return 'elsewhere';
        const is = knowledgeOf(key.span);
        return is === 'known' && isBelow(value) ? 'unknown' : is;
      },
      item({ span, value }) {
        const isOutput = value?.type === 'scalar' && template.isUnknown(value);
        return isOutput ? 'unknown' : knowledgeOf(span);
      },
      isOpen: (node, owner) =>
        hasUnplaced ||
        template.open.has(owner.start) ||
        continued.has(owner.start) ||
        (node.type === 'list' && hasRepeatedItems(node, owner, branches)),
      knowsScalar: (scalar) => !template.isUnknown(scalar),
    });
    yield { ...part, within };
  }
}

/** What is known of all of a document of a template. */
export interface TemplateReading {
  readonly joints: BranchJoints;
  readonly versions: BranchVersions;
}

/** Whether something is printed in a document that has no place in its text. */
export function hasUnplacedOutput({ span }: YamlDocument, { unplaced }: MaskedTemplate): boolean {
  const next = unplaced[countAhead(unplaced, (place) => place < span.start)];
  return next !== undefined && next < span.end;
}

/** Whether nothing is written for a value: in a template it may be printed further down. */
export function isUnwritten(value: YamlNode | undefined): boolean {
  return !value || (value.type === 'scalar' && value.text === '' && value.style === 'plain');
}

function isPartOfText(branch: Branch): boolean {
  return branch.isDefinition || isUnended(branch);
}

/** What is known of a place where a branch is printed. Each of the branches, which hold many places, is looked at once. */
function knowledgeWith(printed: Branch, branches: Branches): (place: Span) => Knowledge {
  const known = new Map<Branch, Knowledge>();
  return ({ start }) => {
    const branch = branches.at(start);
    const before = known.get(branch);
    if (before) return before;
    const is = knowledge[isPrintedWith(branch, printed)];
    known.set(branch, is);
    return is;
  };
}

type Knowledge = (typeof knowledge)[keyof typeof knowledge];

const knowledge = { always: 'known', never: 'absent', perhaps: 'unknown' } as const;

/** Each is a reading of the whole object; a large one has fewer. */
const mostBranches = 50;
const mostParts = 100_000;

/** Whether a loop that does not print the whole list prints some of its items. */
function hasRepeatedItems(list: ListNode, owner: Span, branches: Branches): boolean {
  const around = branches.at(owner.start);
  return list.items.some(({ span }) => {
    for (let one = branches.at(span.start); one !== around && one.parent; one = one.parent) {
      if (one.repeats) return true;
    }
    return false;
  });
}

/**
 * The branches in which values of an object are written, those for other versions of Kubernetes than the object itself apart,
 * and how many entries and items it has, counted each time they are read. Of an object that may be of a kind that is gone,
 * branches for other versions may be for that: none is thought to be printed.
 */
function branchesIn(
  map: MapNode,
  template: MaskedTemplate,
  branches: Branches,
  versions: BranchVersions,
): { found: Set<Branch>; forOthers: Set<Branch>; parts: number } {
  const own = branchOf(map, branches);
  const found = new Set([own]);
  const forOthers = new Set<Branch>();
  const isKnown = !versions.mayBeOfUnknownKind(map);
  const isOwn = versions.isForOthers(own) === 'yes';
  const setOf = (branch: Branch) => {
    const isForOthers = versions.isForOthers(branch);
    if (!isKnown && isForOthers !== 'no') return undefined;
    return isForOthers === 'yes' && !isOwn ? forOthers : found;
  };
  const pending: YamlNode[] = [map];
  let parts = 0;
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'scalar') continue;
    for (const part of node.type === 'map' ? node.entries : node.items) {
      parts++;
      const branch = branches.at(part.span.start);
      if (saysSomething(part.value, template)) setOf(branch)?.add(branch);
      if (part.value) pending.push(part.value);
    }
  }
  return { found, forOthers, parts: Math.max(1, parts) };
}

/** Whether something is known of a value itself, not only of what is in it. */
function saysSomething(value: YamlNode | undefined, template: MaskedTemplate): boolean {
  if (value?.type === 'map') return value.entries.length === 0;
  if (value?.type === 'list') return value.items.length === 0;
  return value !== undefined && !isUnwritten(value) && !template.isUnknown(value);
}

/** Of some branches those that have none of the others in them, in the order of the text. */
function innermost(branches: Set<Branch>): Branch[] {
  const around = new Set<Branch>();
  for (const branch of branches) {
    for (let one = branch.parent; one && !around.has(one); one = one.parent) around.add(one);
  }
  return [...branches]
    .filter((branch) => !around.has(branch))
    .sort((left, right) => left.start - right.start);
}
