import type { EventEmitter } from 'node:events';
import type { Clock } from '../cluster/watch/clock.ts';

const readyWithin = 30_000;
/** What is kept of what the program prints, for the message when it fails. */
const longestOutput = 4000;

/** What of a process is heard: how it ends (`error`, `close`), and what it prints. */
export interface StartedProgram extends Pick<EventEmitter, 'once'> {
  readonly stdout: PrintedText | null;
  readonly stderr: PrintedText | null;
}

interface PrintedText extends Pick<EventEmitter, 'on' | 'off'> {
  resume(): unknown;
}

/** Waits for the sandbox's line `ready URL`. Rejects where it fails or is late, with what it printed. */
export function whenReady(child: StartedProgram, clock: Clock): Promise<void> {
  return new Promise((done, failed) => {
    let output = '';
    const cancelLimit = clock.after(readyWithin, () => fail(`did not answer within ${readyWithin / 1000} s`));
    const fail = (what: string) => {
      cancelLimit();
      const printed = output.trim();
      failed(new Error(`The sandbox ${what}${printed ? `: ${printed}` : ''}. Start it again.`));
    };
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-longestOutput);
      if (!/^ready https:/m.test(output)) return;
      cancelLimit();
      for (const stream of [child.stdout, child.stderr]) {
        stream?.off('data', read);
        stream?.resume();
      }
      done();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error: Error) => fail(`could not be started (${error.message})`));
    child.once('close', (code: number | null, signal: string | null) =>
      fail(`ended at once (${signal ?? `exit code ${code}`})`),
    );
  });
}
