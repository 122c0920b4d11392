import {
  type CancellationToken,
  type DataTransfer,
  DocumentDropEdit,
  type DocumentDropEditProvider,
  type DocumentDropEditProviderMetadata,
  DocumentDropOrPasteEditKind,
  Position,
  type TextDocument,
  WorkspaceEdit,
} from 'vscode';
import { draggedObjectsType } from '../connections/dragged-objects.ts';
import { showError } from '../prompts/messages.ts';
import { textOfThrown } from '../prompts/text-of-thrown.ts';
import type { ObjectDependencies } from './dependencies.ts';
import { placedDocuments } from './placed-documents.ts';

const kind = DocumentDropOrPasteEditKind.Text.append('yaml', 'objects');

/** What the provider takes, and makes of it. */
export const dropMetadata: DocumentDropEditProviderMetadata = {
  providedDropEditKinds: [kind],
  dropMimeTypes: [draggedObjectsType],
};

/** Objects that are dropped into YAML become documents of it: their manifests, as they are in their clusters then. */
export class DropProvider implements DocumentDropEditProvider {
  readonly #dependencies: ObjectDependencies;

  constructor(dependencies: ObjectDependencies) {
    this.#dependencies = dependencies;
  }

  async provideDocumentDropEdits(
    document: TextDocument,
    { line }: Position,
    carried: DataTransfer,
    token: CancellationToken,
  ): Promise<DocumentDropEdit | undefined> {
    const { dragged, connections } = this.#dependencies;
    const objects = await dragged.of(carried);
    if (objects.length === 0) return undefined;
    const { readManifests } = await import('./read-manifests.ts');
    const given = new AbortController();
    const listener = token.onCancellationRequested(() => given.abort());
    try {
      const documents = await readManifests(connections, objects, given.signal);
      return editOf(document, line, documents);
    } catch (error) {
      if (!given.signal.aborted) showError(textOfThrown(error));
      return undefined;
    } finally {
      listener.dispose();
    }
  }
}

function editOf(document: TextDocument, line: number, documents: string): DocumentDropEdit {
  const lines = Array.from({ length: document.lineCount }, (_, number) => document.lineAt(number).text);
  const placed = placedDocuments(lines, line, documents);
  const isBehind = placed.line === lines.length - 1;
  const place = isBehind ? document.lineAt(placed.line).range.end : new Position(placed.line, 0);
  const additionalEdit = new WorkspaceEdit();
  additionalEdit.insert(document.uri, place, placed.text);
  const edit = new DocumentDropEdit('', 'Insert as YAML', kind);
  edit.additionalEdit = additionalEdit;
  return edit;
}
