import type { YamlNode } from './nodes.ts';
import { fieldName } from './tree.ts';

/**
 * The JSON value of a node as the server decodes it: of duplicate keys the later wins, keys become strings,
 * nothing written is null. Integers beyond 2^53 are bigint. Values that came by an alias are shared.
 */
export function toValue(node: YamlNode | undefined): unknown {
  return new Values().of(node);
}

class Values {
  readonly #known = new Map<YamlNode, unknown>();

  of(node: YamlNode | undefined): unknown {
    if (!node) return null;
    if (node.type === 'scalar') return node.value;
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const value = node.type === 'list' ? node.items.map((item) => this.of(item.value)) : this.#object(node);
    this.#known.set(node, value);
    return value;
  }

  #object(node: Extract<YamlNode, { type: 'map' }>): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const { key, value } of node.entries) {
      const name = fieldName(key);
      if (name !== '__proto__') object[name] = this.of(value);
      else Object.defineProperty(object, name, ownField(this.of(value)));
    }
    return object;
  }
}

function ownField(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
