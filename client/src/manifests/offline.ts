import type { JudgeOffline, OfflineFault, SourceText } from '../language/offline-judge.ts';
import type { PlannedObject } from './plan.ts';

/**
 * Adds the faults that can be known now to the objects whose turn comes later. They are for the person to see: the
 * server has the last word at their turn. Where nothing can judge, the objects stay as they are.
 */
export async function judgeLater(
  objects: readonly PlannedObject[],
  judge: JudgeOffline,
  serverVersion: string,
): Promise<PlannedObject[]> {
  const definitions = textsOf(
    objects.filter(({ manifest }) => manifest.object.kind === 'CustomResourceDefinition'),
  );
  const later = textsOf(objects.filter(({ outcome }) => outcome.action === 'create-later'));
  const judged = new Map<string, readonly OfflineFault[]>();
  for (const { source, text } of later) {
    const faults = await judge({ source, text, definitions, serverVersion }).catch(unjudged);
    if (faults) judged.set(source, faults);
  }
  return objects.map((planned) => {
    const faults = judged.get(planned.manifest.source);
    if (planned.outcome.action !== 'create-later' || !faults) return planned;
    const { span } = planned.manifest.node;
    const own = faults.filter((fault) => fault.span.start >= span.start && fault.span.start <= span.end);
    return { ...planned, outcome: { ...planned.outcome, faults: own } };
  });
}

function textsOf(objects: readonly PlannedObject[]): SourceText[] {
  const texts = new Map(objects.map(({ manifest }) => [manifest.source, manifest.text]));
  return [...texts].map(([source, text]) => ({ source, text }));
}

/** The apply goes on without: the server judges each object before anything of it is written. */
function unjudged(): undefined {}
