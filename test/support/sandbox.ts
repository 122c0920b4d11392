import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import type { KubernetesVersion } from '../../server/src/catalog/catalog.ts';

/** How the sandbox of one test is started. */
export interface SandboxOptions {
  /** Further arguments, put after the ones that the other options make. */
  args?: readonly string[];
  /** The Kubernetes version it speaks; its own default when left out. */
  kubernetesVersion?: KubernetesVersion;
  /** What it holds at the start: nothing but the system's namespaces (the default), or the sample objects. */
  content?: 'empty' | 'samples';
  /** The Node that runs it; this process's own when left out. */
  node?: string;
  /** The path of `dist/sandbox.js`, for who is bundled and knows no folder of its own. */
  program?: string;
  /** The whole environment of the process; this process's own when left out. */
  env?: NodeJS.ProcessEnv;
}

/** A running sandbox and everything needed to talk to it. */
export interface Sandbox {
  /** Path of the kubeconfig it wrote; goes away with `stop`. */
  kubeconfig: string;
  /** `https://127.0.0.1:PORT`, without a slash at the end. */
  url: string;
  /** The bearer token of the kubeconfig's user. */
  token: string;
  /** The certificate authority, as PEM. */
  ca: string;
  /** The process, so that a test can look whether it is gone. */
  pid: number;
  /** Ends the process, waits for its end and removes the temporary folder. May be called twice. */
  stop(): Promise<void>;
}

interface Kubeconfig {
  clusters: { cluster: { 'certificate-authority-data': string } }[];
  users: { user: { token: string } }[];
}

const startLimit = 20_000;

/**
 * Starts `dist/sandbox.js` on a free port with a kubeconfig in a temporary folder, and waits until it is ready.
 * Throws, with what the process printed, when it ends or stays silent instead.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-sandbox-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const program = options.program ?? resolve(import.meta.dirname, '../../dist/sandbox.js');
  const child = spawn(options.node ?? process.execPath, [program, ...programArguments(kubeconfig, options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: options.env ?? process.env,
  });
  const ended = new Promise<void>((done) => {
    child.once('close', () => done());
    child.once('error', () => done());
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(impatience);
    await rm(folder, { recursive: true, force: true });
  };

  let output = '';
  try {
    const url = await new Promise<string>((done, failed) => {
      const limit = setTimeout(
        () => failed(new Error(`the sandbox was not ready after ${startLimit} ms:\n${output}`)),
        startLimit,
      );
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const ready = /^ready (https:\/\/\S+)$/m.exec(output);
        if (!ready) return;
        clearTimeout(limit);
        for (const stream of [child.stdout, child.stderr]) stream.off('data', read).resume();
        done(ready[1]!);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('error', failed);
      child.once('close', (code) => {
        clearTimeout(limit);
        failed(new Error(`the sandbox ended with ${code} before it was ready:\n${output}`));
      });
    });
    const config = parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig;
    const ca = Buffer.from(config.clusters[0]!.cluster['certificate-authority-data'], 'base64').toString();
    return { kubeconfig, url, token: config.users[0]!.user.token, ca, pid: child.pid!, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function programArguments(kubeconfig: string, options: SandboxOptions): string[] {
  const content = options.content === 'samples' ? '--samples' : '--empty';
  const version = options.kubernetesVersion ? ['--kubernetes-version', options.kubernetesVersion] : [];
  return ['--kubeconfig', kubeconfig, '--port', '0', content, ...version, ...(options.args ?? [])];
}
