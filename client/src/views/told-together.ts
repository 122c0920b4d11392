/** What VS Code has of a view, and what it would be given now. */
export interface ShownTree<Line> {
  /** What VS Code was given last of what stands under a line. */
  given(line: Line): readonly Line[];
  /** Whether nothing ever stands under a line. */
  isLeaf(line: Line): boolean;
  /** Whether a line is expanded. */
  isOpen(line: Line): boolean;
  /** What stands under a line now; undefined of one that VS Code is not told of yet. */
  now(line: Line): readonly Line[] | Promise<readonly Line[]> | undefined;
  /** Whether VS Code is at what it was told of last. */
  isBusy(): boolean;
}

/**
 * Of which expanded lines VS Code is told together. It forgets what has gone under a line when it is given what is there now, and
 * takes it from the view a moment later. If it shows another line anew in that moment, and what has gone comes into sight by that, it
 * draws it once more, and to place the icon of a leaf it looks for the line above: a "TreeError" in its console. So of a line under
 * which leaves go VS Code is told with no other that is expanded.
 */
export class ToldTogether<Line extends { readonly id: string }> {
  readonly #tree: ShownTree<Line>;
  /** What was looked at last, and loses no leaves. */
  #keeping: ReadonlySet<Line> = new Set();
  /** VS Code was told last of a line under which leaves go. */
  #isLosing = false;

  constructor(tree: ShownTree<Line>) {
    this.#tree = tree;
  }

  /** To be called before VS Code is told of lines. */
  async look(changed: readonly (Line | undefined)[]): Promise<void> {
    this.#keeping = new Set();
    const open = changed.filter((line) => line !== undefined).filter((line) => this.#tree.isOpen(line));
    const isKeeping = await Promise.all(
      open.map(async (line) => open.length < 2 || !(await this.#loses(line))),
    );
    this.#keeping = new Set(open.filter((_, place) => isKeeping[place]));
  }

  /**
   * Those of the lines of which VS Code is told now: the first of them that is expanded, and all that can go with it. None before VS
   * Code is done with what it was told of last, if leaves go with that or with these: it works at what comes meanwhile at the same time.
   *
   * @param alone one of them, of which VS Code has to be told before all others
   */
  of<Some extends Line | undefined>(lines: readonly Some[], alone?: Some): Some[] {
    const isOpen = (line: Some) => line !== undefined && this.#tree.isOpen(line);
    const isApart = (line: Some) => line !== undefined && isOpen(line) && !this.#keeping.has(line);
    const first = alone ?? lines.find(isOpen);
    const isLosing = first !== undefined && (first === alone || isApart(first));
    if ((this.#isLosing || isLosing) && this.#tree.isBusy()) return [];
    this.#isLosing = isLosing;
    if (alone !== undefined) return [alone];
    return lines.filter((line) => line === first || !(isLosing ? isOpen(line) : isApart(line)));
  }

  async #loses(line: Line): Promise<boolean> {
    // Under what was expanded there are leaves, or were.
    const before = this.#tree
      .given(line)
      .filter((one) => this.#tree.isLeaf(one) || this.#tree.given(one).length > 0);
    if (before.length === 0) return false;
    const now = await this.#tree.now(line);
    if (!now) return false;
    const there = new Set(now.map(({ id }) => id));
    if (before.some(({ id }) => !there.has(id))) return true;
    for (const one of before) if (this.#tree.isOpen(one) && (await this.#loses(one))) return true;
    return false;
  }
}
