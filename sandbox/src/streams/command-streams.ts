import type { Input, Output } from '../shell/byte-pipe.ts';
import type { TerminalSize } from '../shell/terminal.ts';
import type { CommandEnd } from './command-status.ts';

/** The streams of one command, however they reach the client. */
export interface CommandStreams {
  readonly stdin: Input;
  /** Rejects with a `BrokenPipe` once the client is gone. */
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** Calls back with each size that the client's terminal takes. */
  onDidResize(listener: (size: TerminalSize) => void): void;
  /** Tells how the command has ended, and closes. */
  finish(end: CommandEnd): void;
}

/** The streams that a client asks for. */
export interface AskedStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** An output that nobody has asked for. */
export const noOutput: Output = { write: async () => {} };

/** A size as clients send it: `{"Width":80,"Height":24}`; undefined for anything else. */
export function terminalSize(text: string): TerminalSize | undefined {
  try {
    const { Width: width, Height: height } = JSON.parse(text) as { Width?: unknown; Height?: unknown };
    return isSide(width) && isSide(height) ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

function isSide(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffff;
}
