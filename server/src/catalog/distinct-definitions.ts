import type { DefinedKind } from './defined-kind.ts';
import { isSameButForProse } from './same-schema.ts';

/** The ways in which one kind is defined. */
export interface DistinctDefinitions {
  readonly all: readonly DefinedKind[];
  /** Whether there are more than are looked at. */
  readonly areMore: boolean;
}

/**
 * The definitions of one kind that differ in what they take, in their order: of those that take the same, the first. What
 * could be read whole counts alone where there is any, because what was read in part takes too much or too little.
 */
export function distinctDefinitions(definitions: readonly DefinedKind[]): DistinctDefinitions {
  const whole = definitions.filter(({ read }) => read === 'whole');
  const all: DefinedKind[] = [];
  for (const definition of whole.length > 0 ? whole : definitions) {
    if (all.some((known) => isAlike(known, definition))) continue;
    if (all.length >= mostDefinitions) return { all, areMore: true };
    all.push(definition);
  }
  return { all, areMore: false };
}

/** Nobody keeps more versions of one definition, and each is a walk over an object that the others refuse. */
export const mostDefinitions = 50;

/** Whether two take the same: what is said to people makes no difference. */
function isAlike(left: DefinedKind, right: DefinedKind): boolean {
  return (
    left.kind.scope === right.kind.scope &&
    left.kind.subresources.length === right.kind.subresources.length &&
    isSameSchema(left, right)
  );
}

/** Compared once, because the same definitions come again with every change of another. */
function isSameSchema({ raw: left }: DefinedKind, { raw: right }: DefinedKind): boolean {
  if (left === right) return true;
  const known = compared.get(left)?.get(right);
  if (known !== undefined) return known;
  const isSame = isSameButForProse(left, right);
  const answers = compared.get(left) ?? new WeakMap<object, boolean>();
  compared.set(left, answers.set(right, isSame));
  return isSame;
}

const compared = new WeakMap<object, WeakMap<object, boolean>>();
