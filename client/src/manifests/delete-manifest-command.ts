import type { Uri } from 'vscode';
import { askForTarget } from '../connections/ask-for-target.ts';
import { deleteReviewed } from '../deletions/delete-reviewed.ts';
import { sendable } from '../journal/journal.ts';
import { type DeletionPlan, planDeletion } from './deletion.ts';
import type { ManifestDependencies } from './dependencies.ts';
import { openTarget } from './open-target.ts';
import { readSources } from './sources.ts';

/** Delete Objects of Manifest: goes to the folder's target, names it and every object, asks once, deletes. */
export async function deleteManifests(
  dependencies: ManifestDependencies,
  roots: readonly Uri[] | undefined,
): Promise<void> {
  const { objects } = await readSources(roots);
  const title = 'Delete Objects of Manifest';
  const asked = await askForTarget(dependencies, title, roots);
  const target = asked && (await openTarget(dependencies, asked, title, objects));
  if (!target) return;
  const { context } = target.cluster;
  const plan = await planDeletion(target, objects);
  if (sendable(plan).length === 0)
    throw new Error(`None of these objects can be on ${context.name}: ${whyNone(plan)}.`);
  await deleteReviewed(dependencies, context, plan);
}

function whyNone({ steps }: DeletionPlan): string {
  const outcome = steps[0]?.outcome;
  return outcome?.action === 'refused' ? outcome.message : 'there are none';
}
