/** Where a process reads from. */
export interface Input {
  /** The next bytes, as many as there are; undefined at the end. Rejects with the signal's reason once it is aborted. */
  read(signal: AbortSignal): Promise<Buffer | undefined>;
  /** Gives back what was read too far: it comes first at the next read. */
  unread(bytes: Buffer): void;
}

/** Where a process writes to. */
export interface Output {
  /** Takes bytes; resolves when more may come. Rejects with a `BrokenPipe` once nobody reads. */
  write(bytes: Buffer | string): Promise<void>;
}

/** What a process that writes is ended by when its reader is gone. */
export class BrokenPipe extends Error {
  constructor() {
    super('Broken pipe');
    this.name = 'BrokenPipe';
  }
}

/** Beyond this the writer waits. */
const mostWaiting = 64 * 1024;

/** Bytes on their way from a writer to one reader, held back while the reader is behind. */
export class BytePipe implements Input, Output {
  /** Undefined stands for an end after which more comes. */
  #waiting: (Buffer | undefined)[] = [];
  #size = 0;
  #hasEnded = false;
  #isBroken = false;
  #wake: (() => void)[] = [];
  readonly #onDidDrain: (() => void) | undefined;

  /** `onDidDrain` is called when a pipe that was full has room again: for writers that do not wait. */
  constructor(onDidDrain?: () => void) {
    this.#onDidDrain = onDidDrain;
  }

  /** Whether a writer should wait. */
  get isFull(): boolean {
    return this.#size >= mostWaiting;
  }

  async write(bytes: Buffer | string): Promise<void> {
    this.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    while (this.isFull && !this.#isBroken) await this.#change();
    if (this.#isBroken) throw new BrokenPipe();
  }

  /** Takes bytes without waiting: who calls looks at `isFull`. */
  push(bytes: Buffer): void {
    if (this.#hasEnded || this.#isBroken || bytes.length === 0) return;
    this.#waiting.push(bytes);
    this.#size += bytes.length;
    this.#notify();
  }

  /** One read ends here, as by Control-D; then it goes on. */
  endOnce(): void {
    if (this.#hasEnded || this.#isBroken || this.#waiting.length >= mostWaiting) return;
    this.#waiting.push(undefined);
    this.#notify();
  }

  /** No more bytes will come. */
  end(): void {
    this.#hasEnded = true;
    this.#notify();
  }

  /** Nobody will read any more: writers fail. */
  break(): void {
    this.#isBroken = true;
    this.#waiting = [];
    this.#size = 0;
    this.#notify();
    this.#onDidDrain?.();
  }

  async read(signal: AbortSignal): Promise<Buffer | undefined> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#waiting.length > 0) return this.#take();
      if (this.#hasEnded || this.#isBroken) return undefined;
      await this.#change(signal);
    }
  }

  unread(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#waiting.unshift(bytes);
    this.#size += bytes.length;
  }

  #take(): Buffer | undefined {
    const wasFull = this.isFull;
    const end = this.#waiting.indexOf(undefined);
    const taken = this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(end, 1)) as Buffer[];
    if (end === 0) return undefined;
    const bytes = taken.length === 1 ? taken[0]! : Buffer.concat(taken);
    this.#size -= bytes.length;
    if (wasFull) this.#onDidDrain?.();
    this.#notify();
    return bytes;
  }

  #change(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#wake.push(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  #notify(): void {
    const woken = this.#wake;
    this.#wake = [];
    for (const wake of woken) wake();
  }
}

/** An input that has ended from the beginning. */
export const noInput: Input = { read: async () => undefined, unread: () => {} };

/** Reads to the end. Throws where it is longer than `longest`. */
export async function readAll(input: Input, signal: AbortSignal, longest: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for (;;) {
    const part = await input.read(signal);
    if (!part) return Buffer.concat(parts);
    size += part.length;
    if (size > longest) throw new Error('input too long');
    parts.push(part);
  }
}
