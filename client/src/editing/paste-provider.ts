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
import type { AwaitedPaste } from './overtaken-paste.ts';
import { type Paste, pasteEdit, type TextPlace, type TextReplacement } from './paste-edit.ts';
import type { GuardedPaste, PasteGuard } from './paste-guard.ts';
import { isPlainPaste } from './plain-paste.ts';
import { TextSnapshot } from './text-snapshot.ts';
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
  readonly #pasteGuard: PasteGuard;

  constructor(pasteGuard: PasteGuard) {
    this.#pasteGuard = pasteGuard;
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
    if (ranges.length !== 1 || !range) return [];
    // What is typed from now on may be told of before what follows is read.
    const lines = new TextSnapshot(document.getText());
    const guarded = triggerKind === DocumentPasteTriggerKind.Automatic ? this.#guard(document) : undefined;
    const text = await transfer.get('text/plain')?.asString();
    if (!text || transfer.get('text/uri-list')) {
      guarded?.end();
      return [];
    }
    const mode = await selectionWhenCopied(transfer);
    const column = await transfer.get(copiedFrom)?.asString();
    const paste: Paste = {
      lines,
      start: placeOf(range.start),
      end: placeOf(range.end),
      text,
      ...(column === undefined ? {} : { copiedFrom: Number(column) }),
    };
    const replacement = mode === 'one' ? pasteEdit(paste) : undefined;
    if (mode === 'several') guarded?.end();
    else guarded?.known(awaitedPaste(lines, paste, mode, replacement), unitAround(paste));
    if (!replacement || (isPlainPaste(paste, replacement) && !isReindented(document))) return [];
    return [editOf(document, replacement)];
  }

  #guard(document: TextDocument): GuardedPaste | undefined {
    const editor = window.activeTextEditor;
    return editor?.document === document ? this.#pasteGuard.awaitPaste(editor) : undefined;
  }
}

function awaitedPaste(
  lines: TextSnapshot,
  paste: Paste,
  mode: 'one' | 'none',
  replacement: TextReplacement | undefined,
): AwaitedPaste {
  const { start, end, text } = paste;
  const at = lines.offsetAt(start);
  const own = mode === 'none' ? wholeLine(paste) : plainPaste(paste);
  return {
    at,
    selected: lines.offsetAt(end) - at,
    replacement: {
      from: lines.offsetAt((replacement ?? own).start),
      to: lines.offsetAt(replacement ? start : own.end),
      text: (replacement ?? own).text,
    },
    mayBe: [text, ...(replacement ? [replacement.text] : [])],
  };
}

function unitAround({ lines, start }: Paste): number {
  return indentationAround(lines, start.row).unit;
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
