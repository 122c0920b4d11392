import { EventEmitter, type Pseudoterminal } from 'vscode';
import { BoundedOutput } from './bounded-output.ts';
import { LogText } from './log-text.ts';

/** Characters that wait at most; a terminal that is busy gets the newest of a flood. */
const longestPending = 256 * 1024;
const flushInterval = 40;

const dim = (text: string) => `\x1b[2m${text}\x1b[0m\r\n`;
const red = (text: string) => `\x1b[31m${text}\x1b[0m\r\n`;

/** Opens the log's stream, following it until the signal aborts. */
export type OpenLog = (signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** A terminal tab that follows a log. Its scrollback is the terminal's own, and bounded; closing it ends the stream. */
export class LogTerminal implements Pseudoterminal {
  readonly #written = new EventEmitter<string>();
  readonly onDidWrite = this.#written.event;
  readonly #closed = new EventEmitter<void>();
  readonly onDidClose = this.#closed.event;
  readonly #openLog: OpenLog;
  readonly #pending = new BoundedOutput(longestPending);
  #stream: AbortController | undefined;
  #flush: NodeJS.Timeout | undefined;

  constructor(openLog: OpenLog) {
    this.#openLog = openLog;
  }

  open(): void {
    void this.#follow();
  }

  close(): void {
    this.#stream?.abort();
    this.#stream = undefined;
    clearTimeout(this.#flush);
    this.#flush = undefined;
  }

  handleInput(data: string): void {
    if (data === '\x03') this.#closed.fire();
    else if (data === '\r' && !this.#stream) void this.#follow();
  }

  /** Never rejects: a failure is a line of the terminal. */
  async #follow(): Promise<void> {
    const stream = new AbortController();
    this.#stream = stream;
    const text = new LogText();
    let last = '';
    try {
      for await (const bytes of this.#openLog(stream.signal)) this.#write(text.write(bytes));
      this.#write(text.end());
      last = dim('The log has ended. Press Enter to follow it again.');
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      last = red(message.replace(/\p{Cc}+/gu, ' ')) + dim('Press Enter to try again.');
    }
    if (stream.signal.aborted) return;
    this.#stream = undefined;
    this.#write(`\x1b[0m${last}`);
  }

  #write(text: string): void {
    this.#pending.push(text);
    this.#flush ??= setTimeout(() => {
      this.#flush = undefined;
      const { text: shown, droppedLines } = this.#pending.take();
      if (droppedLines > 0) this.#written.fire(dim(`${droppedLines} lines came too fast to be shown.`));
      this.#written.fire(shown);
    }, flushInterval);
  }
}
