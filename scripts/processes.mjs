// Starting programs so that nothing of them is left when they are stopped.
import { spawn, spawnSync } from 'node:child_process';

/**
 * @typedef {object} Running
 * @property {import('node:child_process').ChildProcess} child
 * @property {number} pid
 * @property {Promise<void>} ended settles when the program has ended
 * @property {() => Promise<void>} stop ends it with everything that it started, and waits for that
 */

/**
 * Starts a program at the head of a process group of its own (where the system has such groups). Throws when it
 * cannot be started at all.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<Running>}
 */
export async function startGroup(command, args, options) {
  const child = spawn(command, args, { ...options, detached: process.platform !== 'win32' });
  await new Promise((done, failed) => {
    child.once('spawn', done);
    child.once('error', failed);
  });
  const pid = /** @type {number} */ (child.pid);
  /** @type {Promise<void>} */
  const ended = new Promise((done) => child.once('exit', () => done()));
  const stop = async () => {
    signalGroup(pid, 'SIGTERM');
    if (!(await isGoneWithin(pid, ended, 3_000))) signalGroup(pid, 'SIGKILL');
    await ended;
  };
  return { child, pid, ended, stop };
}

/**
 * Ends every process with this temporary folder in its command line: a desktop's VS Code leaves the group of the
 * `code` that started it. Does nothing on Windows, which closes windows by their group.
 * @param {string} folder
 */
export async function stopProcessesNaming(folder) {
  if (process.platform === 'win32') return;
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    const pids = processesNaming(folder);
    for (const pid of pids) signalProcess(pid, signal);
    for (let waited = 0; waited < 2_000 && processesNaming(folder).length > 0; waited += 100)
      await pause(100);
  }
}

/** @param {string} folder */
function processesNaming(folder) {
  const { stdout } = spawnSync('ps', ['-Ao', 'pid=,args='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = (stdout ?? '').split('\n').filter((line) => line.includes(folder));
  return lines.map((line) => Number.parseInt(line, 10)).filter((pid) => pid !== process.pid);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
function signalGroup(pid, signal) {
  return signalProcess(process.platform === 'win32' ? pid : -pid, signal);
}

/**
 * Whether there was such a process (by a negative number: such a group) to send it to.
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the program and, where there are groups, every process of its group end in time.
 * @param {number} pid
 * @param {Promise<void>} ended
 * @param {number} milliseconds
 */
async function isGoneWithin(pid, ended, milliseconds) {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    await Promise.race([ended, pause(deadline - Date.now())]);
    if (!signalGroup(pid, 0)) return true;
    await pause(50);
  }
  return false;
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
