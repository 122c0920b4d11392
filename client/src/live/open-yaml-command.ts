import { window, workspace } from 'vscode';
import type { ObjectTarget } from '../connections/object-target.ts';
import { type PickableClusters, pickObject } from '../connections/pick-object.ts';
import { abilities } from '../contributions/abilities.ts';
import type { LiveDocuments } from './live-documents.ts';

/** Open YAML: of a line of the Clusters view, or of an object that is picked. */
export async function openYaml(
  clusters: PickableClusters,
  documents: LiveDocuments,
  target: ObjectTarget | undefined,
): Promise<void> {
  const object = target ?? (await pickObject(clusters, 'Open YAML', abilities.openYaml));
  if (!object) return;
  const uri = documents.uriOf(object.context, object.reference);
  documents.refresh(uri);
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, { preview: true });
}
