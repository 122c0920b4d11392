import { cut, visibleLine } from '../../../server/src/yaml/visible-text.ts';

/** The longest name in a line or title; Kubernetes' own have 253 characters at most. */
const longestName = 300;

/**
 * The text of a document that is made line by line: whatever stands in one of them begins no other, and nothing in it is
 * hidden.
 */
export function documentOf(lines: readonly string[]): string {
  return `${lines.map(visibleLine).join('\n')}\n`;
}

/** A name from anywhere within a line: no line of its own, nothing hidden, no longer than can be read. */
export function nameInLine(name: string): string {
  return visibleLine(cut(name, longestName));
}

/** A name from anywhere as one part of a document's path, which is its title too: it leads nowhere else. */
export function pathPart(name: string): string {
  const part = visibleLine(cut(name, longestName)).replaceAll('/', '∕');
  return /^\.+$/.test(part) ? part.replaceAll('.', '․') : part;
}
