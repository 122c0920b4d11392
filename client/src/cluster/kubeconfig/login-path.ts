import { spawn } from 'node:child_process';
import { endProcesses } from './end-processes.ts';

const timeLimit = 5_000;
const marker = '__kubewright_path__';

/**
 * The PATH of the person's login shell, where plugins live that a desktop's own PATH does not have. Asked of the shell
 * once; undefined on Windows (whose programs all have the same) and where the shell does not answer in time.
 */
export function loginPath(environment: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  answer ??= askLoginShell(environment);
  return answer;
}

let answer: Promise<string | undefined> | undefined;

function askLoginShell(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const shell = environment.SHELL;
  if (process.platform === 'win32' || !shell) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    // A group of its own, so that whatever the person's profile starts can be ended with it.
    const child = spawn(shell, ['-ilc', `printf %s ${marker}; printenv PATH; printf %s ${marker}`], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    let output = '';
    const finish = () => {
      clearTimeout(timer);
      child.stdout.destroy();
      resolve(output.split(marker)[1]?.trim() || undefined);
    };
    const timer = setTimeout(() => {
      if (child.pid !== undefined) endProcesses(child.pid);
      finish();
    }, timeLimit);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (output.length < 256 * 1024) output += chunk;
    });
    child.on('error', finish);
    child.on('close', finish);
    child.unref();
  });
}
