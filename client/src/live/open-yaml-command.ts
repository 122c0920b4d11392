import { window, workspace } from 'vscode';
import type { ObjectTarget } from '../connections/object-target.ts';
import { type PickableClusters, pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import { cancelChoice } from '../prompts/confirm.ts';
import { pick } from '../prompts/pick.ts';
import type { LiveDocuments } from './live-documents.ts';

/** So many documents are opened without a question. */
const mostUnasked = 10;

/** Open YAML: of lines of the Clusters view, or of an object that is picked. */
export async function openYaml(
  clusters: PickableClusters,
  documents: LiveDocuments,
  targets: readonly ObjectTarget[] | undefined,
): Promise<void> {
  const objects = targets ?? (await picked(clusters));
  const uris = new Map(
    objects.map(({ context, reference }) => {
      const uri = documents.uriOf(context, reference);
      return [uri.toString(), uri];
    }),
  );
  if (uris.size > mostUnasked && !(await isWanted(uris.size))) return;
  for (const uri of uris.values()) {
    documents.refresh(uri);
    const document = await workspace.openTextDocument(uri);
    // A preview takes the place of the one before.
    await window.showTextDocument(document, { preview: uris.size === 1 });
  }
}

async function picked(clusters: PickableClusters): Promise<readonly ObjectTarget[]> {
  const object = await pickObject(clusters, 'Open YAML', abilities.openYaml);
  return object ? [object] : [];
}

async function isWanted(count: number): Promise<boolean> {
  const answer = await pick({ title: 'Open YAML', placeholder: `${count} objects are selected` }, [
    { ...cancelChoice, value: false },
    { label: `Open ${count} Documents`, value: true },
  ]);
  return answer ?? false;
}
