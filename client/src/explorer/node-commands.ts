import { env, Uri, window } from 'vscode';
import { liveScheme } from '../connections/object-address.ts';
import type { Features } from '../features.ts';
import { ContextNode } from './nodes/context-node.ts';
import { KindNode, MoreNode } from './nodes/kind-node.ts';
import { ContainerNode, ObjectNode } from './nodes/object-node.ts';

/** Copy Name: of a context, an object or a container. */
export async function copyName(node: unknown): Promise<void> {
  if (node instanceof ContextNode) await env.clipboard.writeText(node.context.name);
  if (node instanceof ObjectNode) await env.clipboard.writeText(node.reference.name);
  if (node instanceof ContainerNode) await env.clipboard.writeText(node.container.name);
}

/** Shows the next page of a long list. */
export function showMore(node: unknown): void {
  if (node instanceof MoreNode) node.parent.showMore();
}

/** Refresh: a line of the Clusters view, an object's document, or everything. */
export async function refresh({ clustersView, liveDocuments }: Features, target: unknown): Promise<void> {
  if (target instanceof KindNode) return target.reload();
  if (target instanceof ContextNode) return clustersView.reload(target.context.id);
  if (target instanceof Uri) return liveDocuments.refresh(target);
  const uri = window.activeTextEditor?.document.uri;
  if (uri?.scheme === liveScheme) liveDocuments.refresh(uri);
  await clustersView.reload();
}
