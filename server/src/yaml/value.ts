import type { YamlNode } from './nodes.ts';
import { setField } from './own-field.ts';
import { fieldName } from './tree.ts';
import { mayHaveMore, unknown } from './unknown.ts';

/**
 * The JSON value of a node as the server decodes it: of duplicate keys the later wins, keys become strings,
 * nothing written is null. Integers beyond 2^53 are bigint. Shares nothing with other values: what came by an alias
 * is made each time, which the parser bounds.
 */
export function toValue(node: YamlNode | undefined): unknown {
  if (!node) return null;
  if (node.type === 'scalar') return node.value;
  return node.type === 'list' ? node.items.map((item) => toValue(item.value)) : objectOf(node);
}

function objectOf({ entries }: Extract<YamlNode, { type: 'map' }>): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let index = 0; index < entries.length; index++) {
    const { key, value } = entries[index]!;
    setField(object, fieldName(key), toValue(value));
  }
  return object;
}

/** What is not known of a tree of nodes. */
export interface UnknownParts {
  /** Scalars that may be anything, or nothing. */
  readonly unknown: ReadonlySet<YamlNode>;
  /** Maps and lists that may have more than is written. */
  readonly open: ReadonlySet<YamlNode>;
}

/**
 * The JSON value of a node of which something is not known: `unknown` where that is, also behind the last item of a list that
 * may have more; maps that may have more are open.
 */
export function toValueWithUnknowns(node: YamlNode | undefined, parts: UnknownParts): unknown {
  if (!node) return null;
  if (parts.unknown.has(node)) return unknown;
  if (node.type === 'scalar') return node.value;
  if (node.type === 'list') {
    const list = node.items.map(({ value }) => toValueWithUnknowns(value, parts));
    return parts.open.has(node) ? [...list, unknown] : list;
  }
  const object: Record<string | symbol, unknown> = parts.open.has(node) ? { [mayHaveMore]: true } : {};
  for (const { key, value } of node.entries)
    setField(object, fieldName(key), toValueWithUnknowns(value, parts));
  return object;
}

/** The JSON value of a node without the fields of which the value is not known. Items keep their places. */
export function toValueWithoutUnknowns(node: YamlNode | undefined, parts: UnknownParts): unknown {
  if (!node || parts.unknown.has(node)) return null;
  if (node.type === 'scalar') return node.value;
  if (node.type === 'list') return node.items.map(({ value }) => toValueWithoutUnknowns(value, parts));
  const object: Record<string, unknown> = {};
  for (const { key, value } of node.entries) {
    if (!value || !parts.unknown.has(value))
      setField(object, fieldName(key), toValueWithoutUnknowns(value, parts));
  }
  return object;
}
