import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** The system that processes are ended on. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly spawn: (
    program: string,
    args: readonly string[],
    options: SpawnOptions,
  ) => Pick<ChildProcess, 'on' | 'unref'>;
  readonly kill: (pid: number) => void;
}

const ownSystem: System = { platform: process.platform, spawn, kill };

/** Ends a process that leads a group, with all that it started in it. On Windows, with all that descend from it. */
export function endProcesses(pid: number, system: System = ownSystem): void {
  if (system.platform === 'win32') {
    const args = ['/pid', `${pid}`, '/t', '/f'];
    const killer = system.spawn('taskkill', args, { stdio: 'ignore', windowsHide: true });
    // Without it, or when all have ended by themselves, there is nothing more to do.
    killer.on('error', () => undefined);
    killer.unref();
    return;
  }
  system.kill(-pid);
}

/** Rounds of looking for what a program starts while it is looked for. */
const mostRounds = 20;

/** Rounds in a row that find nothing: a process may start another one behind the look, and be gone itself. */
const emptyRounds = 3;

/**
 * Ends every process whose environment has this variable, which those have that a program started: also the ones that
 * have left its group. Only Linux tells; elsewhere the group is all that is known.
 */
export async function endMarkedProcesses(name: string, value: string): Promise<void> {
  if (process.platform !== 'linux') return;
  let empty = 0;
  for (let round = 0; round < mostRounds && empty < emptyRounds; round++) {
    const { marked, someEnded } = await lookFor(`${name}=${value}`);
    for (const pid of marked) kill(pid);
    empty = marked.length > 0 || someEnded ? 0 : empty + 1;
  }
}

/** The processes that have a mark, and whether some ended before they could be asked, which may have started others. */
async function lookFor(mark: string): Promise<{ marked: number[]; someEnded: boolean }> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const marks = await Promise.all(pids.map((pid) => markOf(pid, mark)));
  return {
    marked: pids.filter((_pid, index) => marks[index] === 'marked'),
    someEnded: marks.includes('ended'),
  };
}

async function markOf(pid: number, mark: string): Promise<'marked' | 'other' | 'ended'> {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0').includes(mark) ? 'marked' : 'other';
  } catch (error) {
    // Of somebody else's nothing is told.
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'other' : 'ended';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
