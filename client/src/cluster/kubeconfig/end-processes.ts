import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** Ends a process that leads a group, with all that it started in it. On Windows, with all that descend from it. */
export function endProcesses(pid: number): void {
  if (process.platform === 'win32') {
    const killer = spawn('taskkill', ['/pid', `${pid}`, '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    // Without it, or when all have ended by themselves, there is nothing more to do.
    killer.on('error', () => undefined).unref();
    return;
  }
  kill(-pid);
}

/** Rounds of looking for what a program starts while it is looked for. */
const mostRounds = 10;

/**
 * Ends every process whose environment has this variable, which those have that a program started: also the ones that
 * have left its group. Only Linux tells; elsewhere the group is all that is known.
 */
export async function endMarkedProcesses(name: string, value: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let round = 0; round < mostRounds; round++) {
    const marked = await markedProcesses(`${name}=${value}`);
    if (marked.length === 0) return;
    for (const pid of marked) kill(pid);
  }
}

async function markedProcesses(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const found = await Promise.all(pids.map(async (pid) => ((await hasMark(pid, mark)) ? pid : undefined)));
  return found.filter((pid) => pid !== undefined);
}

async function hasMark(pid: number, mark: string): Promise<boolean> {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0').includes(mark);
  } catch {
    // It is somebody else's, or gone.
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
