import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Disposable, EventEmitter } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { systemClock } from '../cluster/watch/clock.ts';
import { setContextKey } from '../contributions/set-context-key.ts';
import { lastWordsOf } from './last-words.ts';
import { whenReady } from './when-ready.ts';

/** How a sandbox has ended that nobody has stopped. */
export interface SandboxEnd {
  /** `exit code 1`, `signal SIGKILL` */
  readonly how: string;
  /** What it printed last; empty where that is nothing. */
  readonly printed: string;
}

interface Running {
  readonly child: ChildProcess;
  readonly kubeconfig: string;
  /** It is gone. */
  readonly ended: Promise<SandboxEnd>;
  /** Its folder is gone, too, or is left to the system. Never rejects. */
  readonly removed: Promise<void>;
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
  /** Those whose end somebody has asked for. */
  readonly #stopped = new WeakSet<Running>();
  #end: SandboxEnd | undefined;

  /** @param program path of `dist/sandbox.js` */
  constructor(program: string, log: Log) {
    this.#program = program;
    this.#log = log;
  }

  /** The kubeconfig with its contexts, while it runs. */
  get kubeconfig(): string | undefined {
    return this.#running?.kubeconfig;
  }

  /** How it has ended by itself; undefined while it runs, after it was stopped, and once that is dismissed. */
  get end(): SandboxEnd | undefined {
    return this.#end;
  }

  /** The person knows that it has ended. */
  dismissEnd(): void {
    this.#end = undefined;
    this.#announce();
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
    this.#stopped.add(running);
    await kill(running);
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.#changed.dispose();
  }

  async #start(): Promise<void> {
    // The sandbox makes it, and removes it also where this window is gone before it.
    const folder = join(tmpdir(), `kubewright-sandbox-${randomUUID()}`);
    const kubeconfig = join(folder, 'kubeconfig');
    // The extension host's own program, so that no `node` is needed: Electron's behaves as Node by this variable.
    const child = spawn(process.execPath, [this.#program, '--kubeconfig', kubeconfig, '--samples'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    });
    const printed = lastWordsOf(child.stderr);
    const ended = new Promise<SandboxEnd>((done) => {
      child.once('close', (code, signal) =>
        done({ how: signal === null ? `exit code ${code}` : `signal ${signal}`, printed: printed() }),
      );
      child.once('error', ({ message }) => done({ how: message, printed: printed() }));
    });
    const removed = ended.then(() => rm(folder, { recursive: true, force: true })).catch(this.#unremovable);
    const running: Running = { child, kubeconfig, ended, removed };
    try {
      await whenReady(child, systemClock);
    } catch (error) {
      await kill(running);
      throw error;
    }
    this.#running = running;
    this.#end = undefined;
    this.#announce();
    void ended.then((how) => this.#ended(running, how));
  }

  /** Nothing of it is shown any more, whatever becomes of its folder. */
  #ended(running: Running, how: SandboxEnd): void {
    this.#running = undefined;
    if (!this.#stopped.has(running)) {
      this.#end = how;
      this.#log.error(`the sandbox has ended by itself (${how.how})`, how.printed || undefined);
    }
    this.#announce();
  }

  /** The temporary folder is left to the system then; its credentials are of a cluster that is gone. */
  readonly #unremovable = (error: unknown): void =>
    this.#log.warn('removing the folder of the sandbox', error);

  #announce(): void {
    setContextKey('sandboxRunning', this.#running !== undefined);
    this.#changed.fire();
  }
}

async function kill({ child, removed }: Running): Promise<void> {
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 5000);
  await removed;
  clearTimeout(impatience);
}
