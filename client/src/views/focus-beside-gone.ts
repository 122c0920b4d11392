/** A line of a view that may go while it is in focus. */
export interface FocusableLine<Line> {
  /** The same for a line that was made anew. */
  readonly id: string;
  readonly parent: Line | undefined;
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
 * Where no line stays, what has come in its place has the focus.
 */
export class FocusBesideGone<Line extends FocusableLine<Line>> {
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

  /**
   * To be called before VS Code is told of a change. While it is busy with one before, it does not say which line is in focus: then it
   * is the one that was.
   */
  async look(): Promise<void> {
    this.#inFocus = (await this.#focus.inFocus()) ?? this.#inFocus;
    this.#isOpen = this.#inFocus !== undefined && this.#focus.isOpen(this.#inFocus);
  }

  /**
   * The topmost line under which VS Code will not find the line in focus any more from the moment when it is given what is there now until
   * it shows that, one floor after the other. It looks for it whenever it shows something else meanwhile.
   *
   * @param linesUnder what is under a line now; undefined of a line that VS Code is not told of yet
   */
  async losing(
    linesUnder: (line: Line) => readonly Line[] | Promise<readonly Line[]> | undefined,
  ): Promise<Line | undefined> {
    let losing: Line | undefined;
    for (let above = this.#inFocus?.parent; above; above = above.parent) {
      const lines = await linesUnder(above);
      const going = lines && this.#going(above, lines);
      // With the id that another line has from then on VS Code goes on with the line itself; with what is above it, it forgets that.
      if (going && (going.gone.id !== going.inFocus.id || !going.neighbour)) losing = above;
    }
    return losing;
  }

  /** What VS Code was given last of what stands under a line. */
  given(under: object): readonly Line[] {
    return this.#given.get(under) ?? [];
  }

  /** To be called with the lines that VS Code is given under a line, or at the top of the view, before it is. */
  give(under: object, lines: readonly Line[]): void {
    const going = this.#going(under, lines);
    this.#given.set(under, lines);
    if (!going) return;
    const { inFocus, neighbour } = going;
    this.#inFocus = neighbour;
    if (!neighbour) return;
    this.#exchange(inFocus.id, neighbour.id);
    this.#beside = { id: neighbour.id, since: this.#focus.now() };
    if (!this.#isOpen && this.#focus.isOpen(neighbour)) this.#focus.close(neighbour);
  }

  /** The line in focus where it is not among the lines that are given, or that above it which is not, and who has the focus then. */
  #going(
    under: object,
    lines: readonly Line[],
  ): { inFocus: Line; gone: Line; neighbour: Line | undefined } | undefined {
    const before = this.given(under);
    const inFocus = this.#inFocus;
    if (!inFocus) return undefined;
    const there = new Set(lines.map(({ id }) => id));
    const place = before.findIndex((line) => !there.has(line.id) && isAtOrUnder(inFocus, line));
    const gone = before[place];
    return gone && { inFocus, gone, neighbour: this.#neighbour(inFocus, before, place, lines) };
  }

  /**
   * The next line that stays or the one before: that which is expanded, or not, as the line in focus was; else the next. Where none
   * stays, the one that has come in its place.
   */
  #neighbour(inFocus: Line, before: readonly Line[], gone: number, lines: readonly Line[]): Line | undefined {
    const there = new Set(lines.map(({ id }) => id));
    const selected = new Set(this.#focus.selected().map(({ id }) => id));
    const isAlike = ({ id }: Line) => selected.size < 2 || selected.has(id) === selected.has(inFocus.id);
    const stays = (line: Line) => there.has(line.id) && isAlike(line);
    const both = [before.slice(gone + 1).find(stays), before.slice(0, gone).findLast(stays)];
    const neighbours = both.filter((line) => line !== undefined);
    const isSame = (line: Line) => this.#focus.isOpen(line) === this.#isOpen;
    return neighbours.find(isSame) ?? neighbours[0] ?? lines.slice(0, gone + 1).findLast(isAlike);
  }

  #exchange(one: string, other: string): void {
    const shown = this.shownId(one);
    this.#shownIds.set(one, this.shownId(other));
    this.#shownIds.set(other, shown);
  }
}

/** Whether a line is another one, or stands under it, by their ids. */
export function isAtOrUnder<Line extends FocusableLine<Line>>(line: Line, other: Line): boolean {
  for (let at: Line | undefined = line; at; at = at.parent) if (at.id === other.id) return true;
  return false;
}
