import type { Log } from '../cluster/log.ts';
import type { OfflineFault } from '../journal/offline-fault.ts';
import type { JudgeOffline, SourceText } from '../language/offline-judge.ts';
import type { ApplyStep } from './apply-plan.ts';

/**
 * Adds the faults that can be known now to the objects whose turn comes later. They are for the person to see: the
 * server has the last word at their turn. Where nothing can judge, the objects stay as they are.
 */
export async function judgeLater(
  steps: readonly ApplyStep[],
  judge: JudgeOffline,
  serverVersion: string,
  log: Log,
): Promise<ApplyStep[]> {
  const definitions = textsOf(steps.filter(({ object }) => object.kind === 'CustomResourceDefinition'));
  const later = textsOf(steps.filter(({ outcome }) => outcome.action === 'create-later'));
  const judged = new Map<string, readonly OfflineFault[]>();
  for (const { source, text } of later) {
    try {
      judged.set(source, await judge({ source, text, definitions, serverVersion }));
    } catch (error) {
      // The apply goes on without: the server judges each object before anything of it is written.
      log.warn(`judging ${source} without a server`, error);
    }
  }
  return steps.map((step) => {
    const faults = judged.get(step.origin.source);
    if (step.outcome.action !== 'create-later' || !faults) return step;
    const { span } = step.origin.node;
    const own = faults.filter((fault) => fault.span.start >= span.start && fault.span.start <= span.end);
    return { ...step, outcome: { ...step.outcome, faults: own } };
  });
}

function textsOf(steps: readonly ApplyStep[]): SourceText[] {
  const texts = new Map(steps.map(({ origin }) => [origin.source, origin.text]));
  return [...texts].map(([source, text]) => ({ source, text }));
}
