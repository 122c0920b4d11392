import { pickContext } from '../connections/pick-context.ts';
import { confirm } from '../prompts/confirm.ts';
import { showInformation, showWarning } from '../prompts/messages.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import { deletionText, planDeletion, runDeletion, summarizeDeletion } from './deletion.ts';
import type { ManifestDependencies } from './dependencies.ts';
import { placeOf } from './place.ts';
import { readSources } from './sources.ts';

/** Delete Objects of Manifest: asks for the cluster, names every object, asks once, deletes. */
export async function deleteManifests(
  { connections, lastTarget, previews }: ManifestDependencies,
  args: readonly unknown[],
): Promise<void> {
  const { objects } = await readSources(args);
  const context = await pickContext(connections, { purpose: 'delete from', first: lastTarget.key });
  if (!context) return;
  const cluster = await connections.open(context);
  const target = { cluster, namespace: context.namespace ?? 'default' };
  const plan = await planDeletion(target, objects);
  if (plan.objects.length === 0) {
    throw new Error(
      `None of these objects can be on ${context.name}: ${plan.leftOut[0]?.reason ?? 'there are none'}.`,
    );
  }
  const page = await previews.open(`Delete from ${context.name}`, deletionText(plan));
  const number = plan.objects.length;
  const only = plan.objects[0]!.reference;
  const what = number === 1 ? `${only.resource.kind} ${only.name}` : `${number} objects`;
  const place = placeOf(
    plan,
    plan.objects.map(({ reference }) => reference),
  );
  const confirmed = await confirm(`Delete from ${context.name}`, `Delete ${what} from ${place}`);
  await previews.close(page);
  if (!confirmed) return;
  const results = await withCancellableProgress(`Deleting from ${context.name}`, (signal, onProgress) =>
    runDeletion(plan, { signal, onProgress }),
  );
  const summary = `Delete from ${context.name}: ${summarizeDeletion(results)}.`;
  if (results.some(({ result }) => result.result === 'failed')) showWarning(summary);
  else showInformation(summary);
}
