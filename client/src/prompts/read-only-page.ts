import {
  type Disposable,
  EventEmitter,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import { pathPart } from './document-lines.ts';

/** One read-only page of the editor, whose text is made when it is read. */
export class ReadOnlyPage implements TextDocumentContentProvider, Disposable {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #uri: Uri;
  readonly #text: () => string;
  readonly #provider: Disposable;

  /** @param scheme of its own @param title the name of its tab */
  constructor(scheme: string, title: string, text: () => string) {
    this.#uri = Uri.from({ scheme, path: `/${pathPart(title)}` });
    this.#text = text;
    this.#provider = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Its text is another one: where it is open it is read again. */
  changed(): void {
    this.#changed.fire(this.#uri);
  }

  /** Opens it, or brings it to the front: in a tab of its own, or in the one that the next page takes. */
  async show(tab: 'kept' | 'passing'): Promise<void> {
    await window.showTextDocument(await workspace.openTextDocument(this.#uri), {
      preview: tab === 'passing',
    });
  }

  provideTextDocumentContent(): string {
    return this.#text();
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }
}
