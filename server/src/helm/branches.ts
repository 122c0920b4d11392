import type { MapNode } from '../yaml/nodes.ts';
import { countAhead } from '../yaml/sorted.ts';
import type { TemplateAction } from './template-actions.ts';
import {
  asksForVersion,
  openCondition,
  unreadCondition,
  type VersionCondition,
} from './version-condition.ts';

/** What stands between two actions that begin, turn or end a block: it is printed once, several times, or not at all. */
export interface Branch {
  /** Undefined for the whole template. */
  readonly parent: Branch | undefined;
  /** Which of the blocks it belongs to: of the branches of one, one is printed at a time. */
  readonly block: number;
  /** Where the first of its block's branches starts. */
  readonly blockStart: number;
  readonly start: number;
  /** Where the action begins that ends it. */
  readonly end: number;
  /** Whether it may be printed more than once. */
  readonly repeats: boolean;
  /** Whether it is, or is in, a template of its own: what prints it may change it. */
  readonly isDefinition: boolean;
  /** Whether a condition around it asks for what the cluster serves, as of the actions that begin it. */
  readonly isForSomeVersions: 'yes' | 'perhaps' | 'no';
  /** What is asked for versions of Kubernetes by the conditions that have to hold for it. */
  readonly guard: VersionCondition;
}

interface Open extends Branch {
  readonly parent: Open | undefined;
  end: number;
  /** Its own condition. */
  readonly condition: VersionCondition;
  /** That none of the branches before it in its block is printed. */
  readonly excluded: VersionCondition;
  /** How many branches of its block are before it. */
  readonly index: number;
}

/** The branches of a template, by place. */
export class Branches {
  readonly #branches: readonly Branch[];
  /** Those that are in another one, in the order in which they end; made when it is first asked for. */
  #ended: readonly Branch[] | undefined;
  readonly #starts: readonly number[];
  /** Where the blocks begin that are in too many others; they are counted to the last of these. */
  readonly tooDeep: readonly number[];

  constructor(actions: readonly TemplateAction[]) {
    const whole: Open = {
      parent: undefined,
      block: 0,
      blockStart: 0,
      start: 0,
      end: Number.POSITIVE_INFINITY,
      repeats: false,
      isDefinition: false,
      isForSomeVersions: 'no',
      guard: openCondition,
      condition: openCondition,
      excluded: openCondition,
      index: 0,
    };
    let blocks = 0;
    const branches: Branch[] = [whole];
    const starts = [0];
    let current: Open = whole;
    const depth = new Depth();
    const tooDeep: number[] = [];
    for (const { block, start, end, repeats, defines, condition } of actions) {
      if (!block) continue;
      if (depth.isTooDeep(block)) {
        tooDeep.push(start);
        continue;
      }
      const outer: Open = block === 'opens' ? current : (current.parent ?? whole);
      const turned = block === 'turns' ? current : undefined;
      if (block !== 'opens' && current !== whole) current.end = start;
      const excluded = turned ? excludedBehind(turned) : openCondition;
      const opened: Open = {
        parent: outer,
        block: turned?.block ?? ++blocks,
        blockStart: turned?.blockStart ?? end,
        start: end,
        end: Number.POSITIVE_INFINITY,
        repeats,
        isDefinition: outer.isDefinition || defines,
        isForSomeVersions: likelier((turned ?? outer).isForSomeVersions, asksForVersion(condition)),
        guard: both(outer.guard, both(excluded, condition)),
        condition,
        excluded,
        index: turned ? turned.index + 1 : 0,
      };
      current = block === 'closes' ? outer : opened;
      branches.push(current);
      starts.push(end);
    }
    this.#branches = branches;
    this.#starts = starts;
    this.tooDeep = tooDeep;
  }

  /** The branch that ended last before an offset; undefined where none did. */
  before(offset: number): Branch | undefined {
    this.#ended ??= this.#branches
      .filter(({ parent }) => parent)
      // Of those that end together the outermost.
      .sort((one, other) => one.end - other.end || other.start - one.start);
    return this.#ended[countAhead(this.#ended, ({ end }) => end <= offset) - 1];
  }

