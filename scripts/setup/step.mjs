// What every step of the set-up shares: it says what it does, and how a failure is mended.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A failure whose message says what to do; shown without a stack. */
export class StepFailure extends Error {}

/**
 * Prints one line of progress.
 * @param {string} line
 */
export function progress(line) {
  console.log(`• ${line}`);
}

/**
 * Runs a program to its end with its output in `out/logs/NAME.log`. Throws a StepFailure with the output's last
 * lines and `wayOut` when it does not end with 0.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, wayOut: string }} options
 */
export async function runLogged(name, command, args, { cwd = root, env = process.env, wayOut }) {
  const log = join(root, 'out', 'logs', `${name}.log`);
  await mkdir(dirname(log), { recursive: true });
  const output = createWriteStream(log);
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill();
  process.once('exit', end);
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const result = await new Promise((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  process.off('exit', end);
  await new Promise((done) => output.end(done));
  if (result === undefined) return;
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
  const errors = lines.filter((line) => /^(npm error|E:)/.test(line));
  const shown = errors.length > 0 ? errors.slice(0, 15) : lines.slice(-15);
  throw new StepFailure(
    `${[command, ...args].join(' ')}: ${result}\n${shown.join('\n')}\n(all of it: ${log})\n${wayOut}`,
  );
}

/**
 * Runs npm as it runs now: by the very npm that started this script, or else the one on the PATH.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {{ cwd?: string, wayOut: string }} options
 */
export function runNpm(name, args, options) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js'))
    return runLogged(name, process.env.npm_node_execpath ?? process.execPath, [npm, ...args], options);
  if (process.platform === 'win32')
    return runLogged(name, 'cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options);
  return runLogged(name, 'npm', args, options);
}

/**
 * Ends this program: with 1 and the message alone for a StepFailure, with the stack for a mistake of ours.
 * @param {unknown} error
 * @returns {never}
 */
export function failWith(error) {
  console.error(error instanceof StepFailure ? `\n✗ ${error.message}` : error);
  process.exit(1);
}
