import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { Diagnostic, InitializeParams, PublishDiagnosticsParams } from 'vscode-languageserver';

/** How to start the server and what to tell it of its client. */
export interface LanguageClientOptions {
  /** The built server: `dist/server.js`. */
  readonly server: string;
  readonly transport?: 'stdio' | 'node-ipc';
  /** The program that runs it; this one where not given. */
  readonly node?: string;
  readonly initialize?: Partial<InitializeParams>;
  /** Answers `workspace/configuration`; without it the client says that it cannot. */
  readonly configuration?: () => unknown;
}

/** A language server in a process of its own, and the least of an editor on this side. */
export class LanguageClient {
  readonly connection: MessageConnection;
  readonly #process: ChildProcess;
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting = new Set<() => void>();
  #definedKinds: number | undefined;

  private constructor(process: ChildProcess, connection: MessageConnection) {
    this.#process = process;
    this.connection = connection;
    connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.#published.set(params.uri, params);
      this.#wake();
    });
    connection.onNotification('kubewright/workspaceIndexed', (params: { definedKinds: number }) => {
      this.#definedKinds = params.definedKinds;
      this.#wake();
    });
    connection.onClose(() => this.#wake());
  }

  /** Starts a server and shakes hands with it. Rejects when it does not answer. */
  static async start(options: LanguageClientOptions): Promise<LanguageClient> {
    const { process, connection } = options.transport === 'node-ipc' ? overIpc(options) : overStdio(options);
    const client = new LanguageClient(process, connection);
    connection.onRequest('client/registerCapability', () => null);
    connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
      items.map(() => options.configuration?.() ?? null),
    );
    connection.listen();
    await connection.sendRequest('initialize', {
      processId: globalThis.process.pid,
      rootUri: null,
      capabilities: { workspace: { configuration: options.configuration !== undefined } },
      ...options.initialize,
    });
    await connection.sendNotification('initialized', {});
    return client;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async open(uri: string, text: string, languageId = 'yaml'): Promise<void> {
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** What the server says of a document, once it has said something about this version or a later one. */
  async diagnostics(uri: string, version = 1): Promise<Diagnostic[]> {
    await this.#until(() => (this.#published.get(uri)?.version ?? -1) >= version);
    return this.#published.get(uri)!.diagnostics;
  }

  /** What the server said last of a document; undefined where it said nothing. */
  published(uri: string): PublishDiagnosticsParams | undefined {
    return this.#published.get(uri);
  }

  /** Forgets what was said of a document, so that `diagnostics` waits for the next word. */
  forget(uri: string): void {
    this.#published.delete(uri);
  }

  /** How many kinds the files of the workspace define, once they have been read. */
  async indexed(): Promise<number> {
    await this.#until(() => this.#definedKinds !== undefined);
    return this.#definedKinds!;
  }

  /** Ends the server as editors do, and waits until its process is gone. */
  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exited = once(this.#process, 'exit');
      await this.connection.sendRequest('shutdown');
      await this.connection.sendNotification('exit');
      await exited;
    }
    this.connection.dispose();
  }

  async #until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      if (this.#process.exitCode !== null)
        throw new Error(`the language server ended: ${this.#process.exitCode}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

function overStdio({ node = process.execPath, server }: LanguageClientOptions) {
  const child = spawn(node, [server, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  return { process: child, connection };
}

function overIpc({ node = process.execPath, server }: LanguageClientOptions) {
  const child = fork(server, ['--node-ipc'], { execPath: node, execArgv: [] });
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  return { process: child, connection };
}
