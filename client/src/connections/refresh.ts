import { Disposable, type Uri } from 'vscode';

/** What is to be read again: all that is shown of clusters, of one of them, or a document of an object. */
export type RefreshScope = 'everything' | { readonly contextId: string } | { readonly document: Uri };

/** Reads again what it shows within the scope. */
export type Refresher = (scope: RefreshScope) => Promise<void> | void;

/** Where a person asks that what is shown of clusters is read again, and those who show it are told. */
export class Refresh {
  readonly #refreshers = new Set<Refresher>();

  /** Asks `refresher` each time, until the answer is disposed of. */
  onDidAsk(refresher: Refresher): Disposable {
    this.#refreshers.add(refresher);
    return new Disposable(() => this.#refreshers.delete(refresher));
  }

  /** Resolves when everybody has read. */
  async ask(scope: RefreshScope): Promise<void> {
    await Promise.all([...this.#refreshers].map((refresher) => refresher(scope)));
  }
}
