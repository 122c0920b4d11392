import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Disposable, EventEmitter } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { systemClock } from '../cluster/watch/clock.ts';
import { setContextKey } from '../contributions/set-context-key.ts';
import { whenReady } from './when-ready.ts';

interface Running {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly ended: Promise<void>;
}

/**
 * The sandbox cluster of this window: a process that runs as long as it is wanted. It ends with the extension host,
 * however that ends: it looks whether its parent still runs.
 */
export class Sandbox implements Disposable {
  readonly #changed = new EventEmitter<void>();
  /** It has started or ended. */
  readonly onDidChange = this.#changed.event;
  readonly #program: string;
  readonly #log: Log;
  #running: Running | undefined;
  #starting: Promise<void> | undefined;

  /** @param program path of `dist/sandbox.js` */
  constructor(program: string, log: Log) {
    this.#program = program;
    this.#log = log;
  }

  /** The kubeconfig with its contexts, while it runs. */
  get kubeconfig(): string | undefined {
    return this.#running?.kubeconfig;
  }

  /** Starts it, unless it runs; resolves when it answers. Rejects with what it printed when it does not come up. */
  async start(): Promise<void> {
    if (this.#running) return;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    await this.#starting;
  }

  /** Ends it and removes its kubeconfig; resolves when the process is gone. */
  async stop(): Promise<void> {
    await this.#starting?.catch((error) => this.#log.debug('the sandbox that was to be stopped', error));
    const running = this.#running;
    if (!running) return;
    await end(running);
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.#changed.dispose();
  }

  async #start(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'kubewright-sandbox-'));
    const kubeconfig = join(folder, 'kubeconfig');
    // The extension host's own program, so that no `node` is needed: Electron's behaves as Node by this variable.
    const child = spawn(process.execPath, [this.#program, '--kubeconfig', kubeconfig, '--samples'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    });
    const ended = new Promise<void>((done) => {
      child.once('close', () => done());
      child.once('error', () => done());
    }).then(() => rm(folder, { recursive: true, force: true }));
    const running = { child, folder, kubeconfig, ended };
    try {
      await whenReady(child, systemClock);
    } catch (error) {
      await end(running);
      throw error;
    }
    this.#running = running;
    this.#announce();
    ended.then(() => {
      this.#running = undefined;
      this.#announce();
    }, this.#unremovable);
  }

  /** The temporary folder is left to the system then; its credentials are of a cluster that is gone. */
  readonly #unremovable = (error: unknown): void =>
    this.#log.warn('removing the folder of the sandbox', error);

  #announce(): void {
    setContextKey('sandboxRunning', this.#running !== undefined);
    this.#changed.fire();
  }
}

async function end({ child, ended }: Pick<Running, 'child' | 'ended'>): Promise<void> {
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(impatience);
}
