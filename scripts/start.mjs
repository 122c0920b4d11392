// npm start: a sandbox cluster with sample objects, and a real VS Code with the extension on the sample workspace.
// Sets up and builds first what is missing. Ctrl-C stops everything that it started.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startGroup, stopProcessesNaming } from './processes.mjs';
import { installPackages, projectNode } from './setup/packages.mjs';
import { progress, root, StepFailure } from './setup/step.mjs';
import { currentWorkbench, installWorkbench } from './setup/workbench.mjs';
import { pageUrl, startWorkbench } from './workbench.mjs';

const samples = join(root, 'samples');
/** Everything started, last first; also what is only just starting.
 * @type {Promise<import('./processes.mjs').Running>[]} */
const parts = [];
const folder = await mkdtemp(join(tmpdir(), 'kubewright-start-'));
/** @type {Promise<number> | undefined} */
let stopping;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => void stop(0));
try {
  const ended = await start();
  await ended;
  if (!stopping) progress('VS Code or the sandbox has ended');
  await stop(0);
} catch (error) {
  if (!stopping) console.error(error instanceof StepFailure ? `\n✗ ${error.message}` : error);
  await stop(1);
}

/** Starts everything; gives a promise that settles when one of its parts has ended by itself. */
async function start() {
  await installPackages();
  await build();
  const kubeconfig = join(folder, 'kubeconfig');
  const sandbox = await startSandbox(kubeconfig);
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const code = findCode();
  const window = code ? await openDesktop(code, env) : await openWeb(env);
  progress('Ctrl-C stops everything');
  return Promise.race([sandbox.ended, window.ended]);
}

async function build() {
  progress('building');
  const run = await startGroup(projectNode, ['scripts/build.mjs', '--if-changed'], {
    cwd: root,
    stdio: 'inherit',
  });
  await run.ended;
  if (run.child.exitCode !== 0)
    throw new StepFailure('the build failed: mend what it printed, then run this again');
}

/** @param {string} kubeconfig */
async function startSandbox(kubeconfig) {
  progress('starting the sandbox cluster with sample objects');
  const args = [join(root, 'dist', 'sandbox.js'), '--kubeconfig', kubeconfig, '--samples'];
  const run = await part(startGroup(projectNode, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
  const url = await new Promise((done, failed) => {
    let output = '';
    run.child.stdout?.on('data', (chunk) => {
      output = (output + chunk).slice(-10_000);
      const ready = /^ready (\S+)$/m.exec(output);
      if (ready) done(ready[1]);
    });
    void run.ended.then(() =>
      failed(new StepFailure(`the sandbox ended at once: what it printed says why\n${output}`)),
    );
  });
  progress(`sandbox at ${url} (for kubectl: export KUBECONFIG=${kubeconfig})`);
  return run;
}

/** The `code` on the PATH, or undefined. */
function findCode() {
  const name = process.platform === 'win32' ? 'code.cmd' : 'code';
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * A new window of the desktop's VS Code that shares nothing with the person's own.
 * @param {string} code
 * @param {NodeJS.ProcessEnv} env
 */
function openDesktop(code, env) {
  progress(`opening ${code}`);
  const args = [
    '--new-window',
    '--wait',
    '--disable-workspace-trust',
    `--user-data-dir=${join(folder, 'user')}`,
    `--extensions-dir=${join(folder, 'extensions')}`,
    `--extensionDevelopmentPath=${root}`,
    samples,
  ];
  /** @type {[string, string[]]} */
  const [command, all] =
    process.platform === 'win32' ? ['cmd.exe', ['/d', '/s', '/c', code, ...args]] : [code, args];
  return part(startGroup(command, all, { env, stdio: 'ignore' }));
}

/**
 * The web workbench, in a browser window where there is a display. The extension is installed there rather than
 * under development: a driven workbench, the only kind that takes a development path, shows no notifications.
 * @param {NodeJS.ProcessEnv} env
 */
async function openWeb(env) {
  progress('there is no `code` on the PATH: opening VS Code in a browser');
  await installWorkbench(currentWorkbench);
  const token = randomBytes(24).toString('hex');
  const data = join(folder, 'workbench');
  await mkdir(join(data, 'extensions'), { recursive: true });
  await symlink(root, join(data, 'extensions', 'kubewright.kubewright'), 'junction');
  const starting = startWorkbench({ data, env, token, flags: ['--disable-workspace-trust'] });
  const server = /** @type {Awaited<typeof starting>} */ (await part(starting));
  const url = pageUrl(server.origin, { folder: samples, token });
  await openBrowser(url);
  console.log(`\n  ${url}\n`);
  return server;
}

/** @param {string} url */
async function openBrowser(url) {
  const opener = browserOpener();
  if (!opener) return progress('there is no display: open this address in a browser of this machine');
  const [command, ...args] = opener;
  try {
    const { child } = await startGroup(command, [...args, url], { stdio: 'ignore' });
    child.unref();
    progress('opened in the browser; this is the address');
  } catch {
    progress(`${command} could not be started: open this address in a browser of this machine`);
  }
}

/** @returns {[string, ...string[]] | undefined} */
function browserOpener() {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

/**
 * Notes what is starting, so that it is stopped at the end whatever happens.
 * @param {Promise<import('./processes.mjs').Running>} starting
 */
function part(starting) {
  parts.unshift(starting);
  return starting;
}

/**
 * Stops every part once, however often it is asked, and ends this program.
 * @param {number} code
 */
function stop(code) {
  stopping ??= (async () => {
    for (const starting of parts) await starting.then(({ stop }) => stop()).catch(() => undefined);
    for (const kept of ['user', 'workbench']) await stopProcessesNaming(join(folder, kept));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    process.exit(code);
  })();
  return stopping;
}
