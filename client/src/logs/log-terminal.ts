import { EventEmitter, type Pseudoterminal } from 'vscode';
import { visibleText } from '../../../server/src/yaml/visible-text.ts';
import type { ClusterError } from '../cluster/errors.ts';
import { BoundedOutput } from './bounded-output.ts';
import { LogText } from './log-text.ts';

/** Characters that wait at most; a terminal that is busy gets the newest of a flood. */
const longestPending = 256 * 1024;
const flushInterval = 40;

const dim = (text: string) => `\x1b[2m${text}\x1b[0m\r\n`;
const red = (text: string) => `\x1b[31m${text}\x1b[0m\r\n`;

/** How a terminal reads its log. */
export interface LogReading {
  /** Ends the reading. */
  readonly signal: AbortSignal;
  /** To be told when the stream broke off and is asked for again. */
  readonly onDidBreak: (error: ClusterError) => void;
}

/** Reads a log from its beginning, in batches of lines, for as long as it goes on. */
export type FollowLog = (reading: LogReading) => AsyncIterable<readonly { readonly text: string }[]>;

/** A terminal tab that follows a log. Its scrollback is the terminal's own, and bounded; closing it ends the stream. */
export class LogTerminal implements Pseudoterminal {
  readonly #written = new EventEmitter<string>();
  readonly onDidWrite = this.#written.event;
  readonly #closed = new EventEmitter<void>();
  readonly onDidClose = this.#closed.event;
  readonly #followLog: FollowLog;
  readonly #pending = new BoundedOutput(longestPending);
  #reading: AbortController | undefined;
  #flush: NodeJS.Timeout | undefined;

  constructor(followLog: FollowLog) {
    this.#followLog = followLog;
  }

  open(): void {
    void this.#follow();
  }

  close(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    clearTimeout(this.#flush);
    this.#flush = undefined;
  }

  handleInput(data: string): void {
    if (data === '\x03') this.#closed.fire();
    else if (data === '\r' && !this.#reading) void this.#follow();
  }

  /** Never rejects: a failure is a line of the terminal. */
  async #follow(): Promise<void> {
    const own = new AbortController();
    const { signal } = own;
    this.#reading = own;
    const text = new LogText();
    const onDidBreak = ({ message }: ClusterError) =>
      this.#write(`\x1b[0m${dim(`${printable(message)} Trying again.`)}`);
    let last = '';
    try {
      for await (const lines of this.#followLog({ signal, onDidBreak })) {
        this.#write(text.write(lines.map((line) => `${line.text}\n`).join('')));
      }
      this.#write(text.end());
      last = dim('The log has ended. Press Enter to read it again.');
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      last = red(printable(message)) + dim('Press Enter to try again.');
    }
    if (signal.aborted) return;
    this.#reading = undefined;
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

function printable(message: string): string {
  return visibleText(message.replace(/\s+/g, ' '));
}
