import { type FirstColumn, firstColumn } from './first-column.ts';
import { type FragmentRole, fragmentRoles } from './fragment-roles.ts';
import type { Indentation } from './indentation.ts';
import { indentOf, readLine, spacesBefore, type YamlLine } from './yaml-line.ts';

/** A piece of YAML that stands on lines of its own, as it is pasted. */
export interface Fragment {
  readonly lines: readonly FragmentLine[];
  /** What it begins with. */
  readonly type: 'map' | 'list' | 'comment';
  /** Where its first key or item stood; of comments alone the first of them. */
  readonly column: number;
  /** How far later lines of it stand to the left of that. */
  readonly overhang: number;
  /** Its first key; of a list the one that its first item begins with. */
  readonly key: string | undefined;
  /** Whether it is one or more whole objects. */
  readonly isDocument: boolean;
  /** The same with its first line where it is written, where that is possible too and another place is likelier. */
  readonly asWritten?: Fragment | undefined;
}

/** A line of a fragment. */
export interface FragmentLine {
  /** Its text without the white space that it begins with. */
  readonly text: string;
  /** Where that stood. */
  readonly column: number;
  readonly role: FragmentRole;
}

/**
 * Reads what is pasted; undefined where it is no YAML. `start` is the column at which it began in the text that it was
 * copied from, where that is known.
 */
export function readFragment(
  pasted: readonly string[],
  indentation: Indentation,
  start?: number,
): Fragment | undefined {
  const roles = fragmentRoles(pasted);
  const first = pasted.findIndex((text) => indentOf(text) < text.length);
  if (!roles || first === -1) return undefined;
  const texts = withoutTabs(pasted, roles, indentation.unit);
  const read = texts.map(readLine);
  const known = first === 0 ? start : undefined;
  const { column, asWritten } =
    known === undefined
      ? columnsOf(read, roles, first, indentation)
      : { column: known + read[first]!.indent, asWritten: undefined };
  const fragmentAt = (column: number) => {
    const lines = texts.map((text, row) =>
      fragmentLine(text, roles[row]!, row === first ? column : undefined),
    );
    return described(lines, read);
  };
  const fragment = fragmentAt(column);
  const isOther = asWritten !== undefined && asWritten !== column;
  return fragment && (isOther ? { ...fragment, asWritten: fragmentAt(asWritten) } : fragment);
}

function fragmentLine(text: string, role: FragmentRole, column?: number): FragmentLine {
  const indent = role === 'text' ? spacesBefore(text) : indentOf(text);
  return { text: text.slice(indent), column: column ?? indent, role };
}

/** Where the first line that is not blank stood. */
function columnsOf(
  read: readonly YamlLine[],
  roles: readonly FragmentRole[],
  first: number,
  indentation: Indentation,
): FirstColumn {
  const head = read[first]!;
  const below = read.slice(first + 1);
  const structure = below.filter(
    ({ kind }, index) => roles[first + 1 + index] === 'structure' && kind !== 'marker',
  );
  if (head.kind === 'content') {
    const text = roles[first + 1] === 'text' ? below.find(({ kind }) => kind !== 'blank')?.indent : undefined;
    return firstColumn([head, ...structure], text, indentation);
  }
  const isAtStart =
    head.kind === 'action' && below.some(({ kind, indent }) => kind === 'action' && indent === 0);
  const beside = structure[0] ?? below.find(({ kind }) => kind === head.kind);
  const stands = head.kind === 'marker' || isAtStart || !beside;
  return { column: stands ? head.indent : Math.max(head.indent, beside.indent), asWritten: undefined };
}

/** Undefined where there are but actions of a template. */
function described(lines: readonly FragmentLine[], read: readonly YamlLine[]): Fragment | undefined {
  const rows = [...lines.keys()].filter(
    (row) => lines[row]!.role === 'structure' && read[row]!.kind !== 'marker',
  );
  const isDocument = read.some(({ kind }, row) => kind === 'marker' && lines[row]!.role === 'structure');
  const row = rows[0];
  if (row === undefined) {
    const comment = read.findIndex(({ kind }) => kind === 'comment');
    if (comment === -1) return undefined;
    return {
      lines,
      type: 'comment',
      column: lines[comment]!.column,
      overhang: 0,
      key: undefined,
      isDocument,
    };
  }
  const { column } = lines[row]!;
  const least = rows.reduce((found, other) => Math.min(found, lines[other]!.column), column);
  const beside = rows.filter((other) => lines[other]!.column === column && read[other]!.dashes.length === 0);
  const keys = new Set(beside.map((other) => read[other]!.key));
  return {
    lines,
    type: read[row]!.dashes.length > 0 ? 'list' : 'map',
    column,
    overhang: column - least,
    key: read[row]!.key,
    isDocument: isDocument || ['apiVersion', 'kind', 'metadata'].every((key) => keys.has(key)),
  };
}

/** YAML has no tabs in front of keys: each is a step deeper. What a block scalar's text begins with is its own. */
function withoutTabs(
  texts: readonly string[],
  roles: readonly FragmentRole[],
  unit: number,
): readonly string[] {
  const hasTabs = texts.some((text, row) => roles[row] === 'structure' && /^ *\t/.test(text));
  if (!hasTabs) return texts;
  let textIndent: number | undefined;
  return texts.map((text, row) => {
    const indent = indentOf(text);
    if (roles[row] === 'structure') textIndent = undefined;
    else if (roles[row] === 'text' && indent < text.length) textIndent ??= indent;
    const own = roles[row] === 'text' ? Math.min(indent, textIndent ?? indent) : indent;
    return text.slice(0, own).replaceAll('\t', ' '.repeat(unit)) + text.slice(own);
  });
}
