import type { TreeItem } from 'vscode';
import type { TreeNode } from '../../client/src/explorer/nodes/node.ts';
import type { Testing } from '../../client/src/testing.ts';
import { eventually } from './extension-ui.ts';

/** A line of the Clusters view. */
export interface Line {
  readonly node: TreeNode;
  readonly item: TreeItem;
  readonly label: string;
}

/** The lines of the Clusters view, as VS Code asks for them: what is asked for is shown, and live from then on. */
export class TreeLines {
  readonly #view: Testing['clusters'];
  readonly #looks: 'once they have come' | 'as they are';

  constructor({ clusters }: Testing, looks: 'once they have come' | 'as they are' = 'once they have come') {
    this.#view = clusters;
    this.#looks = looks;
  }

  /** The lines under one, or the first ones: once they have come, unless it looks at them as they are. */
  under(node?: TreeNode): Promise<Line[]> {
    if (this.#looks === 'as they are') return this.now(node);
    return eventually(async () => {
      const lines = await this.now(node);
      return lines.some(({ label }) => label === 'Loading…') ? undefined : lines;
    });
  }

  /** The lines that are shown under one, or the first ones: a busy machine has them late, and a line says so till then. */
  async now(node?: TreeNode): Promise<Line[]> {
    const nodes = (await this.#view.getChildren(node)) ?? [];
    return Promise.all(
      nodes.map(async (child) => {
        const item = await this.#view.getTreeItem(child);
        return { node: child, item, label: String(item.label) };
      }),
    );
  }

  async labels(node?: TreeNode): Promise<string[]> {
    return (await this.under(node)).map(({ label }) => label);
  }

  /** The line of a context, once it is there; of the kubeconfig's first one where none is named. */
  context(name?: string): Promise<Line> {
    return eventually(async () =>
      (await this.under()).find(({ label, item }) =>
        name === undefined
          ? item.contextValue === 'context'
          : label === name && /^context\b/.test(String(item.contextValue)),
      ),
    );
  }

  /** The lines of kinds under that of a context, or under a heading. */
  async kinds(node: TreeNode): Promise<Line[]> {
    const lines = await this.under(node);
    const found = await Promise.all(
      lines.map(async (line) =>
        /^kind\b/.test(String(line.item.contextValue)) ? [line] : await this.kinds(line.node),
      ),
    );
    return found.flat();
  }

  /** The line of a kind of a context, of the first one where none is named; undefined where there is none. */
  async kind(label: string, context?: string): Promise<Line | undefined> {
    return (await this.kinds((await this.context(context)).node)).find((line) => line.label === label);
  }

  /** The line of an object under that of its kind, once it is there. */
  async object(kind: string, name: RegExp, context?: string): Promise<Line> {
    const parent = await eventually(() => this.kind(kind, context));
    return eventually(async () => (await this.under(parent.node)).find(({ label }) => name.test(label)));
  }
}
