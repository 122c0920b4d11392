import { BytePipe, type Output } from './byte-pipe.ts';

/** Columns and rows of a terminal. */
export interface TerminalSize {
  readonly width: number;
  readonly height: number;
}

/** Longer lines are cut: who types sends none. */
const longestLine = 4096;

/**
 * What a terminal does between a person and the processes that run in it (`stty sane`): shows what is typed, gives
 * it on line by line, and turns keys into signals.
 */
export class Terminal {
  /** The lines, for the process that reads. */
  readonly input = new BytePipe();
  size: TerminalSize = { width: 80, height: 24 };
  readonly #screen: Output;
  readonly #foreground: { controller: AbortController; release(): void }[] = [];
  #line: string[] = [];
  #decoder = new TextDecoder();

  constructor(screen: Output) {
    this.#screen = screen;
  }

  /** Something runs now until `end`, beside what runs already: the signal ends it, by Control-C or with the given one. */
  begin(signal: AbortSignal): AbortSignal {
    const controller = new AbortController();
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    this.#foreground.push({ controller, release: () => signal.removeEventListener('abort', abort) });
    return controller.signal;
  }

  /** What began last has ended. */
  end(): void {
    this.#foreground.pop()?.release();
  }

  /** What processes write to: a line feed goes to the beginning of the next line. */
  get output(): Output {
    return {
      write: (bytes) => {
        const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
        const converted = text.replaceAll('\n', '\r\n');
        return this.#screen.write(typeof bytes === 'string' ? converted : Buffer.from(converted, 'latin1'));
      },
    };
  }

  /** Takes what was typed. Rejects when the screen is gone. */
  async type(bytes: Buffer): Promise<void> {
    let shown = '';
    for (const key of this.#decoder.decode(bytes, { stream: true })) shown += this.#press(key);
    if (shown) await this.#screen.write(shown);
  }

  /** Nobody types any more. */
  hangUp(): void {
    this.input.end();
  }

  /** What is shown of a key. */
  #press(key: string): string {
    switch (key) {
      case '\r':
      case '\n':
        this.#giveLine('\n');
        return '\r\n';
      case '\u0003':
        this.#line = [];
        this.#foreground.at(-1)?.controller.abort(new Error('interrupted'));
        return '^C\r\n';
      case '\u0004':
        if (this.#line.length === 0) this.input.endOnce();
        else this.#giveLine('');
        return '';
      case '\u0015':
        return '\b \b'.repeat(this.#line.splice(0).length);
      case '\b':
      case '\u007f':
        return this.#line.pop() === undefined ? '' : '\b \b';
      default:
        if ((key < ' ' && key !== '\t') || this.#line.length >= longestLine || this.input.isFull) return '';
        this.#line.push(key);
        return key;
    }
  }

  #giveLine(end: string): void {
    if (!this.input.isFull) this.input.push(Buffer.from(`${this.#line.join('')}${end}`));
    this.#line = [];
  }
}
