import type { Clock } from '../cluster/watch/clock.ts';

/** A refresh of a view takes VS Code up to this many milliseconds; nobody collapses what was expanded less ago. */
const refreshTakes = 300;

/** A line of a tree that may be expanded. */
export interface ExpandableLine {
  /** The same for a line that was made anew. */
  readonly id: string;
  readonly parent: ExpandableLine | undefined;
  /** What is under the line is shown from now on. */
  open?(): void;
  /** What is under the line is shown no more. */
  close?(): void;
}

/**
 * Which lines of a view are expanded, as VS Code has them: the only place that knows. A line is open while it and all
 * above it are expanded; it is told by `open` and `close` when that changes.
 *
 * VS Code asks for children of expanded lines alone, so that a question for them tells as much as its event does, and
 * often sooner. Under a collapsed line it remembers what was expanded until that line, or one above it, is refreshed.
 */
export class Expansion<Line extends ExpandableLine> {
  readonly #expanded = new Map<string, Line>();
  readonly #open = new Set<Line>();
  /** The lines of which VS Code may have kept children that are not what they have when they are open again. */
  readonly #outdated = new WeakSet<Line>();
  readonly #clock: Pick<Clock, 'now'>;
  /** When a line came into `#expanded` for the last time. */
  readonly #since = new WeakMap<Line, number>();
  /** The last refreshes: of these lines, or of all. */
  #refreshes: { at: number; ids: ReadonlySet<string> | undefined }[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** The lines whose children are shown now. */
  get open(): readonly Line[] {
    return [...this.#open];
  }

  /** The lines below one, or all, whose children are shown now. */
  openBelow(line: Line | undefined): readonly Line[] {
    return line === undefined ? this.open : this.open.filter((one) => isUnder(one, line));
  }

  /** Whether the children of a line are shown now. */
  isOpen(line: Line): boolean {
    return this.#open.has(line);
  }

  /** VS Code asks for the children of a line. Gives whether they are shown: else it is to have none for now. */
  asked(line: Line): boolean {
    this.#add(line);
    const isOpen = this.#open.has(line);
    if (!isOpen) this.#forgetUnder(line);
    // What is under a line that nothing keeps live changes by a refresh alone.
    if (isOpen && !line.open) this.#outdated.delete(line);
    else this.#outdated.add(line);
    return isOpen;
  }

  /**
   * The person has expanded a line. Gives the lines that are open again by that and under which VS Code shows what it
   * has kept from before, without a question, though it may not be so any more. No others: a refresh comes while the person
   * goes on, and VS Code collapses again what is expanded under a line during its refresh.
   */
  expanded(line: Line): Line[] {
    return this.#add(line).filter((opened) => this.#outdated.has(opened));
  }

  /**
   * A line is collapsed. Gives whether the person did that, or VS Code: it collapses a line that is expanded during a
   * refresh of one above it, once that refresh is done.
   */
  collapsed(line: Line): 'by the person' | 'by a refresh' {
    const since = this.#expanded.has(line.id) ? this.#since.get(line) : undefined;
    const isFresh = since !== undefined && this.#clock.now() - since < refreshTakes;
    const by = isFresh && this.#isRefreshedAbove(line) ? 'by a refresh' : 'by the person';
    this.#expanded.delete(line.id);
    this.#settle();
    return by;
  }

  /** These lines, or all, are refreshed: VS Code forgets what was expanded under a collapsed one of them or under them. */
  refreshed(lines: readonly Line[] | undefined): void {
    const ids = lines && new Set(lines.map(({ id }) => id));
    this.#refreshes.push({ at: this.#clock.now(), ids });
    this.#dropOldRefreshes();
    for (const line of this.#expanded.values()) {
      let isHidden = false;
      for (let above = line.parent; above; above = above.parent) {
        isHidden ||= !this.#expanded.has(above.id);
        if (isHidden && ids?.has(above.id)) this.#expanded.delete(line.id);
      }
      if (isHidden && !ids) this.#expanded.delete(line.id);
    }
  }

  /** A line is gone, and all under it. */
  forget(line: Line): void {
    if (this.#expanded.get(line.id) === line) this.#expanded.delete(line.id);
    this.#forgetUnder(line);
  }

  /** The lines that are open by that and were not. */
  #add(line: Line): Line[] {
    const known = this.#expanded.get(line.id);
    if (known === line) return [];
    this.#expanded.set(line.id, line);
    this.#since.set(line, this.#clock.now());
    return this.#settle();
  }

  #isRefreshedAbove(line: Line): boolean {
    this.#dropOldRefreshes();
    return this.#refreshes.some(({ ids }) => {
      if (!ids) return true;
      for (let above = line.parent; above; above = above.parent) if (ids.has(above.id)) return true;
      return false;
    });
  }

  #dropOldRefreshes(): void {
    const oldest = this.#clock.now() - 2 * refreshTakes;
    this.#refreshes = this.#refreshes.filter(({ at }) => at > oldest);
  }

  #forgetUnder(line: Line): void {
    for (const other of this.#expanded.values()) if (isUnder(other, line)) this.#expanded.delete(other.id);
    this.#settle();
  }

  /** Closes and opens what is to be; gives what was opened. */
  #settle(): Line[] {
    for (const line of [...this.#open].reverse()) {
      if (this.#hasAllExpanded(line) || !this.#open.delete(line)) continue;
      line.close?.();
    }
    const opened: Line[] = [];
    for (const line of [...this.#expanded.values()]) {
      if (this.#open.has(line) || !this.#hasAllExpanded(line)) continue;
      this.#open.add(line);
      opened.push(line);
      line.open?.();
    }
    return opened;
  }

  #hasAllExpanded(line: Line): boolean {
    if (this.#expanded.get(line.id) !== line) return false;
    for (let above = line.parent; above; above = above.parent) {
      if (!this.#expanded.has(above.id)) return false;
    }
    return true;
  }
}

function isUnder(line: ExpandableLine, other: ExpandableLine): boolean {
  for (let above = line.parent; above; above = above.parent) if (above.id === other.id) return true;
  return false;
}
