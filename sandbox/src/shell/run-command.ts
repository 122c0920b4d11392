import { BrokenPipe } from './byte-pipe.ts';
import { findCommand } from './commands.ts';
import { absolutePath, FileError } from './file-system.ts';
import { complain, type Process } from './process.ts';
import { ProcessQuota } from './process-quota.ts';

/** What a container is asked to run: a command with its arguments, and all else of its process. */
export interface CommandCall extends Omit<Process, 'arguments' | 'depth' | 'quota'> {
  readonly command: readonly string[];
}

/** A command that a container has not, or that is none: nothing has run. `message` says why as a runtime does. */
export class UnknownCommand extends Error {
  constructor(why: string) {
    super(`unable to start container process: ${why}`);
    this.name = 'UnknownCommand';
  }
}

/**
 * Runs a command of a container to its end; gives its exit code: 130 and the like where a signal ends it. Rejects with an
 * `UnknownCommand`, or with what the call's own signal is aborted by.
 */
export async function runCommand({ command, ...call }: CommandCall): Promise<number> {
  const [name = '', ...words] = command;
  const { terminal } = call;
  const found = findCommand(name);
  if (!found) throw new UnknownCommand(whyNot(name, call));
  const signal = terminal?.begin(call.signal) ?? call.signal;
  const process: Process = { ...call, signal, arguments: words, depth: 0, quota: new ProcessQuota() };
  try {
    return await found(process);
  } catch (error) {
    if (call.signal.aborted) throw error;
    if (signal.aborted) return 130;
    if (error instanceof BrokenPipe) return 141;
    const told = error instanceof Error ? error.message : String(error);
    return await complain(process, `${name}: ${told}`);
  } finally {
    terminal?.end();
  }
}

function whyNot(name: string, call: Pick<Process, 'host' | 'directory'>): string {
  if (!name.includes('/')) return `exec: ${JSON.stringify(name)}: executable file not found in $PATH`;
  const isThere = call.host.files.find(pathOf(name, call)) !== undefined;
  return `fork/exec ${name}: ${isThere ? 'permission denied' : 'no such file or directory'}`;
}

function pathOf(name: string, { directory }: Pick<Process, 'directory'>): string {
  try {
    return absolutePath(name, directory);
  } catch (error) {
    if (error instanceof FileError) return '/';
    throw error;
  }
}
