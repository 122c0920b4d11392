import { Readable, Writable } from 'node:stream';
import type { CommandEnd, RemoteCommand } from '../cluster.ts';
import type { ConnectOperation } from '../operation.ts';

/** A command that was refused before there were any streams: it says nothing, and takes nothing. */
export class RefusedCommand implements RemoteCommand {
  readonly stdin = new Writable({ write: (_bytes, _encoding, done) => done() });
  readonly stdout = Readable.from([]);
  readonly stderr = Readable.from([]);
  readonly tellsEnd = true;
  readonly tty: boolean;
  readonly notices: readonly string[] = [];
  readonly ended: Promise<CommandEnd>;

  constructor({ tty }: ConnectOperation, end: CommandEnd) {
    this.tty = tty === true;
    this.ended = Promise.resolve(end);
    this.stdin.destroy();
  }

  resize(): void {
    // There is no terminal.
  }
}
