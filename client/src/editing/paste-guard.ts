import {
  type Disposable,
  Range,
  type TextDocumentChangeEvent,
  type TextEditor,
  type TextEditorSelectionChangeEvent,
  TextEditorSelectionChangeKind,
  window,
  workspace,
} from 'vscode';
import type { Log } from '../cluster/log.ts';
import type { AwaitedPaste } from './overtaken-paste.ts';
import { PasteWatch } from './paste-watch.ts';

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
  #guarded: Guarded | undefined;
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
    this.#forget();
    for (const listener of this.#listeners) listener.dispose();
  }

  /** Sees to it, from now on, that a paste is made that VS Code has just asked about. */
  awaitPaste(editor: TextEditor): GuardedPaste {
    this.#forget();
    const watch = new PasteWatch(this.#now());
    const guarded: Guarded = { editor, watch, version: editor.document.version };
    this.#guarded = guarded;
    return {
      known: (paste, unit) => {
        watch.known(paste, unit);
        this.#insertWhatIsLate(guarded);
      },
      end: () => watch.end(),
    };
  }

  #changed({ document, contentChanges }: TextDocumentChangeEvent): void {
    const guarded = this.#guarded;
    if (guarded?.editor.document !== document || contentChanges.length === 0) return;
    const { phase } = guarded.watch.state;
    guarded.watch.changed(contentChanges, this.#now());
    if (phase !== 'late') this.#insertWhatIsLate(guarded);
  }

  #moved({ textEditor, kind }: TextEditorSelectionChangeEvent): void {
    const guarded = this.#guarded;
    const isByPerson =
      kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse;
    if (!isByPerson || guarded?.editor.document !== textEditor.document) return;
    if (guarded.version !== textEditor.document.version || guarded.watch.state.phase === 'late') return;
    guarded.watch.cursorMoved(this.#now());
    this.#insertWhatIsLate(guarded);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#guarded?.watch.end();
    this.#guarded = undefined;
  }

  /** At once where VS Code has certainly dropped the paste, else once it would have come. */
  #insertWhatIsLate(guarded: Guarded): void {
    const { state } = guarded.watch;
    if (guarded !== this.#guarded || state.phase !== 'late') return;
    const insert = () => {
      this.#insert(guarded).catch((error) => this.#log.error('pasting after what was typed', error));
    };
    if (state.isCertain) insert();
    else this.#timer = setTimeout(insert, doubt);
  }

  async #insert({ editor, watch }: Guarded): Promise<void> {
    for (let left = tries; left > 0; left--) {
      const { state } = watch;
      if (state.phase !== 'late') return;
      const { from, to, text } = state.replacement;
      const range = new Range(editor.document.positionAt(from), editor.document.positionAt(to));
      if (await editor.edit((edit) => edit.replace(range, text))) break;
    }
    watch.end();
  }
}

/** A paste that VS Code has asked about. */
export interface GuardedPaste {
  /** What is pasted is this, in the text as it was when VS Code asked. `unit` is how deep a line break may indent. */
  known(paste: AwaitedPaste, unit: number): void;
  /** It is none that is to be kept. */
  end(): void;
}

interface Guarded {
  readonly editor: TextEditor;
  readonly watch: PasteWatch;
  /** Of the document, when VS Code asked. */
  readonly version: number;
}
