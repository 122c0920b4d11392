import {
  type DataTransfer,
  DataTransferItem,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditContext,
  type DocumentPasteEditProvider,
  type DocumentPasteProviderMetadata,
  DocumentPasteTriggerKind,
  Position,
  Range,
  SnippetString,
  SnippetTextEdit,
  type TextDocument,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { indentationAround } from './indentation-around.ts';
import { linesOf } from './lines-of-document.ts';
import type { AwaitedPaste } from './overtaken-paste.ts';
import { type Paste, pasteEdit, type TextPlace, type TextReplacement } from './paste-edit.ts';
import type { PasteGuard } from './paste-guard.ts';
import { isPlainPaste } from './plain-paste.ts';
import { isBlank } from './yaml-line.ts';

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
  readonly #guard: PasteGuard;

  constructor(guard: PasteGuard) {
    this.#guard = guard;
  }

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
    { triggerKind }: DocumentPasteEditContext,
  ): Promise<DocumentPasteEdit[]> {
    const [range] = ranges;
    const text = await transfer.get('text/plain')?.asString();
    if (ranges.length !== 1 || !range || !text || transfer.get('text/uri-list')) return [];
    const mode = await selectionWhenCopied(transfer);
    const column = await transfer.get(copiedFrom)?.asString();
    const paste: Paste = {
      lines: linesOf(document),
      start: placeOf(range.start),
      end: placeOf(range.end),
      text,
      ...(column === undefined ? {} : { copiedFrom: Number(column) }),
    };
    const replacement = mode === 'one' ? pasteEdit(paste) : undefined;
    if (triggerKind === DocumentPasteTriggerKind.Automatic) this.#await(document, paste, mode, replacement);
    if (!replacement || (isPlainPaste(paste, replacement) && !isReindented(document))) return [];
    return [editOf(document, replacement)];
  }

  #await(
    document: TextDocument,
    paste: Paste,
    mode: CopiedBy,
    replacement: TextReplacement | undefined,
  ): void {
    const { lines, start, end, text } = paste;
    const editor = window.activeTextEditor;
    if (editor?.document !== document || mode === 'several') return;
    const at = document.offsetAt(positionOf(start));
    const own = mode === 'none' ? wholeLine(paste) : plainPaste(paste);
    const awaited: AwaitedPaste = {
      at,
      selected: document.offsetAt(positionOf(end)) - at,
      replacement: {
        from: document.offsetAt(positionOf((replacement ?? own).start)),
        to: document.offsetAt(positionOf(replacement ? start : own.end)),
        text: (replacement ?? own).text,
      },
      mayBe: [text, ...(replacement ? [replacement.text] : [])],
    };
    this.#guard.awaitPaste(editor, awaited, indentationAround(lines, start.row).unit);
  }
}

/** The text as it is, with the white space before it: VS Code takes that away where a line break is typed behind it. */
function plainPaste({ lines, start, text }: Paste): TextReplacement {
  const before = lines.at(start.row).slice(0, start.column);
  const own = isBlank(before) ? before : '';
  return { start: { ...start, column: start.column - own.length }, end: start, text: own + text };
}

/** A line that was copied without a selection goes above the line of the cursor. */
function wholeLine({ start, text }: Paste): TextReplacement {
  const above = { ...start, column: 0 };
  return { start: above, end: above, text };
}

/** What was selected when a text was copied: one stretch, nothing (a whole line is copied then), or several. */
type CopiedBy = 'one' | 'none' | 'several';

/** As VS Code's own clipboard data say; what comes from elsewhere is one stretch. */
async function selectionWhenCopied(transfer: DataTransfer): Promise<CopiedBy> {
  const mode = await transfer.get(selectionMode)?.asString();
  if (!mode) return 'one';
  try {
    const { isFromEmptySelection, multicursorText } = JSON.parse(mode);
    if (Array.isArray(multicursorText) && multicursorText.length > 1) return 'several';
    return isFromEmptySelection ? 'none' : 'one';
  } catch {
    return 'one';
  }
}

/** Whether VS Code's own paste would move lines that are right. */
function isReindented(document: TextDocument): boolean {
  return workspace.getConfiguration('editor', document).get('autoIndentOnPaste') === true;
}

/** As a snippet, for the cursor is to be behind it wherever it is in what is replaced. */
function editOf({ uri }: TextDocument, { start, end, text }: TextReplacement): DocumentPasteEdit {
  const snippet = new SnippetString().appendText(text).appendTabstop(0);
  const textEdit = new SnippetTextEdit(new Range(positionOf(start), positionOf(end)), snippet);
  textEdit.keepWhitespace = true;
  const edit = new DocumentPasteEdit('', 'Insert Indented to Its Place', kind);
  edit.additionalEdit = new WorkspaceEdit();
  edit.additionalEdit.set(uri, [textEdit]);
  return edit;
}

function placeOf({ line, character }: Position): TextPlace {
  return { row: line, column: character };
}

function positionOf({ row, column }: TextPlace): Position {
  return new Position(row, column);
}
