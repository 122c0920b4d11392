import type { Memento } from 'vscode';

const stateKey = 'kubewright.recent';
/** Picks that are remembered; of more the oldest are forgotten, and stand where they always do. */
const mostRecentPicks = 100;

/** Something that a person has picked: a cluster, or a kind or an object of it. */
export interface RecentPick {
  /** `Connections.keyOf` its context. */
  readonly cluster: string;
  /** `apps/v1 Deployment` */
  readonly kind?: string;
  /** `shop/web`, or `node-1` of what has no namespace. */
  readonly object?: string;
}

/** What has been picked in this workspace, so that it is offered first the next time. */
export class Recent {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  /** Remembers a pick as the latest one. */
  async remember(pick: RecentPick): Promise<void> {
    const text = JSON.stringify(pick);
    const others = this.#all().filter((one) => JSON.stringify(one) !== text);
    await this.#state.update(stateKey, [pick, ...others].slice(0, mostRecentPicks));
  }

  /** Puts the choices first that were picked, the latest of them before the others; the rest stays in its order. */
  inOrder<Choice>(choices: readonly Choice[], pickOf: (choice: Choice) => RecentPick): Choice[] {
    const recent = this.#all();
    const placeOf = (choice: Choice) => {
      const { cluster, kind, object } = pickOf(choice);
      const place = recent.findIndex(
        (one) =>
          one.cluster === cluster &&
          (kind === undefined || one.kind === kind) &&
          (object === undefined || one.object === object),
      );
      return place < 0 ? recent.length : place;
    };
    return choices
      .map((choice) => ({ choice, place: placeOf(choice) }))
      .sort((one, other) => one.place - other.place)
      .map(({ choice }) => choice);
  }

  #all(): readonly RecentPick[] {
    return this.#state.get<readonly RecentPick[]>(stateKey, []);
  }
}
