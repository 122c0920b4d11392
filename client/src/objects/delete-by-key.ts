import { asObjectTargets } from '../connections/object-target.ts';
import { abilities, isAble } from '../contributions/abilities.ts';
import { deleteObjects } from './delete-objects.ts';
import type { ObjectDependencies } from './dependencies.ts';

/** Delete, by a key: what it means in the Clusters view is asked of VS Code at that moment, and all of it must be objects that can go. */
export async function deleteByKey(dependencies: ObjectDependencies): Promise<void> {
  const lines = await dependencies.linesAtKeyboard();
  if (!lines)
    throw new Error(
      'Delete takes lines of objects, and the keyboard is at no line of the Clusters view: select some.',
    );
  const objects = asObjectTargets(lines);
  if (!objects) throw new Error('Delete takes lines of objects: select some in the Clusters view.');
  const unable = objects.find(({ reference }) => !isAble(reference.resource, abilities.deleteObject));
  if (unable)
    throw new Error(
      `${unable.reference.resource.kind} ${unable.reference.name} cannot be deleted: its kind has no such verb.`,
    );
  await deleteObjects(dependencies, objects);
}
