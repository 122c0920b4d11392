import { writtenIndentation } from '../../../server/src/manifest/indent-style.ts';
import type { Indentation } from './indentation.ts';
import type { TextLines } from './text-lines.ts';

/** How many rows on each side are looked at. */
const nearby = 200;

/** How the lines around a row are indented; as most manifests are, where they do not show it. */
export function indentationAround(lines: TextLines, row: number): Indentation {
  const rows: string[] = [];
  for (let at = Math.max(0, row - nearby); at < Math.min(lines.count, row + nearby); at++)
    rows.push(lines.at(at));
  return writtenIndentation(rows.join('\n'));
}
