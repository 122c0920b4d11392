import type { Uri } from 'vscode';
import { isGrave } from '../cluster/objects/grave-kinds.ts';
import { askForTarget } from '../connections/ask-for-target.ts';
import { confirmChange } from '../connections/confirm-change.ts';
import { sendable } from '../journal/journal.ts';
import { runDeletion } from '../journal/run-deletion.ts';
import { describeTarget } from '../journal/target.ts';
import { unknownSentence } from '../journal/unknown-steps.ts';
import { waitingFor } from '../journal/waiting-for.ts';
import { distinctWarnings, warningSentence } from '../journal/warnings.ts';
import { confirmName } from '../prompts/ask-for-text.ts';
import { confirm } from '../prompts/confirm.ts';
import { showInformation, showWarning } from '../prompts/messages.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import { type DeletionPlan, deletionText, planDeletion, summarizeDeletion } from './deletion.ts';
import type { ManifestDependencies } from './dependencies.ts';
import { openTarget } from './open-target.ts';
import { readSources } from './sources.ts';

/** Delete Objects of Manifest: goes to the folder's target, names it and every object, asks once, deletes. */
export async function deleteManifests(
  dependencies: ManifestDependencies,
  roots: readonly Uri[] | undefined,
): Promise<void> {
  const { connections, previews, log } = dependencies;
  const { objects } = await readSources(roots);
  const title = 'Delete Objects of Manifest';
  const asked = await askForTarget(dependencies, title, roots);
  const target = asked && (await openTarget(dependencies, asked, title, objects));
  if (!target) return;
  const { context } = target.cluster;
  const plan = await planDeletion(target, objects);
  const steps = sendable(plan);
  if (steps.length === 0)
    throw new Error(`None of these objects can be on ${context.name}: ${whyNone(plan)}.`);
  const page = await previews.open(`Delete from ${context.name}`, deletionText(plan));
  const { object } = steps[0]!;
  const what = steps.length === 1 ? `${object.kind} ${object.metadata.name}` : `${steps.length} objects`;
  const place = describeTarget(target, steps);
  const confirmed =
    (await confirm({
      title: `Delete from ${connections.describe(context)}`,
      action: `Delete ${what} from ${place}`,
    })) &&
    (await confirmChange(connections, context, `delete ${what} from it`)) &&
    (await confirmGrave(steps, context.name, `delete ${what} from ${place}`));
  await previews.close(page);
  if (!confirmed) return;
  const results = await withCancellableProgress(`Deleting from ${context.name}`, (signal, onProgress, say) =>
    runDeletion(plan, { signal, onProgress, log, onWait: (waiting) => say(waitingFor(waiting)) }),
  );
  const summary = `Delete from ${context.name}: ${summarizeDeletion(results)}.`;
  const warnings = distinctWarnings(results);
  const unknown = unknownSentence(results);
  const told = `${summary}${unknown}${warningSentence(warnings)}`;
  if (
    warnings.length > 0 ||
    unknown !== '' ||
    results.some(({ result }) => result.result === 'failed' || result.result === 'deleting')
  )
    showWarning(told);
  else showInformation(told);
}

/** What is hard to make good is named by who deletes it: the object, or of several the cluster. */
async function confirmGrave(steps: DeletionPlan['steps'], cluster: string, what: string): Promise<boolean> {
  const [first, ...others] = steps.filter(({ resource }) => resource && isGrave(resource));
  if (!first) return true;
  return await confirmName(others.length > 0 ? cluster : (first.object.metadata.name ?? cluster), what);
}

function whyNone({ steps }: DeletionPlan): string {
  const outcome = steps[0]?.outcome;
  return outcome?.action === 'refused' ? outcome.message : 'there are none';
}
