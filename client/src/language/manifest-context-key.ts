import { type Disposable, type TextDocument, window, workspace } from 'vscode';
import { setContextKey } from '../contributions/set-context-key.ts';
import { looksLikeJsonManifest } from './json-manifests.ts';

const pause = 300;
/** How much of a text is looked at. */
const longestLook = 200_000;

/**
 * Keeps the context key `kubewright.editorHasManifest`, by which menus offer what can be done with a manifest: whether
 * the active editor holds any.
 */
export class ManifestContextKey implements Disposable {
  readonly #listeners: Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #value: boolean | undefined;

  constructor() {
    this.#listeners = [
      window.onDidChangeActiveTextEditor(() => this.#look()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document !== window.activeTextEditor?.document || !isManifestLanguage(document)) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#look(), pause);
      }),
      workspace.onDidOpenTextDocument((document) => {
        if (document === window.activeTextEditor?.document) this.#look();
      }),
    ];
    this.#look();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.dispose();
  }

  #look(): void {
    const value = hasManifest(window.activeTextEditor?.document);
    if (value === this.#value) return;
    this.#value = value;
    setContextKey('editorHasManifest', value);
  }
}

function hasManifest(document: TextDocument | undefined): boolean {
  if (!document || !isManifestLanguage(document)) return false;
  const text = document.getText();
  return document.languageId === 'json'
    ? looksLikeJsonManifest(text)
    : holdsManifest(text.slice(0, longestLook));
}

function isManifestLanguage({ languageId }: TextDocument): boolean {
  return languageId === 'yaml' || languageId === 'json';
}

/** Whether a text names an `apiVersion` and a `kind`; cheap enough for every pause in typing. */
function holdsManifest(text: string): boolean {
  return /^ {0,2}(["']?)apiVersion\1\s*:/m.test(text) && /^ {0,2}(["']?)kind\1\s*:/m.test(text);
}
