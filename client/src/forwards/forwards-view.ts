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
import { questions } from '../prompts/questions.ts';
import { treeLine } from '../prompts/tree-line.ts';
import { scheduleRefreshes } from '../views/refresh-schedule.ts';
import { podWords, targetWords } from './forward-words.ts';
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

  getTreeItem(forward: Forward): TreeItem | Promise<TreeItem> {
    return questions.afterwards(() => lineOf(forward));
  }

  getChildren(forward?: Forward): Forward[] | Promise<Forward[]> {
    return forward ? [] : questions.afterwards(() => [...this.#forwards.all]);
  }

  dispose(): void {
    for (const part of this.#lifetime) part.dispose();
  }
}

function lineOf(forward: Forward): TreeItem {
  const { context, reference, port, address, url, by, missing } = forward;
  const pod = podWords(forward);
  const target = `${reference.name}:${port}`;
  const how = by === 'requests' ? ' (HTTP, through the API server)' : '';
  return treeLine({
    id: address,
    label: address,
    description: `${pod === undefined ? target : `${target} → ${pod}`}${how}`,
    tooltip: [
      // That of a server holds a secret.
      by === 'requests' ? `http://${address}` : url.toString(true),
      `leads to ${targetWords(forward)}${how}`,
      ...(pod === undefined ? [] : [`now to Pod ${pod}`]),
      `namespace ${reference.namespace ?? 'none'}, cluster ${context.name}`,
      ...missing,
    ],
    icon: new ThemeIcon('plug'),
    context: itemContext('forward'),
  });
}
