import type { Fragment, FragmentLine } from './fragment.ts';

/**
 * The lines of a fragment whose first key or item is to stand at a column, each with its white space; what they are to each
 * other stays. Undefined where one of them would stand to the left of the first column, or the marker of a document elsewhere.
 */
export function placedLines(fragment: Fragment, column: number): string[] | undefined {
  if (fragment.overhang > column || (fragment.hasMarker && column > 0)) return undefined;
  const by = column - fragment.column;
  return fragment.lines.map((line) => {
    if (line.text === '' && line.role !== 'text') return '';
    return isAtStart(line, fragment) ? line.text : shifted(line, by);
  });
}

function shifted({ text, column }: FragmentLine, by: number): string {
  return ' '.repeat(column === 0 && text === '' ? 0 : Math.max(0, column + by)) + text;
}

/** Some write the actions of templates at the start of the line, however deep what they print stands. */
function isAtStart({ text, column, role }: FragmentLine, fragment: Fragment): boolean {
  return role === 'loose' && column === 0 && fragment.column > 0 && text.startsWith('{');
}
