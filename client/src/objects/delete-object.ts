import { sentenceOf } from '../cluster/explanation.ts';
import type { Log } from '../cluster/log.ts';
import { confirmChange } from '../connections/confirm-change.ts';
import type { ObjectTarget } from '../connections/object-target.ts';
import { type PickableClusters, pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import type { Entry } from '../journal/journal.ts';
import { runDeletion } from '../journal/run-deletion.ts';
import { waitingFor } from '../journal/waiting-for.ts';
import { warningSentence } from '../journal/warnings.ts';
import { confirm } from '../prompts/confirm.ts';
import { showInformation, showWarning } from '../prompts/messages.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import { deletionOf } from './deletion.ts';

/** Delete: of a line of the Clusters view, or of an object that is picked. */
export async function deleteObject(
  { log, ...clusters }: PickableClusters & { readonly log: Log },
  target: ObjectTarget | undefined,
): Promise<void> {
  const object = target ?? (await pickObject(clusters, 'delete', abilities.deleteObject));
  if (!object) return;
  const { context, reference } = object;
  const { resource, namespace, name } = reference;
  const place = namespace ? `${context.name} / ${namespace}` : context.name;
  const what = `${resource.kind} ${name}`;
  if (
    !(await confirm(
      `Delete from ${place}`,
      `Delete ${what} from ${place}`,
      'What it owns is deleted with it.',
    ))
  ) {
    return;
  }
  if (!(await confirmChange(clusters.connections, context, `delete ${what} from it`))) return;
  const cluster = await clusters.connections.open(context);
  const entries = await withCancellableProgress(`Deleting ${what} from ${place}`, (signal, _, say) =>
    runDeletion(deletionOf(cluster, object), {
      signal,
      log,
      onWait: (waiting) => say(waitingFor(waiting)),
    }),
  );
  for (const entry of entries) tell(entry, what, place);
}

/** @throws Error with the server's reasons where it has refused */
function tell({ result, warnings }: Entry, what: string, place: string): void {
  const show = warnings.length > 0 ? showWarning : showInformation;
  const further = warningSentence(warnings);
  if (result.result === 'deleting') {
    const held = result.heldBy.length > 0 ? `, held by ${result.heldBy.join(', ')}` : '';
    showWarning(`${what} is being deleted from ${place}${held}.${further}`);
  } else if (result.result === 'deleted') show(`Deleted ${what} from ${place}.${further}`);
  else if (result.result === 'missing') show(`${what} was not in ${place} any more.${further}`);
  else if (result.result === 'failed') throw new Error(result.why ? sentenceOf(result.why) : result.message);
}
