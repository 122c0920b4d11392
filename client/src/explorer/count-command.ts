import type { CountedKind } from '../cluster/objects/count-objects.ts';
import { resourceName } from '../cluster/resource-name.ts';
import { showInformation } from '../prompts/messages.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import type { CategoryNode, ContextNode } from './nodes/context-node.ts';
import type { KindNode } from './nodes/kind-node.ts';
import { fallbackNamespace } from './nodes/scoped-watch.ts';

/** A line whose kinds can be counted. */
export type CountableLine = ContextNode | CategoryNode | KindNode;

/** Counting ends after so many milliseconds, whatever is left. */
const longestCount = 60_000;

/** Count Objects: how many there are of the kinds under a line, each asked for once, in the namespaces that are shown. */
export async function countUnder(line: CountableLine): Promise<void> {
  const { countObjects } = await import('../cluster/objects/count-objects.ts');
  const lines = await line.kindLines();
  const [first] = lines;
  if (!first) return;
  const linesOf = new Map<string, KindNode[]>();
  for (const one of lines) {
    const name = resourceName(one.resource);
    linesOf.set(name, [...(linesOf.get(name) ?? []), one]);
  }
  const kinds = [...linesOf.values()].map(([one]) => one!.resource);
  let done = 0;
  await withCancellableProgress(`Counting objects of ${first.context.name}`, async (signal, onProgress) => {
    const show = (counted: CountedKind) => {
      for (const one of linesOf.get(resourceName(counted.resource)) ?? []) one.showCount(counted, Date.now());
      onProgress(++done, kinds.length);
    };
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(longestCount)]);
    try {
      await countObjects(
        first.cluster,
        kinds,
        { namespaces: first.scope, fallback: fallbackNamespace },
        show,
        bounded,
      );
    } catch (error) {
      if (signal.aborted) return;
      if (!bounded.aborted) throw error;
      const left = kinds.length - done;
      showInformation(
        `${left} of ${kinds.length} kinds were not counted within ${longestCount / 1_000} s: count the kinds of one heading.`,
      );
    }
  });
}
