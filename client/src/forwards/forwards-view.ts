import { type Disposable, ThemeIcon, type TreeDataProvider, TreeItem, window } from 'vscode';
import { itemContext } from '../contributions/item-context.ts';
import { views } from '../contributions/views.ts';
import type { Forward, Forwards } from './forwards.ts';

/** The Port Forwards view; shown while there are any. */
export class ForwardsView implements TreeDataProvider<Forward>, Disposable {
  readonly onDidChangeTreeData;
  readonly #forwards: Forwards;
  readonly #view: Disposable;

  constructor(forwards: Forwards) {
    this.#forwards = forwards;
    this.onDidChangeTreeData = forwards.onDidChange;
    this.#view = window.createTreeView(views.forwards, { treeDataProvider: this });
  }

  getTreeItem(forward: Forward): TreeItem {
    const { context, reference, podPort, localPort, url } = forward;
    const item = new TreeItem(`127.0.0.1:${localPort}`);
    item.id = String(localPort);
    item.description = `${reference.name}:${podPort}`;
    item.tooltip = [
      url.toString(true),
      `leads to port ${podPort} of ${reference.resource.kind} ${reference.name}`,
      `namespace ${reference.namespace ?? 'none'}, cluster ${context.name}`,
    ].join('\n');
    item.iconPath = new ThemeIcon('plug');
    item.contextValue = itemContext('forward');
    return item;
  }

  getChildren(forward?: Forward): Forward[] {
    return forward ? [] : [...this.#forwards.all];
  }

  dispose(): void {
    this.#view.dispose();
  }
}
