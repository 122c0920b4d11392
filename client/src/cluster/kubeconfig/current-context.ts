import { parseDocuments } from '../../../../server/src/yaml/documents.ts';
import type { MapEntry, MapNode } from '../../../../server/src/yaml/nodes.ts';

/**
 * The text of a kubeconfig whose `current-context` is this one, and in which nothing else is another: its line is changed,
 * or one is put before the first field. Undefined where that cannot be done to one line: the value goes over several, or is an
 * anchor of others, or the text is none.
 */
export function withCurrentContext(text: string, name: string): string | undefined {
  if (text.trim() === '') return `${text}current-context: ${scalar(name, 'plain')}\n`;
  const root = parseDocuments(text).find((document) => document.root)?.root;
  if (root?.type !== 'map') return undefined;
  // Of several of the name the last one counts.
  const entry = root.entries.findLast(({ key, merged }) => key.text === field && !merged);
  return entry ? changed(text, root, entry, name) : added(text, root, name);
}

const field = 'current-context';

function changed(text: string, root: MapNode, entry: MapEntry, name: string): string | undefined {
  const { colon, value, alias } = entry;
  if (colon === undefined) return undefined;
  const span = alias ?? (value?.type === 'scalar' ? value.span : undefined);
  if (!span) {
    if (value) return undefined;
    return `${text.slice(0, colon + 1)} ${scalar(name, styleOf(root))}${text.slice(colon + 1)}`;
  }
  const written = text.slice(span.start, span.end);
  // Between the colon and the value a tag or an anchor may stand, which is of the value that goes.
  if (/[\r\n]/.test(text.slice(colon, span.end)) || /[&!]/.test(text.slice(colon + 1, span.start)))
    return undefined;
  if (/^[&!]/.test(written)) return undefined;
  const style = written.startsWith('"') ? 'quoted' : styleOf(root);
  const before = text.slice(0, span.start);
  return `${before}${/\s$/.test(before) ? '' : ' '}${scalar(name, style)}${text.slice(span.end)}`;
}

function added(text: string, root: MapNode, name: string): string | undefined {
  if (root.flow) {
    const brace = text.indexOf('{', root.span.start);
    const next = root.entries.length > 0 ? ', ' : '';
    return `${text.slice(0, brace + 1)}${JSON.stringify(field)}: ${scalar(name, 'quoted')}${next}${text.slice(brace + 1)}`;
  }
  const [first] = root.entries;
  if (!first) return undefined;
  const lineStart =
    Math.max(text.lastIndexOf('\n', first.span.start - 1), text.lastIndexOf('\r', first.span.start - 1)) + 1;
  const margin = text.slice(lineStart, first.span.start);
  if (!/^\uFEFF? *$/.test(margin)) return undefined;
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const line = `${field}: ${scalar(name, 'plain')}${lineEnd}${margin.replace('\uFEFF', '')}`;
  return text.slice(0, first.span.start) + line + text.slice(first.span.start);
}

function styleOf({ flow }: MapNode): 'plain' | 'quoted' {
  return flow ? 'quoted' : 'plain';
}

/** A name as YAML: in quotes where a reader might take it for something else. */
function scalar(name: string, style: 'plain' | 'quoted'): string {
  const isPlain = /^[A-Za-z][\w./@:-]*$/.test(name) && !name.endsWith(':') && !readOtherwise.test(name);
  return style === 'plain' && isPlain ? name : JSON.stringify(name);
}

const readOtherwise = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
