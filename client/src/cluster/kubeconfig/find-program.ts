import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The file that a command's name stands for; undefined when there is none that may be run. No shell looks for it. */
export function findProgram(command: string, environment: NodeJS.ProcessEnv): string | undefined {
  const path = environment.PATH ?? environment.Path ?? '';
  const endings = process.platform === 'win32' ? ['', '.exe', '.com'] : [''];
  const folders = isAbsolute(command) ? [''] : path.split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    for (const ending of endings) {
      const file = folder === '' ? command + ending : join(folder, command + ending);
      try {
        accessSync(file, constants.X_OK);
        if (statSync(file).isFile()) return file;
      } catch {
        // Not this one.
      }
    }
  }
  return undefined;
}

/** The error of a command that stands for no file, as Node's own of a program that is not there. */
export function notFound(command: string): Error {
  return Object.assign(new Error(`${command} is not on the PATH`), { code: 'ENOENT' });
}
