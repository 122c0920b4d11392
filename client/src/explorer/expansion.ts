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

  /** The lines whose children are shown now. */
  get open(): readonly Line[] {
    return [...this.#open];
  }

  /** VS Code asks for the children of a line. Gives whether they are shown: else it is to have none for now. */
  asked(line: Line): boolean {
    this.#add(line);
    const isOpen = this.#open.has(line);
    if (!isOpen) this.#forgetUnder(line);
    return isOpen;
  }

  /** The person has expanded a line. Gives the lines that are open again by that, as far as VS Code asks for none of them. */
  expanded(line: Line): Line[] {
    return this.#add(line);
  }

  /** The person has collapsed a line. */
  collapsed(line: Line): void {
    this.#expanded.delete(line.id);
    this.#settle();
  }

  /** These lines, or all, are refreshed: VS Code forgets what was expanded under a collapsed one of them or under them. */
  refreshed(lines: readonly Line[] | undefined): void {
    const ids = lines && new Set(lines.map(({ id }) => id));
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
    return this.#settle();
  }

  #forgetUnder(line: Line): void {
    for (const other of this.#expanded.values()) if (isUnder(other, line)) this.#expanded.delete(other.id);
    this.#settle();
  }

  /** Closes and opens what is to be; gives what was opened. */
  #settle(): Line[] {
    for (const line of [...this.#open].reverse()) {
      if (this.#isOpen(line) || !this.#open.delete(line)) continue;
      line.close?.();
    }
    const opened: Line[] = [];
    for (const line of [...this.#expanded.values()]) {
      if (this.#open.has(line) || !this.#isOpen(line)) continue;
      this.#open.add(line);
      opened.push(line);
      line.open?.();
    }
    return opened;
  }

  #isOpen(line: Line): boolean {
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
