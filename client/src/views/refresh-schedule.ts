import type { Clock } from '../cluster/watch/clock.ts';

/**
 * Changes are told this many milliseconds apart at least. VS Code itself gathers what a view tells it until 200 ms have
 * passed without more, however long that takes: what came every 100 ms would be shown when it ends. What is shown may be 300 ms old
 * at most, and an API server takes up to 80 of them to tell of a change.
 */
const refreshInterval = 220;

/** What is held is looked at again after so many milliseconds. */
const heldInterval = 50;

/** To tell VS Code of more lines under one other than this costs it more than to show that one anew. */
const fewLines = 50;

/** Of a view that is hidden as many changes are kept one by one. */
const mostKept = 1000;

/** The one place that tells VS Code what of a view has changed. */
export interface RefreshSchedule<Element> {
  /** The element, or all of the view, and what is under it is to be shown anew. */
  refresh(element: Element | undefined): void;
  /** The view is shown, which was hidden: tells what has changed meanwhile. */
  shown(): void;
  /** Tells nothing any more. */
  dispose(): void;
}

/**
 * Tells changes at once, then at most every `refreshInterval`: all that changed meanwhile as one array, without what
 * stands below another changed element, which VS Code shows anew with that; in place of many elements the one that they
 * stand under. `undefined` stands for the whole view. What is held, or has to be told after another, is told a little later.
 */
export function scheduleRefreshes<Element>(options: {
  /** What has to be known before VS Code is told of what has changed by then. Never rejects. */
  look?: (changed: () => readonly (Element | undefined)[]) => Promise<void>;
  tell: (changed: Element[] | undefined) => void;
  parentOf: (element: Element) => Element | undefined;
  /** Whether a refresh of the element would come while VS Code cannot take it in. */
  isHeld: (element: Element | undefined) => boolean;
  /**
   * Of which of some elements VS Code is told first, without the others; none to be asked again soon. They are in the order in which
   * they came.
   */
  first?: (elements: (Element | undefined)[]) => (Element | undefined)[];
  /** Whether the view is hidden. What VS Code is told of then it shows all at once later: so it is told once the view is shown. */
  isHidden?: () => boolean;
  clock: Pick<Clock, 'now' | 'after'>;
}): RefreshSchedule<Element> {
  const { look, tell, parentOf, isHeld, first = all, isHidden = never, clock } = options;
  let changed = new Set<Element | undefined>();
  let toldAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let isOver = false;

  const tellInTime = (atLeast: number) => {
    // What changes while it is looked is told with the rest.
    cancel ??= clock.after(Math.max(atLeast, toldAt + refreshInterval - clock.now()), () => {
      // Where all is held nothing is told, and so nothing has to be known.
      const isAllHeld = isHidden() || ([...changed].every(isHeld) && gatheredLines().every(isHeld));
      if (look && !isAllHeld) void look(gatheredLines).then(tellNow);
      else tellNow();
    });
  };

  const tellNow = () => {
    cancel = undefined;
    if (!isOver && !isHidden()) tellAll();
  };

  const gatheredLines = () =>
    changed.has(undefined)
      ? [undefined]
      : topmost(gathered(changed as ReadonlySet<Element>, parentOf), parentOf);

  const tellAll = () => {
    const elements = gatheredLines();
    const ready = elements.filter((element) => !isHeld(element));
    const free = first(ready);
    changed = new Set(elements.filter((element) => !free.includes(element)));
    if (free.length > 0) toldAt = clock.now();
    if (changed.size > 0) tellInTime(heldInterval);
    if (free.length > 0) tell(free.includes(undefined) ? undefined : (free as Element[]));
  };

  return {
    refresh(element) {
      if (isOver) return;
      changed.add(element);
      // Also at once means after what is under way: what changes together is told together.
      if (!isHidden()) return tellInTime(0);
      if (changed.size > mostKept) changed = new Set(gatheredLines());
      if (changed.size > mostKept) changed = new Set([undefined]);
    },
    shown() {
      if (!isOver && changed.size > 0) tellInTime(0);
    },
    dispose() {
      isOver = true;
      cancel?.();
    },
  };
}

function never(): boolean {
  return false;
}

function all<Element>(elements: Element[]): Element[] {
  return elements;
}

/** The elements; where they are many under one other, that one. */
function gathered<Element>(
  elements: ReadonlySet<Element>,
  parentOf: (element: Element) => Element | undefined,
): ReadonlySet<Element> {
  const counts = new Map<Element | undefined, number>();
  for (const element of elements) {
    const parent = parentOf(element);
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  return new Set(
    [...elements].map((element) => {
      const parent = parentOf(element);
      return parent !== undefined && counts.get(parent)! > fewLines ? parent : element;
    }),
  );
}

function topmost<Element>(
  elements: ReadonlySet<Element>,
  parentOf: (element: Element) => Element | undefined,
): Element[] {
  return [...elements].filter((element) => {
    for (let above = parentOf(element); above !== undefined; above = parentOf(above)) {
      if (elements.has(above)) return false;
    }
    return true;
  });
}
