import type { Violation } from '../../../rules/shared/violation.ts';
import type { Path } from '../../../yaml/path.ts';

/**
 * Where what the server refuses may stand, the likeliest first: what an editor marks, what the server names, and in what is
 * marked the field that it names.
 */
export function placesOf({ mark, path }: Violation): readonly Path[] {
  if (!mark) return [path];
  const name = path.at(-1);
  return name === undefined || name === mark.at(-1) ? [mark, path] : [mark, path, [...mark, name]];
}
