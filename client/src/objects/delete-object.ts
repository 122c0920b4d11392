import { asObjectTarget } from '../connections/object-target.ts';
import { type PickableClusters, pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import { confirm } from '../prompts/confirm.ts';
import { showInformation } from '../prompts/messages.ts';

/** Delete: of a line of the Clusters view, or of an object that is picked. */
export async function deleteObject(clusters: PickableClusters, target: unknown): Promise<void> {
  const object = asObjectTarget(target) ?? (await pickObject(clusters, 'delete', abilities.deleteObject));
  if (!object) return;
  const { context, reference, uid } = object;
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
  const cluster = await clusters.connections.open(context);
  await cluster.delete(reference, { propagationPolicy: 'Background', ...(uid ? { uid } : {}) });
  showInformation(`Deleted ${what} from ${place}.`);
}
