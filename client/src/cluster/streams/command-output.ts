import { Readable } from 'node:stream';

/** What waits for a reader that is behind, beside what has come with it. */
const highWaterMark = 64 * 1024;

/** An output of a command. Who reads it alone hears of a failure there, but not before all that has come is read. */
export class CommandOutput extends Readable {
  readonly #takesMore: () => void;
  #failure: Error | undefined;

  /** `takesMore` is called when its reader has caught up, or will not read any further. */
  constructor(takesMore: () => void) {
    super({ highWaterMark });
    this.#takesMore = takesMore;
    // The end of the command tells of it, too.
    this.on('error', () => {});
  }

  /** There will be no more, for this reason. */
  fail(reason: Error): void {
    this.#failure = reason;
    this.#destroyWhenRead();
  }

  override read(size?: number): Buffer | null {
    const bytes: Buffer | null = super.read(size);
    // Whoever has asked for the last of it is to have it first.
    if (this.#failure) queueMicrotask(() => this.#destroyWhenRead());
    return bytes;
  }

  override _read(): void {
    this.#takesMore();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#takesMore();
    done(error);
  }

  #destroyWhenRead(): void {
    if (this.readableLength === 0) this.destroy(this.#failure);
  }
}
