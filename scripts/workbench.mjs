// Starts the web workbench: VS Code's server, to which a browser connects.
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startGroup } from './processes.mjs';
import { projectNode } from './setup/packages.mjs';
import { runLogged } from './setup/step.mjs';
import { currentWorkbench, workbenchProgram } from './setup/workbench.mjs';

/** Settings for a window that shows nothing but what is worked on. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'files.autoSave': 'off',
  'extensions.autoCheckUpdates': false,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
};

/**
 * @typedef {object} WorkbenchOptions
 * @property {string} data folder of everything it keeps (settings, extensions, state)
 * @property {string} [version] of code-server, installed before; the current one
 * @property {string} [node] the Node that runs it
 * @property {NodeJS.ProcessEnv} [env] its whole environment
 * @property {object} [settings] of the user, over the quiet ones
 * @property {string} [token] that a page must bring; without one anybody on this machine gets in
 * @property {readonly string[]} [flags] further arguments
 */

/**
 * Starts the server on a free port of the loopback interface and waits until it listens. Throws, with what it
 * printed, when it does not.
 * @param {WorkbenchOptions} options
 * @returns {Promise<import('./processes.mjs').Running & { origin: string }>}
 */
export async function startWorkbench(options) {
  const user = join(options.data, 'data', 'User');
  await mkdir(user, { recursive: true });
  const settings = { ...quietSettings, ...options.settings };
  await writeFile(join(user, 'settings.json'), JSON.stringify(settings, undefined, 2));
  const program = workbenchProgram(options.version ?? currentWorkbench);
  const redirects = await startRedirects();
  const running = await startGroup(options.node ?? projectNode, [program, ...programArguments(options)], {
    env: { ...(options.env ?? process.env), VSCODE_PROXY_URI: `${redirects.origin}/{{port}}/` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  void running.ended.then(redirects.close);
  try {
    return { ...running, origin: `http://127.0.0.1:${await readPort(running)}` };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/**
 * Installs a VSIX into the extensions of the workbench that has this data folder.
 * @param {string} vsix
 * @param {Pick<WorkbenchOptions, 'data' | 'version' | 'node' | 'env'>} options
 */
export async function installIntoWorkbench(vsix, options) {
  const program = workbenchProgram(options.version ?? currentWorkbench);
  await runLogged(
    'install-extension',
    options.node ?? projectNode,
    [program, '--accept-server-license-terms', ...folders(options.data), '--install-extension', vsix],
    { env: options.env ?? process.env, wayOut: 'Build the VSIX again with npm run package.' },
  );
}

/**
 * The address that opens a folder in it.
 * @param {string} origin
 * @param {{ folder: string, token?: string | undefined, payload?: Record<string, string> }} page the payload names absolute paths
 */
export function pageUrl(origin, { folder, token, payload = {} }) {
  const url = new URL(origin);
  if (token) url.searchParams.set('tkn', token);
  url.searchParams.set('folder', folder);
  const entries = Object.entries(payload).map(([key, path]) => [key, `vscode-remote://remote${path}`]);
  if (entries.length > 0) url.searchParams.set('payload', JSON.stringify(entries));
  return url.href;
}

/**
 * Leads a browser from `/PORT/path` to that port of this machine. This workbench has no proxy for forwarded ports, and
 * its setting for their addresses takes the port as a part of the path only.
 */
async function startRedirects() {
  const server = createServer((request, response) => {
    const [, port, path] = /^\/(\d{1,5})(\/.*)$/.exec(request.url ?? '') ?? [];
    if (port) response.writeHead(307, { location: `http://127.0.0.1:${port}${path}` });
    else response.writeHead(404);
    response.end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.unref();
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** @param {WorkbenchOptions} options */
function programArguments({ data, token, flags = [] }) {
  const guard = token ? ['--connection-token', token] : ['--without-connection-token'];
  const fixed = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--accept-server-license-terms',
    '--disable-telemetry',
  ];
  return [...fixed, ...guard, ...folders(data), ...flags];
}

/** @param {string} data */
function folders(data) {
  return ['--server-data-dir', data, '--extensions-dir', join(data, 'extensions')];
}

/**
 * @param {import('./processes.mjs').Running} running
 * @returns {Promise<string>}
 */
function readPort({ child, ended }) {
  return new Promise((done, failed) => {
    let output = '';
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      output = (output + chunk.toString()).slice(-20_000);
      const port = /Extension host agent listening on (\d+)/.exec(output);
      if (port) done(/** @type {string} */ (port[1]));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    const limit = setTimeout(
      () => failed(new Error(`the workbench was not ready in 30 s:\n${output}`)),
      30_000,
    );
    ended.then(() => {
      clearTimeout(limit);
      failed(new Error(`the workbench ended before it was ready:\n${output}`));
    });
    limit.unref();
  });
}
