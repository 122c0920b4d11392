import type { FoldingRange } from 'vscode-languageserver';
import type { DocumentContent } from '../documents/document-version.ts';
import type { YamlNode } from '../yaml/nodes.ts';

/**
 * What can be folded: every document of several, and every field and item that takes more than one line. All of it: an editor
 * that shows fewer says so.
 */
export function foldingRanges({ documents, lines, text }: DocumentContent): FoldingRange[] {
  const ranges: FoldingRange[] = [];
  // The first key of an item starts on the item's line, which can be folded in one way only.
  const started = new Set<number>();
  const fold = (from: number, to: number) => {
    const startLine = lines.positionAt(from).line;
    const endLine = lines.positionAt(to).line;
    if (endLine <= startLine || started.has(startLine)) return;
    started.add(startLine);
    ranges.push({ startLine, endLine });
  };
  for (const { root, span } of documents) {
    if (!root) continue;
    if (documents.length > 1)
      fold(root.span.start, span.start + text.slice(span.start, span.end).trimEnd().length);
    foldBelow(root, fold);
  }
  return ranges;
}

function foldBelow(node: YamlNode, fold: (from: number, to: number) => void): void {
  if (node.type === 'scalar') return;
  if (node.type === 'map') {
    for (const entry of node.entries) {
      if (!entry.value || entry.alias || entry.merged) continue;
      fold(entry.span.start, entry.span.end);
      foldBelow(entry.value, fold);
    }
    return;
  }
  for (const item of node.items) {
    if (!item.value || item.alias) continue;
    fold(item.span.start, item.value.span.end);
    foldBelow(item.value, fold);
  }
}
