import { masked } from '../yaml/printed.ts';
import { countAhead } from '../yaml/sorted.ts';
import { type Branch, type Branches, branchesOf } from './branches.ts';
import type { TemplateAction } from './template-actions.ts';

/** A line of a template. */
export interface WrittenLine {
  readonly start: number;
  /** As it is written. */
  readonly written: string;
  /** As YAML reads it; as it is written where that prints what has no place in YAML. */
  readonly text: string;
}

/**
 * The lines, by their index, that divide objects in one document: where all that is written there stands in branches, each of
 * which has an apiVersion and a kind of its own, each is an object by itself. Takes time in the length of the text.
 */
export function objectDividers(lines: readonly WrittenLine[], actions: readonly TemplateAction[]): number[] {
  const dividers: number[] = [];
  const branches = branchesOf(actions);
  for (let from = 0; from < lines.length; ) {
    let to = from + 1;
    while (to < lines.length && !lines[to]!.text.startsWith('---')) to++;
    if (hasSeveralHeads(lines, from, to)) {
      for (const line of dividersIn(lines, from, to, branches, actions)) dividers.push(line);
    }
    from = to;
  }
  return dividers;
}

function hasSeveralHeads(lines: readonly WrittenLine[], from: number, to: number): boolean {
  let heads = 0;
  for (let index = from; index < to && heads < 2; index++) {
    if (headsIn(lines[index]!).includes('kind')) heads++;
  }
  return heads === 2;
}

/**
 * What a line says of the object whose field it is: a line that is printed as a whole may be its apiVersion, and what begins
 * in braces at the margin is all of an object.
 */
function headsIn({ text }: WrittenLine): readonly string[] {
  if (text.startsWith('{')) return bothHeads;
  if (text.startsWith(masked)) return ['apiVersion'];
  return /^["']?(apiVersion|kind)["']?\s*:/.exec(text)?.slice(1) ?? [];
}

const bothHeads: readonly string[] = ['apiVersion', 'kind'];

/** What a branch has in a document. */
interface BranchContent {
  readonly branch: Branch;
  /** What says of the objects in it what they are. */
  readonly heads: Set<string>;
  /** Whether anything is written in it that is in none of the branches in it. */
  isWritten: boolean;
  readonly inner: BranchContent[];
}

function dividersIn(
  lines: readonly WrittenLine[],
  from: number,
  to: number,
  branches: Branches,
  actions: readonly TemplateAction[],
): number[] {
  const contents = new Map<Branch, BranchContent>();
  let whole: BranchContent | undefined;
  const contentOf = (branch: Branch): BranchContent => {
    const known = contents.get(branch);
    if (known) return known;
    const content: BranchContent = { branch, heads: new Set(), isWritten: false, inner: [] };
    contents.set(branch, content);
    if (branch.parent) contentOf(branch.parent).inner.push(content);
    else whole = content;
    return content;
  };
  for (let index = from; index < to; index++) {
    const line = lines[index]!;
    if (/^\s*(?:#|$)/.test(line.text) || line.text.startsWith('---')) continue;
    const branch = branches.at(line.start + Math.max(0, line.written.search(/\S/)));
    contentOf(branch).isWritten = true;
    for (const head of headsIn(line)) {
      for (let one: Branch | undefined = branch; one; one = one.parent) {
        const { heads } = contentOf(one);
        if (heads.has(head)) break;
        heads.add(head);
      }
    }
  }
  const [, ...others] = (whole && objectsIn(whole)) ?? [];
  const starts = others.map(({ branch }) => lineOfStart(branch, lines, actions));
  const isDividing = starts.every((index) => index > from && index < to && isRoomFor(lines[index]!));
  return isDividing ? starts : [];
}

/** The objects that a branch prints, those in its own branches apart where each is one; undefined where it has no whole one. */
function objectsIn(content: BranchContent): BranchContent[] | undefined {
  const { heads, isWritten, inner } = content;
  if (heads.size < 2) return undefined;
  if (isWritten) return [content];
  const objects = inner.map(objectsIn);
  return objects.every((one) => one !== undefined) ? objects.flat() : [content];
}

/** The line with the action that begins a branch. */
function lineOfStart(
  { start }: Branch,
  lines: readonly WrittenLine[],
  actions: readonly TemplateAction[],
): number {
  const action = actions[countAhead(actions, ({ end }) => end < start)];
  return countAhead(lines, (line) => line.start <= (action?.start ?? start)) - 1;
}

/** Whether there is nothing else on a line. */
function isRoomFor({ text }: WrittenLine): boolean {
  return text.trim() === '' && text.length >= '---'.length;
}
