import { sentenceOf } from '../cluster/explanation.ts';
import type { Connections } from '../connections/connections.ts';
import { copyText } from '../prompts/clipboard.ts';
import { ContextNode } from './nodes/context-node.ts';
import type { TreeNode } from './nodes/node.ts';
import type { ProblemNode } from './nodes/problem-node.ts';

/** Copy Message: all that a line says of a problem, with what was asked of whom. */
export async function copyProblem({ why }: ProblemNode): Promise<void> {
  await copyText(sentenceOf(why));
}

/** Retry: asks again what has failed, and nothing else. What a kubeconfig says wrongly is read again. */
export function retryProblem({ parent }: ProblemNode, connections: Pick<Connections, 'reload'>): void {
  const asking = whoAsks(parent);
  if (asking) asking.retry?.();
  else connections.reload();
}

/** The line whose question has failed; undefined where a kubeconfig has. */
function whoAsks(line: TreeNode | undefined): TreeNode | undefined {
  if (line instanceof ContextNode && line.context.problem !== undefined) return undefined;
  return line === undefined || line.retry ? line : whoAsks(line.parent);
}
