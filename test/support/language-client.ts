import { type ChildProcess, spawn } from 'node:child_process';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';

/** A language server and the connection to it. */
export interface StartedLanguageServer {
  child: ChildProcess;
  connection: MessageConnection;
  /** When its process was started, by `performance.now()`. */
  started: number;
  /** Settles when it has read the files of its folder. */
  indexed: Promise<void>;
  stop(): Promise<void>;
}

/** One row of `textDocument/publishDiagnostics`, as far as tests look at it. */
export interface PublishedDiagnostic {
  message: string;
  severity?: number;
}

const limit = 60_000;

/** What a client says when it initializes a server. */
export interface Initialization {
  /** The URI of the folder that is open. */
  readonly folder?: string;
  readonly options?: object;
}

/**
 * Starts a language server on stdio and initializes it as a plain client would, one that takes diagnostics as they are
 * published. `settings` answer each `workspace/configuration`.
 */
export async function startLanguageServer(
  [program, ...args]: readonly [string, ...string[]],
  settings: Record<string, unknown> = {},
  { folder, options }: Initialization = {},
): Promise<StartedLanguageServer> {
  const started = performance.now();
  const child = spawn(program, [...args, '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest('workspace/configuration', ({ items }: { items: { section?: string }[] }) =>
    items.map(({ section }) => (section ? (settings[section] ?? null) : settings)),
  );
  connection.onRequest('client/registerCapability', () => null);
  const indexed = new Promise<void>((done) => {
    connection.onNotification('kubewright/workspaceIndexed', () => done());
  });
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: folder ?? null,
    ...(options && { initializationOptions: options }),
    capabilities: { workspace: { configuration: true } },
  });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('workspace/didChangeConfiguration', { settings });
  const stop = async () => {
    connection.dispose();
    child.kill();
    await ended;
  };
  return { child, connection, started, indexed, stop };
}

/** Opens a document and waits for its first diagnostics that are not empty; rejects after a minute without. */
export async function firstDiagnostics(
  { connection }: StartedLanguageServer,
  uri: string,
  text: string,
): Promise<PublishedDiagnostic[]> {
  const seen = new Promise<PublishedDiagnostic[]>((done) => {
    connection.onNotification('textDocument/publishDiagnostics', (event) => {
      if (event.uri === uri && event.diagnostics.length > 0) done(event.diagnostics);
    });
  });
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  });
  const late = new Promise<never>((_, failed) =>
    setTimeout(() => failed(new Error(`no diagnostics within ${limit} ms`)), limit).unref(),
  );
  return Promise.race([seen, late]);
}
