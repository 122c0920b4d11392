import { type Disposable, type TextDocumentContentProvider, Uri, workspace } from 'vscode';
import { pathPart } from './document-lines.ts';

const scheme = 'kubewright-page';

/** Read-only pages that say what was so when a person asked. Their texts are in memory alone, while they are open. */
export class HeldPages implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #lifetime: readonly Disposable[];
  #next = 1;

  constructor() {
    this.#lifetime = [
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  /** The page of a text, to be opened now, by the parts of its path: the last one is its title. */
  hold(path: readonly string[], text: string): Uri {
    const parts = path.map(pathPart).join('/');
    const uri = Uri.from({ scheme, path: `/${parts}`, query: String(this.#next++) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? '# This is of another session: ask again.\n';
  }

  dispose(): void {
    for (const part of this.#lifetime) part.dispose();
  }
}
