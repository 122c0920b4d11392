import {
  type Disposable,
  Range,
  type TextDocument,
  type TextDocumentChangeEvent,
  type TextEditor,
  type TextEditorSelectionChangeEvent,
  TextEditorSelectionChangeKind,
  window,
  workspace,
} from 'vscode';
import type { Log } from '../cluster/log.ts';
import {
  type AwaitedPaste,
  isOvertaken,
  isPasted,
  latePaste,
  moved,
  type OffsetReplacement,
  type TextChange,
} from './overtaken-paste.ts';

/** How long a paste may take, in milliseconds: what comes later has nothing to do with it. */
const longestWait = 1_000;

/** How long a paste may still come when the cursor has been moved: VS Code tells of that as soon as of the text. */
const doubt = 200;

/** How often a late paste is tried anew that was overtaken again. */
const tries = 20;

/**
 * Keeps a paste that is overtaken by typing. VS Code asks the extension host about a paste, and drops it when the text or the
 * cursor changes before it has the answer: what a fast person pastes would be lost.
 */
export class PasteGuard implements Disposable {
  readonly #listeners: Disposable[];
  readonly #log: Log;
  readonly #now: () => number;
  #awaited: Awaited | undefined;
  /** What is being inserted. */
  #late: Late | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
    this.#listeners = [
      workspace.onDidChangeTextDocument((change) => this.#changed(change)),
      window.onDidChangeTextEditorSelection((change) => this.#moved(change)),
    ];
  }

  dispose(): void {
    this.#forgetLate();
    for (const listener of this.#listeners) listener.dispose();
  }

  /** Sees to it that a paste is made that VS Code has asked about. `unit` is how deep a line break may indent. */
  awaitPaste(editor: TextEditor, paste: AwaitedPaste, unit: number): void {
    this.#forgetLate();
    this.#awaited = {
      editor,
      paste,
      unit,
      version: editor.document.version,
      until: this.#now() + longestWait,
    };
  }

  #changed({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (contentChanges.length === 0) return;
    this.#follow(document, contentChanges);
    const awaited = this.#take(document);
    if (!awaited || !isOvertaken(awaited.paste, contentChanges)) return;
    const { editor, paste, unit } = awaited;
    this.#late = { editor, paste, replacement: latePaste(paste, contentChanges, unit) };
    this.#insertLate();
  }

  #moved({ textEditor, kind }: TextEditorSelectionChangeEvent): void {
    const isByPerson =
      kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse;
    if (!isByPerson || this.#awaited?.version !== textEditor.document.version) return;
    const awaited = this.#take(textEditor.document);
    if (!awaited) return;
    const { editor, paste } = awaited;
    this.#late = { editor, paste, replacement: paste.replacement };
    this.#timer = setTimeout(() => this.#insertLate(), doubt);
  }

  /** Keeps what is to be inserted where it belongs; it is not, where the paste comes after all. */
  #follow(document: TextDocument, changes: readonly TextChange[]): void {
    const late = this.#late;
    if (late?.editor.document !== document) return;
    late.replacement = moved(late.replacement, changes);
    if (isPasted(late.paste, changes)) this.#forgetLate();
  }

  #forgetLate(): void {
    clearTimeout(this.#timer);
    this.#late = undefined;
  }

  /** The paste that is awaited in a document, which is no longer awaited then. */
  #take(document: TextDocument): Awaited | undefined {
    const awaited = this.#awaited;
    if (awaited?.editor.document !== document) return undefined;
    this.#awaited = undefined;
    return this.#now() <= awaited.until ? awaited : undefined;
  }

  #insertLate(): void {
    const late = this.#late;
    if (late) this.#insert(late).catch((error) => this.#log.error('pasting after what was typed', error));
  }

  async #insert(late: Late): Promise<void> {
    const { editor } = late;
    for (let left = tries; left > 0 && this.#late === late; left--) {
      const { from, to, text } = late.replacement;
      const range = new Range(editor.document.positionAt(from), editor.document.positionAt(to));
      if (await editor.edit((edit) => edit.replace(range, text))) break;
    }
    if (this.#late === late) this.#forgetLate();
  }
}

interface Awaited {
  readonly editor: TextEditor;
  readonly paste: AwaitedPaste;
  readonly unit: number;
  readonly version: number;
  /** When nothing is awaited any more. */
  readonly until: number;
}

interface Late {
  readonly editor: TextEditor;
  readonly paste: AwaitedPaste;
  /** In the text as it is by now. */
  replacement: OffsetReplacement;
}