  /** Where a branch goes on, at an offset or behind it; undefined where it does not. */
  goingOn(branch: Branch, offset: number): number | undefined {
    if (this.at(offset) === branch) return offset;
    for (let next = countAhead(this.#starts, (start) => start < offset); next < this.#starts.length; next++) {
      if (this.#branches[next] === branch) return this.#starts[next];
    }
    return undefined;
  }

  /** The innermost branch at an offset. */
  at(offset: number): Branch {
    const begun = countAhead(this.#starts, (start) => start <= offset);
    return this.#branches[Math.max(0, begun - 1)]!;
  }
}

/** That neither a branch nor one before it in its block is printed. */
function excludedBehind({ condition, excluded, index }: Open): VersionCondition {
  if (condition.is === 'open') return excluded;
  return index < mostTurns ? both(excluded, { is: 'not', condition }) : unreadCondition;
}

/** Nobody writes more alternatives that depend on versions. */
const mostTurns = 100;

/** What is asked where both conditions have to hold. */
function both(one: VersionCondition, other: VersionCondition): VersionCondition {
  if (one.is === 'open') return other;
  return other.is === 'open' ? one : { is: 'and', conditions: [one, other] };
}

/** How many blocks are open: what is in more than anybody nests counts to the last of them. */
class Depth {
  #open = 0;

  /** Takes what the next action does. */
  isTooDeep(block: TemplateAction['block']): boolean {
    if (block === 'opens') return ++this.#open > deepestBlock;
    const isTooDeep = this.#open > deepestBlock;
    if (block === 'closes') this.#open = Math.max(0, this.#open - 1);
    return isTooDeep;
  }
}

/** Nobody nests more, and each is looked at with all around it. */
export const deepestBlock = 200;

/** The branches of a template; the same object for the same actions. */
export function branchesOf(actions: readonly TemplateAction[]): Branches {
  const known = made.get(actions);
  if (known) return known;
  const branches = new Branches(actions);
  made.set(actions, branches);
  return branches;
}

function likelier(
  one: Branch['isForSomeVersions'],
  other: Branch['isForSomeVersions'],
): Branch['isForSomeVersions'] {
  return one === 'yes' || other === 'no' ? one : other;
}

const made = new WeakMap<readonly TemplateAction[], Branches>();

/** The branch in which a map is printed, whatever its first fields are in: that of the outermost of its fields. */
export function branchOf({ entries, span }: MapNode, branches: Branches): Branch {
  const [first = branches.at(span.start), ...others] = entries.map(({ key }) => branches.at(key.span.start));
  return others.reduce((outermost, branch) => (isAround(branch, outermost) ? branch : outermost), first);
}

/** Whether a branch goes on to the end of its text, because what ends it is in another one. */
export function isUnended({ parent, end }: Branch): boolean {
  return parent !== undefined && (end === Number.POSITIVE_INFINITY || isUnended(parent));
}

/** Whether a branch is around another one, near or far. */
export function isAround(branch: Branch, inner: Branch): boolean {
  for (let one = inner.parent; one; one = one.parent) if (one === branch) return true;
  return false;
}

/**
 * Whether something in one branch is printed where all of another one is: always where that is in it, never where they are
 * two sides of one condition.
 */
export function isPrintedWith(branch: Branch, printed: Branch): 'always' | 'never' | 'perhaps' {
  if (branch === printed) return 'always';
  const around = new Map<number, Branch>();
  for (let one: Branch | undefined = printed; one; one = one.parent) around.set(one.block, one);
  let answer: 'always' | 'perhaps' = 'always';
  for (let one: Branch | undefined = branch; one; one = one.parent) {
    const side = around.get(one.block);
    if (side === one) return answer;
    if (side) return 'never';
    answer = 'perhaps';
  }
  return answer;
}
