import { type Disposable, type TextEditor, window, workspace } from 'vscode';
import { setContextKey } from '../contributions/set-context-key.ts';
import { yamlLanguages } from '../language/languages.ts';
import { isInItemIndentation } from './item-indentation.ts';

/**
 * Keeps the context key `kubewright.inItemIndentation`, by which keys move an item of a list: whether the active editor has
 * its one cursor in the white space in front of a dash. Whether the dash begins an item or is text is told when the key is
 * pressed.
 */
export class ItemContextKey implements Disposable {
  readonly #listeners: Disposable[];
  #value = false;

  constructor() {
    this.#listeners = [
      window.onDidChangeActiveTextEditor((editor) => this.#look(editor)),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#lookIfActive(textEditor)),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === window.activeTextEditor?.document) this.#look(window.activeTextEditor);
      }),
    ];
    this.#look(window.activeTextEditor);
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }

  #lookIfActive(editor: TextEditor): void {
    if (editor === window.activeTextEditor) this.#look(editor);
  }

  #look(editor: TextEditor | undefined): void {
    const value = editor !== undefined && isBeforeDash(editor);
    if (value === this.#value) return;
    this.#value = value;
    setContextKey('inItemIndentation', value);
  }
}

function isBeforeDash({ document, selections }: TextEditor): boolean {
  if (selections.length > 1 || !yamlLanguages.includes(document.languageId)) return false;
  const { active } = selections[0]!;
  return (
    active.line < document.lineCount &&
    isInItemIndentation(document.lineAt(active.line).text, active.character)
  );
}
