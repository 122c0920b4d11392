import { Uri } from 'vscode';
import type { Refresh } from '../connections/refresh.ts';
import { ContextNode } from './nodes/context-node.ts';
import { KindNode } from './nodes/kind-node.ts';

/** Refresh: a line of the Clusters view, an object's document, or everything. */
export async function refreshTarget(refresh: Refresh, target: unknown): Promise<void> {
  if (target instanceof KindNode) return target.reload();
  if (target instanceof ContextNode) return refresh.ask({ contextId: target.context.id });
  if (target instanceof Uri) return refresh.ask({ document: target });
  await refresh.ask('everything');
}
