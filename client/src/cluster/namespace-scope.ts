/** Which namespaces are looked at: all of them, or these, in the order of their names and never none. */
export type NamespaceScope = 'all' | readonly [string, ...string[]];

/** These namespaces, each once and in order; undefined where there are none. */
export function scopeOf(names: Iterable<string>): NamespaceScope | undefined {
  const [first, ...others] = [...new Set(names)].sort();
  return first === undefined ? undefined : [first, ...others];
}

/** Whether two are of the same namespaces. */
export function isSameScope(one: NamespaceScope, other: NamespaceScope): boolean {
  if (one === 'all' || other === 'all') return one === other;
  return one.length === other.length && one.every((name, place) => name === other[place]);
}
