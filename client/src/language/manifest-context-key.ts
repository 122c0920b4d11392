import { type Disposable, EventEmitter, type TextDocument, window, workspace } from 'vscode';
import { setContextKey } from '../contributions/set-context-key.ts';
import { holdsManifest } from './holds-manifest.ts';
import { looksLikeJsonManifest } from './json-manifests.ts';

const pause = 300;

/**
 * Keeps the context key `kubewright.editorHasManifest`, by which menus offer what can be done with a manifest: whether
 * the active editor holds any.
 */
export class ManifestContextKey implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
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

  /** Whether the active editor holds a manifest. */
  get value(): boolean {
    return this.#value ?? false;
  }

  dispose(): void {
    this.#changed.dispose();
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.dispose();
  }

  #look(): void {
    const value = hasManifest(window.activeTextEditor?.document);
    if (value === this.#value) return;
    this.#value = value;
    setContextKey('editorHasManifest', value);
    this.#changed.fire();
  }
}

function hasManifest(document: TextDocument | undefined): boolean {
  if (!document || !isManifestLanguage(document)) return false;
  const text = document.getText();
  return document.languageId === 'json' ? looksLikeJsonManifest(text) : holdsManifest(text);
}

function isManifestLanguage({ languageId }: TextDocument): boolean {
  return languageId === 'yaml' || languageId === 'json';
}
