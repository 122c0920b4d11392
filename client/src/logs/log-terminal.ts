import { EventEmitter, type Pseudoterminal } from 'vscode';
import { visibleText } from '../../../server/src/yaml/visible-text.ts';
import type { ClusterError } from '../cluster/errors.ts';
import type { LogGap } from '../cluster/streams/logs/seen-lines.ts';
import type { StampedLine } from '../cluster/streams/logs/stamped-line.ts';
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
  /** To be told before the lines behind a place where others may be missing. */
  readonly onDidMiss: (gap: LogGap) => void;
}

/** Reads a log from its beginning, in batches of lines, for as long as it goes on. */
export type FollowLog = (reading: LogReading) => AsyncIterable<readonly StampedLine[]>;

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
    const onDidMiss = ({ after, before }: LogGap) => {
      const end = before === undefined ? '' : ` and before ${before}`;
      this.#write(`\x1b[0m${dim(`Lines after ${printable(after)}${printable(end)} may be missing here.`)}`);
    };
    let last = '';
    try {
      for await (const lines of this.#followLog({ signal, onDidBreak, onDidMiss })) {
        for (const part of bySpeaker(lines)) {
          if (part.speaker === 'container') this.#write(text.write(part.text));
          else this.#write(`\x1b[0m${dim(`The server says: ${printable(part.text)}`)}`);
        }
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

/** What follows each other of the container, which is most often all, and each line of the server. */
function bySpeaker(lines: readonly StampedLine[]): { speaker: 'container' | 'server'; text: string }[] {
  const parts: { speaker: 'container' | 'server'; text: string }[] = [];
  for (const { timestamp, text } of lines) {
    const speaker = timestamp === '' ? 'server' : 'container';
    const last = parts.at(-1);
    if (speaker === 'container' && last?.speaker === 'container') last.text += `${text}\n`;
    else parts.push({ speaker, text: speaker === 'container' ? `${text}\n` : text });
  }
  return parts;
}

function printable(message: string): string {
  return visibleText(message.replace(/\s+/g, ' '));
}
