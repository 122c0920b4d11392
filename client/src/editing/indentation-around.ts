import type { Indentation } from './indentation.ts';
import type { TextLines } from './text-lines.ts';
import { readLine, type YamlLine } from './yaml-line.ts';

/** How many rows on each side are looked at. */
const nearby = 200;

/** How the lines around a row are indented, those above it first; as most manifests are, where they do not show it. */
export function indentationAround(lines: TextLines, row: number): Indentation {
  const shown: Shown = {};
  let below: YamlLine | undefined;
  for (let at = row - 1; at >= Math.max(0, row - nearby) && !isShown(shown); at--) {
    const line = readLine(lines.at(at));
    if (line.kind !== 'content' && line.kind !== 'marker') continue;
    observe(line, below, shown);
    below = line;
  }
  let above: YamlLine | undefined;
  for (let at = row; at < Math.min(lines.count, row + nearby) && !isShown(shown); at++) {
    const line = readLine(lines.at(at));
    if (line.kind !== 'content' && line.kind !== 'marker') continue;
    if (above) observe(above, line, shown);
    above = line;
  }
  return indentationShown(shown, { unit: 2, list: shown.unit ?? 2 });
}

/** How lines of YAML are indented by themselves; what they do not show is as given. */
export function indentationOf(lines: readonly YamlLine[], otherwise: Indentation): Indentation {
  const shown: Shown = {};
  for (const [index, line] of lines.slice(0, -1).entries()) observe(line, lines[index + 1], shown);
  return indentationShown(shown, otherwise);
}

interface Shown {
  unit?: number;
  list?: number;
}

function isShown({ unit, list }: Shown): boolean {
  return unit !== undefined && list !== undefined;
}

function indentationShown({ unit, list }: Shown, otherwise: Indentation): Indentation {
  return { unit: unit ?? otherwise.unit, list: list ?? otherwise.list };
}

/** What stands below a key without a value of its own shows the style. */
function observe({ key, opens, column }: YamlLine, below: YamlLine | undefined, shown: Shown): void {
  if (key === undefined || opens !== 'value' || below === undefined || below.kind === 'marker') return;
  const deeper = below.indent - column;
  if (below.dashes.length > 0 && deeper >= 0) shown.list ??= deeper;
  if (below.dashes.length === 0 && deeper > 0) shown.unit ??= deeper;
}
