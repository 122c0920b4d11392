import { MoreNode } from './nodes/kind-node.ts';

/** Shows the next page of a long list. */
export function showMore(node: unknown): void {
  if (node instanceof MoreNode) node.parent.showMore();
}
