import {
  type Disposable,
  EventEmitter,
  ThemeIcon,
  type TreeDataProvider,
  type TreeItem,
  window,
} from 'vscode';
import { systemClock } from '../cluster/watch/clock.ts';
import { itemContext } from '../contributions/item-context.ts';
import { views } from '../contributions/views.ts';
import { treeLine } from '../prompts/tree-line.ts';
import { scheduleRefreshes } from '../views/refresh-schedule.ts';
import type { Forward, Forwards } from './forwards.ts';

/** The Port Forwards view; shown while there are any. */
export class ForwardsView implements TreeDataProvider<Forward>, Disposable {
  readonly #refreshed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#refreshed.event;
  readonly #forwards: Forwards;
  readonly #lifetime: Disposable[];

  constructor(forwards: Forwards) {
    this.#forwards = forwards;
    const schedule = scheduleRefreshes<Forward>({
      tell: () => this.#refreshed.fire(undefined),
      parentOf: () => undefined,
      isHeld: () => false,
      clock: systemClock,
    });
    this.#lifetime = [
      window.createTreeView(views.forwards, { treeDataProvider: this }),
      forwards.onDidChange(() => schedule.refresh(undefined)),
      schedule,
      this.#refreshed,
    ];
  }

  getTreeItem(forward: Forward): TreeItem {
    const { context, reference, podPort, localPort, url } = forward;
    return treeLine({
      id: String(localPort),
      label: `127.0.0.1:${localPort}`,
      description: `${reference.name}:${podPort}`,
      tooltip: [
        url.toString(true),
        `leads to port ${podPort} of ${reference.resource.kind} ${reference.name}`,
        `namespace ${reference.namespace ?? 'none'}, cluster ${context.name}`,
      ],
      icon: new ThemeIcon('plug'),
      context: itemContext('forward'),
    });
  }

  getChildren(forward?: Forward): Forward[] {
    return forward ? [] : [...this.#forwards.all];
  }

  dispose(): void {
    for (const part of this.#lifetime) part.dispose();
  }
}
