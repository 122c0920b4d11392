import { BrokenPipe } from './byte-pipe.ts';
import { findCommand } from './commands.ts';
import { absolutePath, FileError } from './file-system.ts';
import { complain, type Process } from './process.ts';
import { ProcessQuota } from './process-quota.ts';

/** What a container is asked to run: a command with its arguments, and all else of its process. */
export interface CommandCall extends Omit<Process, 'arguments' | 'depth' | 'quota'> {
  readonly command: readonly string[];
}

/**
 * Runs a command of a container to its end; gives its exit code: 127 where there is no such command and 126 where it
 * is none that can run, with a runtime's words on standard error; 130 and the like where a signal ends it. Rejects
 * with what the call's own signal is aborted by.
 */
export async function runCommand({ command, ...call }: CommandCall): Promise<number> {
  const [name = '', ...words] = command;
  const { terminal } = call;
  const signal = terminal?.begin(call.signal) ?? call.signal;
  const process: Process = { ...call, signal, arguments: words, depth: 0, quota: new ProcessQuota() };
  try {
    const found = findCommand(name);
    return await (found ? found(process) : refuse(name, process));
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

function refuse(name: string, process: Process): Promise<number> {
  const entry = name.includes('/') ? process.host.files.find(pathOf(name, process)) : undefined;
  const why = entry
    ? entry.kind === 'directory'
      ? 'is a directory'
      : 'permission denied'
    : name.includes('/')
      ? `stat ${name}: no such file or directory`
      : 'executable file not found in $PATH';
  const text = `OCI runtime exec failed: exec failed: unable to start container process: exec: ${JSON.stringify(name)}: ${why}: unknown`;
  return complain(process, text, entry ? 126 : 127);
}

function pathOf(name: string, { directory }: Process): string {
  try {
    return absolutePath(name, directory);
  } catch (error) {
    if (error instanceof FileError) return '/';
    throw error;
  }
}
