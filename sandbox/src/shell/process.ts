import type { Clock } from '../clock.ts';
import type { Input, Output } from './byte-pipe.ts';
import type { FileSystem } from './file-system.ts';
import type { ProcessQuota } from './process-quota.ts';
import type { Terminal } from './terminal.ts';

/** What every process of a container sees of it. */
export interface ContainerHost {
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly hostname: string;
}

/** One running command: what it was called with and what it reads and writes. */
export interface Process {
  readonly host: ContainerHost;
  /** What follows its name. */
  readonly arguments: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  readonly directory: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Of the terminal that it runs in; undefined where it runs in none. */
  readonly terminal: Terminal | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** How many shells run it in one another. */
  readonly depth: number;
  /** Of all that is run with it. */
  readonly quota: ProcessQuota;
}

/** A command that the container has: runs to its end and gives its exit code. */
export type Command = (process: Process) => Promise<number>;

/** Writes `NAME: TEXT` to standard error; gives the code of failure. */
export async function complain({ stderr }: Pick<Process, 'stderr'>, text: string, code = 1): Promise<number> {
  await stderr.write(`${text}\n`);
  return code;
}
