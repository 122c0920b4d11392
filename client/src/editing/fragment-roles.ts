import { readLine, type YamlLine } from './yaml-line.ts';

/**
 * What a line of a fragment is:
 * - `structure`: a key, an item or a document's marker;
 * - `text`: goes on with what is above, as in a block scalar;
 * - `loose`: a comment, a template's action or a blank line, whose place says little.
 */
export type FragmentRole = 'structure' | 'text' | 'loose';

/** What each line of a fragment is; undefined where it is no YAML that stands on lines of its own. */
export function fragmentRoles(lines: readonly string[]): FragmentRole[] | undefined {
  const roles: FragmentRole[] = [];
  let scalar: BlockScalar | undefined;
  let above: YamlLine | undefined;
  for (const text of lines) {
    const line = readLine(text);
    if (scalar && goesOn(scalar, line)) {
      scalar.column ??= line.kind === 'blank' || line.kind === 'action' ? undefined : line.indent;
      roles.push('text');
      continue;
    }
    scalar = line.opens === 'text' ? { base: line.indent } : undefined;
    const role = roleOf(line, above);
    if (!role) return undefined;
    roles.push(role);
    if (role === 'structure') above = line;
  }
  return roles;
}

interface BlockScalar {
  /** How far its header's line is indented. */
  readonly base: number;
  /** Where its text begins, once there is some. */
  column?: number | undefined;
}

function goesOn({ base, column }: BlockScalar, { kind, indent }: YamlLine): boolean {
  if (kind === 'blank') return true;
  if (column === undefined) return indent > base;
  return indent >= column || (kind === 'action' && indent > base);
}

function roleOf(line: YamlLine, above: YamlLine | undefined): FragmentRole | undefined {
  if (line.kind === 'marker') return 'structure';
  if (line.kind !== 'content') return 'loose';
  if (line.key !== undefined || line.dashes.length > 0) return 'structure';
  const goesOnWithAbove = above && (line.indent > above.indent || /^[\]}]/.test(line.value));
  return goesOnWithAbove ? 'text' : undefined;
}
