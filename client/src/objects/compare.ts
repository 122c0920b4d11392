import { commands } from 'vscode';
import type { ObjectTarget } from '../connections/object-target.ts';
import { pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import type { HeldPages } from '../prompts/held-pages.ts';
import { showInformation } from '../prompts/messages.ts';
import { plainText } from '../prompts/plain-text.ts';
import { byCluster } from './by-cluster.ts';
import { comparedTitle } from './compared-title.ts';
import type { ObjectDependencies } from './dependencies.ts';
import { readManifests } from './read-manifests.ts';

/** Compare: two objects that are selected, or one with another that is picked, also of another kind or cluster. */
export async function compareObjects(
  dependencies: ObjectDependencies,
  pages: HeldPages,
  targets: readonly ObjectTarget[] | undefined,
): Promise<void> {
  const given = byCluster(targets ?? []).flat();
  if (given.length > 2) {
    throw new Error(`Compare takes one or two objects, and ${given.length} are selected.`);
  }
  const left = given[0] ?? (await pickObject(dependencies, 'Compare an Object', abilities.openYaml));
  if (!left) return;
  const title = `Compare ${left.reference.name} With`;
  const right =
    given[1] ?? (await pickObject(dependencies, title, abilities.openYaml, left.reference.resource));
  if (right) await showCompared(dependencies, pages, left, right);
}

/** Opens two objects beside each other, as manifests: what their clusters have made of them is left out. */
export async function showCompared(
  { connections }: Pick<ObjectDependencies, 'connections'>,
  pages: HeldPages,
  left: ObjectTarget,
  right: ObjectTarget,
): Promise<void> {
  const [one, other] = await Promise.all(
    [left, right].map(async (object) => ({ object, text: await readManifests(connections, [object]) })),
  );
  const [first, second] = [one!, other!].map(({ object: { context, reference }, text }) => {
    const { namespace, resource, name } = reference;
    const cluster = connections.labelOf(context);
    const folders = [cluster, namespace, resource.plural].filter((part) => part !== undefined);
    return { cluster, reference, page: pages.hold([...folders, `${name}.yaml`], text) };
  });
  const title = comparedTitle(first!, second!);
  await commands.executeCommand('vscode.diff', first!.page, second!.page, plainText(title));
  if (one!.text === other!.text) showInformation(`${title}: there is no difference.`);
}
