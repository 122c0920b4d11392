/** An assignment to a field that a variable names. */
export interface ComputedAssignment {
  /** `server/src/x.ts` */
  readonly file: string;
  /** `object[name]` */
  readonly target: string;
}

/**
 * Assignments `object[name] = value` in sources whose name may come from outside. An index into a list is none of these:
 * it is named as such (`index`, `place`, `row`, ...).
 */
export function computedAssignments(sources: ReadonlyMap<string, string>): ComputedAssignment[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(assignment)].flatMap(({ 0: found, groups }) => {
      const target = found.replace(/\s*(?:[-+*|&?]{0,2}=)$/, '').trim();
      return indexes.test(groups?.name ?? '') ? [] : [{ file, target }];
    }),
  );
}

/** Whatever ends a value, a name in brackets (no literal, no call), and an assignment that is no comparison. */
const assignment = /[\w#.)\]!]+\[(?<name>[A-Za-z_$][\w$.!]*|`[^`\n]*`)\](?= *(?:[-+*|&?]{0,2})=[^=>])/g;

/** Names that say what they are: the number of an item. */
const indexes = /^(?:\w*[iI]ndex|place|column|known|channel|first|next|last|i)$/;
