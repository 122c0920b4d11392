// What CI runs: all tests, then the API suite and the tests of the tree against a real control plane, which is built meanwhile.
// Its last lines are those of all: what failed, and `N passed, N failed, N skipped`.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { progress, root } from './setup/step.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** The most of a run's last characters that are read again: the lines of what failed, and the counts. */
const endKept = 100_000;
/** What failed in any run, a line each.
 * @type {string[]} */
const failures = [];

const logs = join(root, 'out', 'logs');
await mkdir(logs, { recursive: true });
const built = buildInBackground();
const counts = [await tests([])];
progress('waiting for the control plane');
await built;
counts.push(await tests(['contract', '--real']));
counts.push(await tests(['extension', '--real']));

/** @param {keyof Counts} part */
const sum = (part) => counts.reduce((total, each) => total + each[part], 0);
for (const failure of failures) console.log(failure);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

/** With the lowest priority, so that no test waits for it. A failure shows once the suite needs what is not there. */
function buildInBackground() {
  const child = spawn(process.execPath, [join('test', 'control-plane', 'build.mjs'), '1.35'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) setPriority(child.pid, 19);
  const log = createWriteStream(join(logs, 'control-plane.log'));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  return new Promise((done) => child.once('close', done));
}

/**
 * Runs the tests with these arguments and shows what they print. What ends without a line of counts has failed.
 * @param {readonly string[]} args
 * @returns {Promise<Counts>}
 */
async function tests(args) {
  const child = spawn(process.execPath, [join('scripts', 'test.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let end = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    end = `${end}${chunk}`.slice(-endKept);
  });
  const code = await new Promise((done) => child.once('close', done));
  const lines = end.trimEnd().split('\n');
  const line = lines.pop() ?? '';
  failures.push(...lines.slice(lines.findLastIndex((each) => !each.startsWith('✗ ')) + 1));
  const found = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(line);
  if (!found) return { passed: 0, failed: 1, skipped: 0 };
  const [passed = 0, failed = 0, skipped = 0] = found.slice(1).map(Number);
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}
