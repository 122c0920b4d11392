import type { MapEntry, Span, YamlNode } from '../../../server/src/yaml/nodes.ts';
import { setField } from '../../../server/src/yaml/own-field.ts';

/**
 * A step of a path as the API server prints it: a field or map key, an index, or the keys of a list item
 * (`[containerPort=80,protocol="TCP"]`).
 */
export type ServerPathStep = string | number | Readonly<Record<string, string>>;

/**
 * Reads a path of a cause or of a message: `spec.containers[0].name`, `.spec.ports[port=80,protocol="TCP"].name`,
 * `metadata.labels[a.b/c]`. What cannot be read ends it.
 */
export function parseServerPath(text: string): ServerPathStep[] {
  const steps: ServerPathStep[] = [];
  const step = /\.?([^.[\]]+)|\[((?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]/y;
  while (step.lastIndex < text.length) {
    const match = step.exec(text);
    if (!match) break;
    if (match[1] !== undefined) steps.push(match[1]);
    else steps.push(bracketed(match[2]!));
  }
  return steps;
}

/**
 * Where in a document a path of the server leads: the key of the last field that is written there (or the list item),
 * since a missing field has no place of its own. Undefined when not even the first step is there.
 */
export function findServerPath(root: YamlNode, path: readonly ServerPathStep[]): Span | undefined {
  let node: YamlNode | undefined = root;
  let found: Span | undefined;
  for (const step of path) {
    if (node?.type === 'map' && typeof step !== 'object') {
      const entry: MapEntry | undefined = node.entries.findLast(({ key }) => key.text === String(step));
      if (!entry) break;
      found = entry.key.span;
      node = entry.value;
    } else if (node?.type === 'list') {
      const item = itemOf(node, step);
      if (!item) break;
      found = item.value?.span ?? item.span;
      node = item.value;
    } else break;
  }
  return found;
}

function itemOf(list: Extract<YamlNode, { type: 'list' }>, step: ServerPathStep) {
  if (typeof step === 'number') return list.items[step];
  if (typeof step === 'string') return undefined;
  return list.items.find(({ value }) => {
    if (value?.type !== 'map') return false;
    return Object.entries(step).every(([name, wanted]) => {
      const entry = value.entries.find(({ key }) => key.text === name);
      // A key that is not written has the server's default: the other keys tell.
      return entry === undefined || (entry.value?.type === 'scalar' && entry.value.text === wanted);
    });
  });
}

function bracketed(text: string): ServerPathStep {
  if (/^\d+$/.test(text)) return Number(text);
  if (/^[\w-]+=/.test(text)) {
    const keys: Record<string, string> = {};
    for (const [, name, quoted, bare] of text.matchAll(/([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)) {
      setField(keys, name!, quoted ?? bare ?? '');
    }
    return keys;
  }
  return text.replace(/^"(.*)"$/s, '$1');
}
