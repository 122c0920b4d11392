import type { NamespaceScope } from '../cluster/namespace-scope.ts';

/** So many are named, and more are counted. */
const mostNamed = 3;

/** What is said of namespaces in a line: `shop, web`, `12 namespaces`, `all namespaces`. */
export function namespaceWords(namespaces: NamespaceScope): string {
  if (namespaces === 'all') return 'all namespaces';
  return namespaces.length > mostNamed ? `${namespaces.length} namespaces` : namespaces.join(', ');
}
