/** For so many milliseconds a tooltip is left to its reader. */
const readingTime = 30_000;

/** How a line looked when it was last shown, and whether somebody reads its tooltip: VS Code takes that away with each showing. */
export class LineLook {
  readonly #look: () => string;
  #shown: string | undefined;
  /** In milliseconds since the epoch. */
  #readUntil = 0;

  /** @param look all that may differ from one time to the next */
  constructor(look: () => string) {
    this.#look = look;
  }

  /** The line is shown as it looks now. */
  show(): void {
    this.#shown = this.#look();
  }

  /** Whether the line would look another way than when it was last shown; one that never was does not. */
  get isOther(): boolean {
    return this.#shown !== undefined && this.#shown !== this.#look();
  }

  /** The tooltip was asked for. */
  read(now: number): void {
    this.#readUntil = now + readingTime;
  }

  /** Whether somebody may be reading it. */
  isRead(now: number): boolean {
    return now < this.#readUntil;
  }
}
