import type { TemplateAction } from './template-actions.ts';

/** What stands between two actions that begin, turn or end a block: it is printed once, several times, or not at all. */
export interface Branch {
  /** Undefined for the whole template. */
  readonly parent: Branch | undefined;
  /** Which of the blocks it belongs to: of the branches of one, one is printed at a time. */
  readonly block: number;
  readonly start: number;
  /** Whether it may be printed more than once. */
  readonly repeats: boolean;
}

/** The branches of a template, by place. */
export class Branches {
  readonly #branches: readonly Branch[];
  readonly #starts: readonly number[];

  constructor(actions: readonly TemplateAction[]) {
    const whole: Branch = { parent: undefined, block: 0, start: 0, repeats: false };
    let blocks = 0;
    const branches: Branch[] = [whole];
    const starts = [0];
    let current = whole;
    for (const { block, end, repeats } of actions) {
      if (!block) continue;
      const outer: Branch = block === 'opens' ? current : (current.parent ?? whole);
      const own = block === 'turns' ? current.block : ++blocks;
      current = block === 'closes' ? outer : { parent: outer, block: own, start: end, repeats };
      branches.push(current);
      starts.push(end);
    }
    this.#branches = branches;
    this.#starts = starts;
  }

  /** The innermost branch at an offset. */
  at(offset: number): Branch {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return this.#branches[low]!;
  }
}

/**
 * Whether something in one branch is printed where all of another one is: always where that is in it, never where they are
 * two sides of one condition.
 */
export function isPrintedWith(branch: Branch, printed: Branch): 'always' | 'never' | 'perhaps' {
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
