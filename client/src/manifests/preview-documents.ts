import {
  type Disposable,
  EventEmitter,
  Range,
  Selection,
  type TextDocumentContentProvider,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
} from 'vscode';

import { pathPart } from '../prompts/document-lines.ts';

const scheme = 'kubewright-preview';

/** Read-only pages that say what an apply or a delete would do, and what it did. Kept while they are open. */
export class PreviewDocuments implements TextDocumentContentProvider, Disposable {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #texts = new Map<string, string>();
  readonly #lifetime: Disposable[];
  #next = 1;

  constructor() {
    this.#lifetime = [
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
      this.#changed,
    ];
  }

  /** Opens a page, coloured as a diff. */
  async open(title: string, text: string): Promise<Uri> {
    const path = `/${pathPart(title)}.diff`;
    const uri = Uri.from({ scheme, path, query: String(this.#next++) });
    this.#texts.set(uri.toString(), text);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: true, preserveFocus: true });
    return uri;
  }

  /** Shows another text on an open page. */
  update(uri: Uri, text: string): void {
    if (!this.#texts.has(uri.toString())) return;
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
  }

  /** Brings a line of a page into view, where it is shown: the first that reads so. */
  reveal(uri: Uri, line: string): void {
    const text = this.#texts.get(uri.toString());
    const number = text?.split('\n').indexOf(line) ?? -1;
    if (number < 0) return;
    const place = new Range(number, 0, number, 0);
    for (const editor of window.visibleTextEditors) {
      if (editor.document.uri.toString() !== uri.toString()) continue;
      editor.selection = new Selection(place.start, place.end);
      editor.revealRange(place, TextEditorRevealType.InCenter);
    }
  }

  /** Closes the page's tabs. */
  async close(uri: Uri): Promise<void> {
    const tabs = window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => (input as { uri?: Uri } | undefined)?.uri?.toString() === uri.toString());
    await window.tabGroups.close(tabs);
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? 'This page was of an apply that is over.\n';
  }

  dispose(): void {
    for (const part of this.#lifetime) part.dispose();
  }
}
