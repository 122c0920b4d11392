import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setField } from '../../../../server/src/yaml/own-field.ts';
import type { Connection, ExecPlugin } from './connection.ts';
import { endMarkedProcesses, endProcesses } from './end-processes.ts';
import { findProgram, notFound } from './find-program.ts';

/** What a plugin answered, as in `ExecCredential.status`. */
export interface ExecCredential {
  readonly token: string | undefined;
  /** PEM. */
  readonly clientCertificate: { readonly certificate: string; readonly key: string } | undefined;
  /** Milliseconds since the epoch; undefined when it holds until the server refuses it. */
  readonly expires: number | undefined;
}

/** How to run a program: what `runProgram` does, or a stand-in for it. */
export type RunProgram = (
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
) => Promise<ProgramResult>;

export interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined when a signal ended it. */
  readonly exitCode: number | undefined;
}

/** Whom a plugin can ask: a person who sits at its terminal, or nobody. */
export type Asks = 'a person' | 'nobody';

/** Thrown where a plugin gives nothing by itself, and may where a person answers it in a terminal. */
export class LoginNeeded extends Error {}

/**
 * Runs a plugin and reads its answer. `ca` is the cluster's PEM, for `provideClusterInfo`.
 * @throws Error in one line with the plugin's own stderr and the way out; a `LoginNeeded` where a person may do more.
 */
export async function runExecPlugin(
  plugin: ExecPlugin,
  connection: Pick<Connection, 'server' | 'serverName' | 'insecure' | 'proxyUrl'>,
  ca: string | undefined,
  run: RunProgram,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
  asks: Asks,
): Promise<ExecCredential> {
  const own: NodeJS.ProcessEnv = { ...environment };
  for (const { name, value } of plugin.env) setField(own, name, value);
  own.KUBERNETES_EXEC_INFO = JSON.stringify(execInfo(plugin, connection, ca, asks));
  let result: ProgramResult;
  try {
    result = await run(plugin.command, plugin.args, own, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      const hint = plugin.installHint ? oneLine(plugin.installHint) : 'install it or correct the kubeconfig';
      throw new Error(`the credential plugin ${plugin.command} is not installed: ${hint}`, { cause: error });
    }
    throw new Error(`the credential plugin ${plugin.command} did not run: ${message}`, { cause: error });
  }
  if (result.exitCode !== 0) {
    const how =
      result.exitCode === undefined ? 'was ended by a signal' : `ended with code ${result.exitCode}`;
    const silent =
      asks === 'a person' ? 'its terminal says why' : 'it said nothing; run it in a terminal to see more';
    const said = oneLine(result.stderr) || silent;
    throw pluginFailure(plugin, `the credential plugin ${plugin.command} ${how}: ${said}`);
  }
  return readExecCredential(plugin, result.stdout);
}

/** What it wants nobody may know: it is a person's to see, where it may ask one. */
function pluginFailure({ interactiveMode }: ExecPlugin, message: string): Error {
  return interactiveMode === 'Never' ? new Error(message) : new LoginNeeded(message);
}

/** The `ExecCredential` that a plugin is handed in KUBERNETES_EXEC_INFO. */
export function execInfo(
  plugin: ExecPlugin,
  connection: Pick<Connection, 'server' | 'serverName' | 'insecure' | 'proxyUrl'>,
  ca: string | undefined,
  asks: Asks,
): unknown {
  const cluster = plugin.provideClusterInfo
    ? {
        cluster: {
          server: connection.server,
          'tls-server-name': connection.serverName,
          'insecure-skip-tls-verify': connection.insecure || undefined,
          'certificate-authority-data': ca === undefined ? undefined : Buffer.from(ca).toString('base64'),
          'proxy-url': connection.proxyUrl,
          config: plugin.clusterConfig,
        },
      }
    : {};
  const spec = { ...cluster, interactive: asks === 'a person' };
  return { kind: 'ExecCredential', apiVersion: plugin.apiVersion, spec };
}

