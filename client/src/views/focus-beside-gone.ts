/** A line of a view that may go while it is in focus. */
export interface FocusableLine {
  /** The same for a line that was made anew. */
  readonly id: string;
  readonly parent: FocusableLine | undefined;
}

/** What VS Code has of a view, and what follows from it. */
export interface Focus<Line> {
  /** The line in focus. */
  inFocus(): Promise<Line | undefined>;
  /** The lines that are selected. */
  selected(): readonly Line[];
  /** Whether a line is expanded. */
  isOpen(line: Line): boolean;
  /** VS Code shows a line as collapsed that was expanded. */
  close(line: Line): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Leaves the focus of a view at the neighbour of a line that goes: VS Code leaves it at none, and the next arrow key begins at the
 * top of the view. No API moves it but one that takes the keyboard from the editor; but VS Code keeps focus, selection and expansion
 * by the ids of lines. So the neighbour is shown by the id of the line that was in focus from then on, and that one by the
 * neighbour's, should it come back: no two lines ever have the same one.
 *
 * By the id VS Code keeps whether a line is expanded, too: of the two neighbours the one is taken that is so as the line was.
 * Where several lines are selected, that is so of the neighbour, too, or not, as it was of the line: nobody has selected others.
 */
export class FocusBesideGone<Line extends FocusableLine> {
  readonly #focus: Focus<Line>;
  /** What VS Code was given last of the lines under a line, or at the top. */
  readonly #given = new WeakMap<object, readonly Line[]>();
  #inFocus: Line | undefined;
  /** Whether that is expanded. */
  #isOpen = false;
  /** The line that got the focus last when another went. */
  #beside: { readonly id: string; readonly since: number } | undefined;
  /** The ids of lines that are shown by another's. */
  readonly #shownIds = new Map<string, string>();

  constructor(focus: Focus<Line>) {
    this.#focus = focus;
  }

  /** The id by which a line is shown. */
  shownId(id: string): string {
    return this.#shownIds.get(id) ?? id;
  }

  /**
   * When the line got the focus because another went, milliseconds since the epoch; undefined where another line got it since, or
   * none did.
   */
  besideGoneSince({ id }: Pick<Line, 'id'>): number | undefined {
    return this.#beside?.id === id ? this.#beside.since : undefined;
  }

  /** To be called before VS Code is told of a change: afterwards it does not say any more which line is in focus. */
  async look(): Promise<void> {
    this.#inFocus = await this.#focus.inFocus();
    this.#isOpen = this.#inFocus !== undefined && this.#focus.isOpen(this.#inFocus);
  }

  /** To be called with the lines that VS Code is given under a line, or at the top of the view, before it is. */
  give(under: object, lines: readonly Line[]): void {
    const before = this.#given.get(under) ?? [];
    this.#given.set(under, lines);
    const inFocus = this.#inFocus;
    if (!inFocus) return;
    const there = new Set(lines.map(({ id }) => id));
    const gone = before.findIndex((line) => !there.has(line.id) && isAtOrUnder(inFocus, line));
    if (gone < 0) return;
    const neighbour = this.#neighbour(inFocus, before, gone, there);
    this.#inFocus = neighbour;
    if (!neighbour) return;
    this.#exchange(inFocus.id, neighbour.id);
    this.#beside = { id: neighbour.id, since: this.#focus.now() };
    if (!this.#isOpen && this.#focus.isOpen(neighbour)) this.#focus.close(neighbour);
  }

  /** The next line that stays or the one before: that which is expanded, or not, as the line in focus was; else the next. */
  #neighbour(
    inFocus: Line,
    before: readonly Line[],
    gone: number,
    there: ReadonlySet<string>,
  ): Line | undefined {
    const selected = new Set(this.#focus.selected().map(({ id }) => id));
    const isAlike = ({ id }: Line) => selected.size < 2 || selected.has(id) === selected.has(inFocus.id);
    const stays = (line: Line) => there.has(line.id) && isAlike(line);
    const both = [before.slice(gone + 1).find(stays), before.slice(0, gone).findLast(stays)];
    const neighbours = both.filter((line) => line !== undefined);
    return neighbours.find((line) => this.#focus.isOpen(line) === this.#isOpen) ?? neighbours[0];
  }

  #exchange(one: string, other: string): void {
    const shown = this.shownId(one);
    this.#shownIds.set(one, this.shownId(other));
    this.#shownIds.set(other, shown);
  }
}

function isAtOrUnder(line: FocusableLine, other: FocusableLine): boolean {
  for (let at: FocusableLine | undefined = line; at; at = at.parent) if (at.id === other.id) return true;
  return false;
}
