import type { Disposable } from 'vscode';
import type { Explanation } from '../cluster/explanation.ts';
import { ReadOnlyPage } from '../prompts/read-only-page.ts';
import { problemText } from './problem-text.ts';

/** The page that has the whole of one line that tells of a problem: the one that was opened last. */
export class ProblemPage implements Disposable {
  #text = 'Open a line of the Clusters view that tells of a problem: it is shown here.\n';
  readonly #page = new ReadOnlyPage('kubewright-problem', 'Problem of a Cluster.txt', () => this.#text);

  /** Shows a problem in place of the one before. */
  async show(why: Explanation): Promise<void> {
    this.#text = problemText(why);
    this.#page.changed();
    await this.#page.show('passing');
  }

  dispose(): void {
    this.#page.dispose();
  }
}
