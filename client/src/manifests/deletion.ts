import { type Entry, type Journal, sendable } from '../journal/journal.ts';
import { stepName } from '../journal/object-name.ts';
import { isSendable, type Outcome, type Step } from '../journal/step.ts';
import type { Target } from '../journal/target.ts';
import { documentOf } from '../prompts/document-lines.ts';
import type { ManifestObject } from './read-manifests.ts';

/** What a deletion of the objects of manifests would do; those that cannot be there are refused. */
export type DeletionPlan = Journal<ManifestObject>;

/** What became of the deletion of an object. */
export type DeletedObject = Entry<ManifestObject>;

/** Finds the objects of manifests on a cluster by name; reads discovery alone. */
export async function planDeletion(
  target: Target,
  manifests: readonly ManifestObject[],
  signal?: AbortSignal,
): Promise<DeletionPlan> {
  const discovery = await target.cluster.discover(signal ? { signal } : {});
  const steps = manifests.map((manifest): Step<ManifestObject> => {
    const { object } = manifest;
    const resource = discovery.find(object.apiVersion, object.kind);
    const isNamespaced = resource?.scope === 'Namespaced';
    return {
      origin: manifest,
      object,
      resource,
      namespace: isNamespaced ? object.metadata.namespace || target.namespace : undefined,
      operation: { type: 'delete' },
      before: 'unread',
      outcome: outcomeOf(manifest, resource !== undefined),
    };
  });
  return { target, steps };
}

/** The page that a person reads before confirming a delete. */
export function deletionText(plan: DeletionPlan): string {
  const lines = [
    `Delete from ${plan.target.cluster.context.name}`,
    'What these objects own is deleted with them.',
    '',
  ];
  for (const step of sendable(plan)) lines.push(`- ${stepName(step)}`);
  for (const step of plan.steps) {
    const { outcome } = step;
    if (outcome.action === 'refused') lines.push(`  ${stepName(step)}: left out, ${outcome.message}`);
  }
  return documentOf(lines);
}

/** `2 deleted, 1 not there, 1 failed: MESSAGE`; what was left out of the plan is not told again. */
export function summarizeDeletion(entries: readonly DeletedObject[]): string {
  const results = entries.filter(({ step }) => isSendable(step)).map(({ result }) => result);
  const words = {
    deleted: 'deleted',
    deleting: 'being deleted',
    missing: 'not there',
    'left-out': 'left out',
    failed: 'failed',
    unknown: 'unknown',
  };
  const parts = Object.entries(words).flatMap(([kind, word]) => {
    const number = results.filter(({ result }) => result === kind).length;
    return number > 0 ? [`${number} ${word}`] : [];
  });
  const held = entries.flatMap(({ step, result }) =>
    result.result === 'deleting' && result.heldBy.length > 0
      ? [`${stepName(step)} is held by ${result.heldBy.join(', ')}`]
      : [],
  );
  const failure = results.find((result) => result.result === 'failed');
  const first = failure?.message ?? held[0];
  return first === undefined ? parts.join(', ') : `${parts.join(', ')}: ${first}`;
}

function outcomeOf({ object }: ManifestObject, isServed: boolean): Outcome {
  const { apiVersion, kind, metadata } = object;
  if (!isServed) return refused(`${kind} of ${apiVersion} is not served`);
  if (metadata.name === undefined) return refused('its name was made by the server');
  return { action: 'delete' };
}

function refused(message: string): Outcome {
  return { action: 'refused', message, fields: [] };
}
