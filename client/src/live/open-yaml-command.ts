import { window, workspace } from 'vscode';
import { pickObject } from '../connections/pick-object.ts';
import { ObjectNode } from '../explorer/nodes/object-node.ts';
import type { Features } from '../features.ts';

/** Open YAML: of a line of the Clusters view, or of an object that is picked. */
export async function openYaml(features: Features, node: unknown): Promise<void> {
  const object =
    node instanceof ObjectNode
      ? node
      : await pickObject(features, 'open as YAML', ({ verbs }) => verbs.includes('get'));
  if (!object) return;
  const uri = features.liveDocuments.uriOf(object.context, object.reference);
  features.liveDocuments.refresh(uri);
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, { preview: true });
}
