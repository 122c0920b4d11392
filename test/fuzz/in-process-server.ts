import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import type { Diagnostic, InitializeResult, ServerCapabilities } from 'vscode-languageserver';
import { createConnection } from 'vscode-languageserver/node';
import type { CatalogReader } from '../../server/src/catalog/catalog.ts';
import { startServer } from '../../server/src/server.ts';

/** The language server in this process: messages go through memory, and its clock stands still until it is told. */
export interface InProcessServer {
  readonly client: MessageConnection;
  /** What the server told its client that it can do. */
  readonly capabilities: ServerCapabilities;
  /** What was published last, by URI. */
  readonly published: ReadonlyMap<string, { readonly version?: number; readonly diagnostics: Diagnostic[] }>;
  /** What the server logged as its errors. */
  readonly errors: readonly string[];
  /** Lets everything that waits for its time happen, and gives a document's diagnostics once they are of this version. */
  checked(uri: string, version: number): Promise<Diagnostic[]>;
  stop(): void;
}

/** What the client is to the server. */
export interface InProcessOptions {
  readonly initializationOptions?: unknown;
  /** How it answers requests, by their methods. */
  readonly answers?: Readonly<Record<string, (params: never) => unknown>>;
  /** Takes what the server tells a person. */
  readonly messages?: (message: string) => void;
  /** Gives the text of a file; left out, there are none. */
  readonly read?: (uri: string) => Promise<string | undefined>;
}

/** Starts a server over a catalog; its workspace has no folders. */
export async function startInProcess(
  readCatalog: CatalogReader,
  {
    initializationOptions,
    answers = {},
    messages = () => {},
    read = async () => undefined,
  }: InProcessOptions = {},
): Promise<InProcessServer> {
  const toServer = new MemoryPipe();
  const toClient = new MemoryPipe();
  const due = new Set<() => void>();
  const server = createConnection(toServer.reader, toClient.writer);
  startServer(server, {
    readCatalog,
    files: { find: async function* () {}, read },
    pause: () => Promise.resolve(),
    later: (_milliseconds, action) => {
      due.add(action);
      return () => due.delete(action);
    },
  });
  const client = createMessageConnection(toClient.reader, toServer.writer);
  const published = new Map<string, { version?: number; diagnostics: Diagnostic[] }>();
  const errors: string[] = [];
  let arrived = () => {};
  client.onNotification('window/showMessage', ({ message }: { message: string }) => messages(message));
  client.onNotification('textDocument/publishDiagnostics', ({ uri, version, diagnostics }) => {
    published.set(uri, { version, diagnostics });
    arrived();
  });
  client.onNotification('window/logMessage', ({ message }) => {
    errors.push(message);
  });
  for (const [method, answer] of Object.entries(answers)) client.onRequest(method, answer);
  client.listen();
  const { capabilities } = await client.sendRequest<InitializeResult>('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {},
    initializationOptions,
  });
  await client.sendNotification('initialized', {});
  const checked = async (uri: string, version: number) => {
    // The answer to a request: the server has every change before it by then.
    await client.sendRequest('textDocument/foldingRange', { textDocument: { uri } });
    for (const action of due) {
      due.delete(action);
      action();
    }
    while (published.get(uri)?.version !== version) {
      await new Promise<void>((done) => {
        arrived = done;
      });
    }
    return published.get(uri)!.diagnostics;
  };
  const stop = () => {
    client.dispose();
    server.dispose();
  };
  return { client, capabilities, published, errors, checked, stop };
}

/** Carries messages as their JSON, so that what JSON cannot carry is noticed. */
class MemoryPipe {
  readonly reader = new MemoryReader();
  readonly writer = new MemoryWriter(this.reader);
}

class MemoryReader extends AbstractMessageReader {
  #take: DataCallback = () => {};

  listen(take: DataCallback): Disposable {
    this.#take = take;
    return { dispose: () => {} };
  }

  deliver(json: string): void {
    this.#take(JSON.parse(json) as Message);
  }
}

class MemoryWriter extends AbstractMessageWriter {
  readonly #reader: MemoryReader;

  constructor(reader: MemoryReader) {
    super();
    this.#reader = reader;
  }

  async write(message: Message): Promise<void> {
    const json = JSON.stringify(message);
    queueMicrotask(() => this.#reader.deliver(json));
  }

  end(): void {}
}
