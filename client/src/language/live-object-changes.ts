import type { Disposable } from 'vscode';
import type { Connections } from '../connections/connections.ts';
import type { Targets } from '../connections/targets.ts';
import type { LanguageService } from './language-service.ts';

/** Nothing is told until so long after a change: an apply makes many, and each word has the server ask for all it shows. */
const pause = 500;

/** Tells the language server when what it has asked about objects of clusters is out of date. */
export class LiveObjectChanges implements Disposable {
  readonly #language: LanguageService;
  readonly #listeners: Disposable[];
  #timer: NodeJS.Timeout | undefined;

  constructor(connections: Connections, targets: Targets, language: LanguageService) {
    this.#language = language;
    this.#listeners = [
      connections.onDidDiscover(() => this.#tell()),
      connections.onDidClose(() => this.#tell()),
      connections.onDidWrite(() => this.#tell()),
      targets.onDidChange(() => this.#tell()),
    ];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.dispose();
  }

  /** Objects have changed, or the cluster that this workspace's manifests go to. */
  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#language.notify('kubewright/liveObjectsChanged', {}), pause);
  }
}