/** @throws Error in one line when the answer is no `ExecCredential` of the plugin's version with something in it. */
export function readExecCredential(plugin: ExecPlugin, stdout: string): ExecCredential {
  const broken = (what: string) =>
    pluginFailure(
      plugin,
      `the credential plugin ${plugin.command} ${what}: run it in a terminal, or update it`,
    );
  let answer: { kind?: unknown; apiVersion?: unknown; status?: Record<string, unknown> } | null;
  try {
    answer = JSON.parse(stdout);
  } catch {
    throw broken('printed no JSON');
  }
  if (typeof answer !== 'object' || answer?.kind !== 'ExecCredential')
    throw broken('printed no ExecCredential');
  if (answer.apiVersion !== plugin.apiVersion) {
    throw broken(
      `answered in ${JSON.stringify(answer.apiVersion)} and not in the kubeconfig's "${plugin.apiVersion}"`,
    );
  }
  const { token, clientCertificateData, clientKeyData, expirationTimestamp } = answer.status ?? {};
  const hasCertificate = typeof clientCertificateData === 'string' && clientCertificateData !== '';
  if (hasCertificate !== (typeof clientKeyData === 'string' && clientKeyData !== '')) {
    throw broken('printed a client certificate without its key, or a key without its certificate');
  }
  const hasToken = typeof token === 'string' && token !== '';
  if (!hasToken && !hasCertificate) throw broken('printed neither a token nor a client certificate');
  const expires = typeof expirationTimestamp === 'string' ? Date.parse(expirationTimestamp) : Number.NaN;
  return {
    token: hasToken ? token : undefined,
    clientCertificate: hasCertificate
      ? { certificate: clientCertificateData, key: clientKeyData as string }
      : undefined,
    expires: Number.isNaN(expires) ? undefined : expires,
  };
}

/** What a program may take. */
export interface ProgramLimits {
  /** In milliseconds. */
  readonly time: number;
  /** Characters on each of its outputs. */
  readonly output: number;
}

/** A variable by which the processes are found that a program has started. */
const markName = 'KUBEWRIGHT_PROGRAM';

/** Runs a program within these limits, as `runProgram` does. */
export function programRunner({ time, output: mostOutput }: ProgramLimits): RunProgram {
  return (command, args, environment, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const path = findProgram(command, environment);
      if (path === undefined) {
        reject(notFound(command));
        return;
      }
      const mark = randomUUID();
      const child = spawn(path, args, {
        env: { ...environment, [markName]: mark },
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
        // A group of its own, which ends with it; Windows has none, and finds its children by themselves.
        detached: process.platform !== 'win32',
      });
      const output = { stdout: '', stderr: '' };
      let ended = false;
      const end = (finish: () => void) => {
        if (ended) return;
        ended = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        // What it has started may hold the pipes open for ever.
        child.stdout.destroy();
        child.stderr.destroy();
        if (child.pid === undefined) return finish();
        endProcesses(child.pid);
        endMarkedProcesses(markName, mark).then(finish, finish);
      };
      const abort = () => end(() => reject(signal.reason));
      signal.addEventListener('abort', abort);
      const timer = setTimeout(() => {
        end(() => reject(new Error(`it did not end within ${time / 60_000} minutes`)));
      }, time);
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].setEncoding('utf8').on('data', (chunk: string) => {
          if (output[name].length + chunk.length <= mostOutput) output[name] += chunk;
          else end(() => reject(new Error(`it printed more than ${mostOutput / 1024 / 1024} MiB`)));
        });
      }
      child.on('error', (error) => end(() => reject(error)));
      child.on('exit', (code) => {
        // What it wrote before it ended is in the pipes still; a grandchild that keeps them open is not waited for.
        const finish = () => end(() => resolve({ ...output, exitCode: code ?? undefined }));
        const grace = setTimeout(finish, 500);
        child.on('close', () => {
          clearTimeout(grace);
          finish();
        });
      });
    });
}

/**
 * Runs a program without a shell and without input. Its time and its output are bounded, and what it has started ends
 * with it.
 */
// A plugin may open a browser and wait for a person.
export const runProgram = programRunner({ time: 3 * 60_000, output: 1024 * 1024 });

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(-600);
}
