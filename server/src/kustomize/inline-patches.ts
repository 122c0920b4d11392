import type { Finding } from '../checks/finding.ts';
import { leftPart } from '../checks/left-part.ts';
import { field } from '../manifest/fields.ts';
import { parseWithin } from '../yaml/documents.ts';
import { lineStartAt } from '../yaml/lines.ts';
import type { ScalarNode, Span, YamlDocument, YamlNode } from '../yaml/nodes.ts';
import { type PatchTarget, patchTarget } from './patch-target.ts';

/** A patch that is written in the kustomization itself. */
export interface InlinePatch {
  /** The text that holds it. */
  readonly node: ScalarNode;
  readonly target: PatchTarget;
  /** Its documents, with their places in the whole text. */
  readonly documents: readonly YamlDocument[];
}

/** The patches written in a kustomization, where their text stands as it is: in a block scalar, or in plain or single quotes. */
export function inlinePatches(document: YamlDocument): InlinePatch[] {
  return textsOf(document.root)
    .slice(0, mostPatches)
    .flatMap(({ node, target }) => {
      const span = contentSpan(node, document);
      return span ? { node, target, documents: documentsIn(span, document) } : [];
    });
}

/** The note on the first patch beyond those that are looked at; undefined where there is none. */
export function leftPatches({ root }: YamlDocument): Finding | undefined {
  const next = textsOf(root)[mostPatches];
  return next && leftPart('patches', mostPatches, next.node.span);
}

/** Nobody writes more in one file by hand. */
const mostPatches = 500;

interface PatchText {
  readonly node: ScalarNode;
  readonly target: PatchTarget;
}

function textsOf(root: YamlNode | undefined): PatchText[] {
  const found: PatchText[] = [];
  for (const name of ['patches', 'patchesJson6902', 'patchesStrategicMerge']) {
    const list = field(root, name)?.value;
    if (list?.type !== 'list') continue;
    for (const { value, alias } of list.items) {
      const node = value?.type === 'scalar' ? value : field(value, 'patch')?.value;
      if (alias || node?.type !== 'scalar' || typeof node.value !== 'string') continue;
      // A single line is the path of a file.
      if (value === node && !node.text.includes('\n')) continue;
      found.push({ node, target: patchTarget(value) });
    }
  }
  return found;
}

/** Where the text of a scalar stands, from the start of its first line; undefined where it is written in another way than read. */
function contentSpan(node: ScalarNode, { text, span: { start: base } }: YamlDocument): Span | undefined {
  const { start, end } = node.span;
  if (node.style === 'literal') {
    const lineEnd = text.indexOf('\n', start - base);
    return lineEnd < 0 || base + lineEnd + 1 >= end ? undefined : { start: base + lineEnd + 1, end };
  }
  const quote = node.style === 'single-quoted' ? 1 : 0;
  if (node.style !== 'plain' && quote === 0) return undefined;
  const written = text.slice(start - base + quote, end - base - quote);
  return written === node.text && !written.includes('\n')
    ? { start: start + quote, end: end - quote }
    : undefined;
}

/** Lines of `---` are indented here like the rest. */
function documentsIn({ start, end }: Span, document: YamlDocument): YamlDocument[] {
  const { text, span } = document;
  const documents: YamlDocument[] = [];
  let from = start;
  for (const { index } of text
    .slice(start - span.start, end - span.start)
    .matchAll(/^[ \t]*---[ \t]*(?:#.*)?$/gm)) {
    const at = start + index;
    if (text.slice(from - span.start, at - span.start).trim() !== '') {
      documents.push(parseWithin(document, { start: from, end: at }));
    }
    const lineEnd = text.indexOf('\n', at - span.start);
    from = lineEnd < 0 ? end : Math.min(end, span.start + lineEnd + 1);
  }
  if (from < end) documents.push(parseWithin(document, { start: from, end }));
  return documents;
}

/** The inline patch that an offset is in, and where its text stands with the blank lines behind it. */
export function inlinePatchAt(
  document: YamlDocument,
  offset: number,
): { readonly patch: InlinePatch; readonly span: Span } | undefined {
  for (const patch of inlinePatches(document)) {
    const first = patch.documents[0]?.span.start;
    if (first === undefined || offset < first) continue;
    const end =
      patch.node.style === 'literal'
        ? endOfBlanks(patch.node.span.end, first, document)
        : patch.node.span.end;
    if (offset <= end) return { patch, span: { start: first, end } };
  }
  return undefined;
}

/** What follows a block scalar belongs to it while it is as deep or blank. */
function endOfBlanks(end: number, first: number, { text, span }: YamlDocument): number {
  const base = span.start;
  const depth = /\S/.exec(text.slice(first - base))?.index ?? 0;
  const indent = depth - (lineStartAt(text, first - base + depth) - (first - base));
  let at = end - base;
  while (at < text.length) {
    const next = text.indexOf('\n', at);
    if (next < 0) return base + text.length;
    const lineEnd = text.indexOf('\n', next + 1);
    const line = text.slice(next + 1, lineEnd < 0 ? text.length : lineEnd);
    if (line.trim() !== '' && line.search(/\S/) < indent) return base + next;
    at = lineEnd < 0 ? text.length : lineEnd;
    if (lineEnd < 0) return base + text.length;
  }
  return base + at;
}
