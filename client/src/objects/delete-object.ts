import { sentenceOf } from '../cluster/explanation.ts';
import type { Log } from '../cluster/log.ts';
import { isGrave } from '../cluster/objects/grave-kinds.ts';
import { type Consequences, whatGoesWith } from '../cluster/objects/what-goes.ts';
import { confirmChange } from '../connections/confirm-change.ts';
import { kindLabel } from '../connections/kind-label.ts';
import type { ObjectTarget } from '../connections/object-target.ts';
import { type PickableClusters, pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import type { Entry } from '../journal/journal.ts';
import { runDeletion } from '../journal/run-deletion.ts';
import { unknownSentence } from '../journal/unknown-steps.ts';
import { waitingFor } from '../journal/waiting-for.ts';
import { warningSentence } from '../journal/warnings.ts';
import { confirmName } from '../prompts/ask-for-text.ts';
import { confirm, type Fact } from '../prompts/confirm.ts';
import { showInformation, showWarning } from '../prompts/messages.ts';
import { withCancellableProgress } from '../prompts/progress.ts';
import { deletionOf } from './deletion.ts';

/** Delete: of a line of the Clusters view, or of an object that is picked. */
export async function deleteObject(
  clusters: PickableClusters & { readonly log: Log },
  target: ObjectTarget | undefined,
): Promise<void> {
  const { log } = clusters;
  const object = target ?? (await pickObject(clusters, 'Delete an Object', abilities.deleteObject));
  if (!object) return;
  const { context, reference } = object;
  const { resource, namespace, name } = reference;
  const place = namespace ? `${context.name} / ${namespace}` : context.name;
  const what = `${resource.kind} ${name}`;
  const { connections } = clusters;
  const cluster = await connections.open(context);
  const known = [...connections.wordsOf(context), context.server].filter((word) => word !== undefined);
  const isConfirmed = await confirm({
    title: `Delete from ${place}${known.length > 0 ? ` (${known.join(', ')})` : ''}`,
    action: `Delete ${what} from ${place}`,
    detail: 'What it owns is deleted with it.',
    facts: {
      heading: 'What goes with it',
      read: async (signal) => factsOf(await whatGoesWith(cluster, object, signal)),
    },
  });
  if (!isConfirmed) return;
  if (!(await confirmChange(connections, context, `delete ${what} from it`))) return;
  if (isGrave(resource) && !(await confirmName(name, `delete ${what} from ${place}`))) return;
  const entries = await withCancellableProgress(`Deleting ${what} from ${place}`, (signal, _, say) =>
    runDeletion(deletionOf(cluster, object), {
      signal,
      log,
      onWait: (waiting) => say(waitingFor(waiting)),
    }),
  );
  for (const entry of entries) tell(entry, what, place);
}

/** What a person is to know before: what holds the object, what goes with it, and what nobody can tell. */
function factsOf({ going, heldBy, unread, readInPart }: Consequences): Fact[] {
  const facts = [
    ...heldBy.map((finalizer) => ({ label: `Held by ${finalizer}`, description: 'until it is taken away' })),
    ...going.map(({ resource, count, is }) => ({
      label: `${is === 'all' ? '' : 'at least '}${count} ${count === 1 ? resource.kind : kindLabel(resource)}`,
      description: resource.group,
    })),
    ...(unread.length > 0
      ? [{ label: `Not known: ${unread.map(kindLabel).join(', ')}`, description: 'may not be listed' }]
      : []),
    ...(readInPart.length > 0
      ? [
          {
            label: `Not known: ${readInPart.map(kindLabel).join(', ')}`,
            description: 'only the first of many were looked through',
          },
        ]
      : []),
  ];
  return facts.length > 0 ? facts : [{ label: 'Nothing' }];
}

/** @throws Error with the server's reasons where it has refused */
function tell(entry: Entry, what: string, place: string): void {
  const { result, warnings } = entry;
  const show = warnings.length > 0 ? showWarning : showInformation;
  const further = warningSentence(warnings);
  if (result.result === 'deleting') {
    const held = result.heldBy.length > 0 ? `, held by ${result.heldBy.join(', ')}` : '';
    showWarning(`${what} is being deleted from ${place}${held}.${further}`);
  } else if (result.result === 'deleted') show(`Deleted ${what} from ${place}.${further}`);
  else if (result.result === 'missing') show(`${what} was not in ${place} any more.${further}`);
  else if (result.result === 'unknown') {
    showWarning(`${what} may have been deleted from ${place}.${unknownSentence([entry])}${further}`);
  } else if (result.result === 'failed')
    throw new Error(result.why ? sentenceOf(result.why) : result.message);
}
