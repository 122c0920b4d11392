import { type ChildProcess, spawn } from 'node:child_process';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';

/** A measured language server and the connection to it. */
export interface MeasuredServer {
  child: ChildProcess;
  connection: MessageConnection;
  /** When its process was started, by `performance.now()`. */
  started: number;
  /** Its heap after a collection, in bytes. */
  heap(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a language server on stdio and initializes it, with settings that answer each `workspace/configuration`. */
export async function startServer(
  command: readonly string[],
  settings: Record<string, unknown>,
  initializationOptions: object = {},
): Promise<MeasuredServer> {
  const preload = ['--expose-gc', '--require', `${import.meta.dirname}/report-heap.cjs`];
  const started = performance.now();
  const child = spawn(process.execPath, [...preload, ...command, '--stdio'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout!),
    new StreamMessageWriter(child.stdin!),
  );
  connection.onRequest('workspace/configuration', ({ items }: { items: { section?: string }[] }) =>
    items.map(({ section }) => (section ? (settings[section] ?? null) : settings)),
  );
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { configuration: true } },
    initializationOptions,
  });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('workspace/didChangeConfiguration', { settings });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  return {
    child,
    connection,
    started,
    heap: () => {
      const answer = new Promise<number>((done) => {
        child.stderr!.on('data', (chunk: Buffer) => {
          const heap = /heapUsed (\d+)/.exec(chunk.toString());
          if (heap) done(Number(heap[1]));
        });
      });
      child.kill('SIGUSR2');
      return answer;
    },
    stop: async () => {
      connection.dispose();
      child.kill();
      await ended;
    },
  };
}

/** Opens a document and gives the milliseconds from the process's start until its first diagnostics that are not empty. */
export async function timeToDiagnostics(server: MeasuredServer, uri: string, text: string): Promise<number> {
  const seen = new Promise<number>((done) => {
    server.connection.onNotification('textDocument/publishDiagnostics', (event) => {
      if (event.uri === uri && event.diagnostics.length > 0) done(performance.now() - server.started);
    });
  });
  await server.connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  });
  const limit = new Promise<never>((_, failed) =>
    setTimeout(() => failed(new Error('no diagnostics within 60 s')), 60_000).unref(),
  );
  return Promise.race([seen, limit]);
}
