import {
  type DataTransfer,
  DataTransferItem,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditProvider,
  type DocumentPasteProviderMetadata,
  type Position,
  Range,
  type TextDocument,
  WorkspaceEdit,
  workspace,
} from 'vscode';
import { linesOf } from './lines-of-document.ts';
import { type Paste, pasteEdit, type TextPlace, type TextReplacement } from './paste-edit.ts';
import { isPlainPaste } from './plain-paste.ts';

/** In which column what was copied began, where only white space and dashes were before it. */
const copiedFrom = 'application/vnd.kubewright.column';
/** VS Code's own: how the text was selected when it was copied. */
const selectionMode = 'vscode-editor-data';

const kind = DocumentDropOrPasteEditKind.Text.append('yaml', 'indented');

/** What the provider reads and writes of a clipboard. */
export const pasteMetadata: DocumentPasteProviderMetadata = {
  providedPasteEditKinds: [kind],
  copyMimeTypes: [copiedFrom],
  pasteMimeTypes: ['text/plain'],
};

/**
 * Pastes YAML at the indentation of its place. Whole lines that were copied without a selection, several cursors, and what
 * would be the same are left to VS Code.
 */
export class PasteProvider implements DocumentPasteEditProvider {
  prepareDocumentPaste(document: TextDocument, ranges: readonly Range[], transfer: DataTransfer): void {
    const [range] = ranges;
    if (ranges.length !== 1 || !range || range.isSingleLine) return;
    const { line, character } = range.start;
    if (!/^[\s-]*$/.test(document.lineAt(line).text.slice(0, character))) return;
    transfer.set(copiedFrom, new DataTransferItem(String(character)));
  }

  async provideDocumentPasteEdits(
    document: TextDocument,
    ranges: readonly Range[],
    transfer: DataTransfer,
  ): Promise<DocumentPasteEdit[]> {
    const [range] = ranges;
    if (ranges.length !== 1 || !range || (await isBySeveralOrNone(transfer))) return [];
    const text = await transfer.get('text/plain')?.asString();
    if (!text) return [];
    const column = await transfer.get(copiedFrom)?.asString();
    const paste: Paste = {
      lines: linesOf(document),
      start: placeOf(range.start),
      end: placeOf(range.end),
      text,
      ...(column === undefined ? {} : { copiedFrom: Number(column) }),
    };
    const replacement = pasteEdit(paste);
    if (!replacement || (isPlainPaste(paste, replacement) && !isReindented(document))) return [];
    return [editOf(document, replacement)];
  }
}

/** Whether the text was copied with several cursors, or with no selection at all. */
async function isBySeveralOrNone(transfer: DataTransfer): Promise<boolean> {
  const mode = await transfer.get(selectionMode)?.asString();
  if (!mode) return false;
  try {
    const { isFromEmptySelection, multicursorText } = JSON.parse(mode);
    return Boolean(isFromEmptySelection) || (Array.isArray(multicursorText) && multicursorText.length > 1);
  } catch {
    return false;
  }
}

/** Whether VS Code's own paste would move lines that are right. */
function isReindented(document: TextDocument): boolean {
  return workspace.getConfiguration('editor', document).get('autoIndentOnPaste') === true;
}

function editOf(document: TextDocument, { start, end, text }: TextReplacement): DocumentPasteEdit {
  const edit = new DocumentPasteEdit('', 'Insert Indented to Its Place', kind);
  const workspaceEdit = new WorkspaceEdit();
  workspaceEdit.replace(document.uri, new Range(start.row, start.column, end.row, end.column), text);
  edit.additionalEdit = workspaceEdit;
  return edit;
}

function placeOf({ line, character }: Position): TextPlace {
  return { row: line, column: character };
}
