import type { YamlNode } from './nodes.ts';
import { fieldName } from './tree.ts';

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
  for (const { key, value } of entries) {
    const name = fieldName(key);
    if (name !== '__proto__') object[name] = toValue(value);
    else Object.defineProperty(object, name, ownField(toValue(value)));
  }
  return object;
}

function ownField(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
