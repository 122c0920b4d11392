import {
  type CancellationToken,
  type CodeAction,
  type CodeActionParams,
  type CompletionItem,
  type CompletionList,
  type CompletionParams,
  type Connection,
  type Diagnostic,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type DocumentLink,
  type InitializeParams,
  type InitializeResult,
  type ResponseError,
  type SemanticTokens,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import type { CheckContext } from './checks/check-context.ts';
import { askClient, onClientNotification, onClientRequest, tellClient } from './client-connection.ts';
import { DocumentVersion, unlessChanged } from './documents/document-version.ts';
import { OpenDocument } from './documents/open-document.ts';
import { fetchSchemaActions } from './features/code-actions/fetch-schema.ts';
import { quickFixes } from './features/code-actions/quick-fixes.ts';
import { complete, resolveCompletion } from './features/completion/completion.ts';
import type { CompletionContext } from './features/completion/completion-context.ts';
import { outsideActions } from './features/completion/outside-actions.ts';
import { documentLinks } from './features/document-links.ts';
import { foldingRanges } from './features/folding.ts';
import { hover } from './features/hover.ts';
import { legend, SemanticTokensFeature } from './features/semantic-tokens/semantic-tokens.ts';
import { documentSymbols } from './features/symbols.ts';
import { withActionsShown } from './features/template-symbols.ts';
import {
  answeredAnew,
  answeredWhereStillThere,
  contentModified,
  refused,
  type WhenChanged,
} from './features/when-changed.ts';
import { isKustomizationFile } from './manifest/kustomization-paths.ts';
import type { CheckTextParams, ConnectedClustersParams, WorkspaceIndexed } from './protocol.ts';
import { checkText } from './publishing/check-text.ts';
import { DiagnosticsPublisher } from './publishing/diagnostics-publisher.ts';
import { withPages } from './publishing/rule-page.ts';
import { readSettings } from './workspace/settings.ts';
import { Workspace, type WorkspaceHost } from './workspace/workspace.ts';

/** What the server needs from the program it runs in. */
export interface ServerHost extends WorkspaceHost {
  /** Runs something later; the result takes it back. */
  later(milliseconds: number, action: () => void): () => void;
}

/** Answers a client on this connection until it ends. */
export function startServer(connection: Connection, host: ServerHost): void {
  const server = new Server(connection, host);
  connection.onInitialize((params) => server.initialize(params));
  connection.onInitialized(server.guard('initialized', () => server.initialized()));
  connection.onDidChangeConfiguration(
    server.guard('settings', ({ settings }) => server.reconfigure(settings)),
  );
  connection.onDidChangeWatchedFiles(server.guard('files', ({ changes }) => server.filesChanged(changes)));
  connection.onDidOpenTextDocument(server.guard('open', ({ textDocument }) => server.opened(textDocument)));
  connection.onDidChangeTextDocument(server.guard('change', (params) => server.changed(params)));
  connection.onDidCloseTextDocument(server.guard('close', ({ textDocument }) => server.closed(textDocument)));
  connection.onCompletion(
    server.feature<CompletionParams, null, CompletionList>(
      'completion',
      null,
      (document, params, context, asked) => server.complete(document, params, context, asked),
      answeredWhereStillThere,
    ),
  );
  connection.onCompletionResolve((item) => server.resolve(item));
  connection.onHover(server.feature('hover', null, hover));
  connection.onDocumentSymbol(
    server.feature(
      'documentSymbol',
      [],
      (document, params, context) => {
        const symbols = documentSymbols(document, params, context);
        return document.template ? withActionsShown(symbols) : symbols;
      },
      answeredAnew,
    ),
  );
  connection.onFoldingRanges(server.feature('foldingRange', [], foldingRanges, answeredAnew));
  connection.onCodeAction(
    server.feature('codeAction', [], async (document, params, context) => [
      ...(await server.fetchSchemaActions(params, context)),
      ...quickFixes(document, params),
    ]),
  );
  connection.onDocumentLinks(
    server.feature('documentLink', [], (document) => server.documentLinks(document), answeredAnew),
  );
  const { semanticTokens } = server;
  connection.languages.semanticTokens.on(
    server.feature('semanticTokens', noTokens, semanticTokens.full.bind(semanticTokens), answeredAnew),
  );
  connection.languages.semanticTokens.onDelta(
    server.feature('semanticTokens/delta', noTokens, semanticTokens.delta.bind(semanticTokens), answeredAnew),
  );
  connection.languages.semanticTokens.onRange(
    server.feature('semanticTokens/range', noTokens, semanticTokens.range.bind(semanticTokens), answeredAnew),
  );
  onClientNotification(
    connection,
    'kubewright/connectedClusters',
    server.guard('clusters', (params) => server.clustersConnected(params)),
  );
  onClientNotification(
    connection,
    'kubewright/liveObjectsChanged',
    server.guard('liveObjects', () => server.liveObjectsChanged()),
  );
  onClientRequest(connection, 'kubewright/checkText', (params, token) => server.checkText(params, token));
  connection.listen();
}

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  completionProvider: { resolveProvider: true, triggerCharacters: [' ', ':', '-', '"', '/'] },
  hoverProvider: true,
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  documentLinkProvider: {},
  semanticTokensProvider: { legend, full: { delta: true }, range: true },
  codeActionProvider: { codeActionKinds: ['quickfix'] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

const noTokens: SemanticTokens = { data: [] };

/** The state that requests share, and what keeps one failing request from ending the others. */
class Server {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  readonly #publisher: DiagnosticsPublisher;
  readonly #open = new Map<string, OpenDocument>();
  readonly #logged = new Set<string>();
  readonly semanticTokens = new SemanticTokensFeature();
  readonly #pause: () => Promise<void>;
  #client: InitializeParams | undefined;
  /** Settles when the client's settings are known, or it has none to give. */
  #configured: Promise<void> = Promise.resolve();

  constructor(connection: Connection, host: ServerHost) {
    this.#connection = connection;
    this.#pause = host.pause;
    this.#workspace = new Workspace(host, {
      readDocument: (params) => askClient(connection, 'kubewright/openApiDocument', params),
      schemasChanged: () => this.#publishAll(),
    });
    this.#publisher = new DiagnosticsPublisher(this.#workspace, {
      send: (uri, version, diagnostics) =>
        this.#sent(
          connection.sendDiagnostics({
            uri,
            diagnostics: withPages(diagnostics, this.#workspace.settings.rulePage),
            ...(version !== undefined && { version }),
          }),
        ),
      later: host.later,
      pause: host.pause,
      definitionsChanged: () => this.#publishAll(),
      failed: (error) => this.#log('diagnostics', error),
      ask: (params) => askClient(connection, 'kubewright/liveObject', params),
      now: () => performance.now(),
    });
  }

  /** A handler that never throws: what goes wrong in it is logged, each thing once. */
  guard<Params>(
    name: string,
    handle: (params: Params) => void | Promise<void>,
  ): (params: Params) => Promise<void> {
    return async (params) => {
      try {
        await handle(params);
      } catch (error) {
        this.#log(name, error);
      }
    };
  }

  /**
   * The handler of a request about an open document; what cannot be answered any more gets the empty answer. Where the
   * document changes before it is answered, `whenChanged` says what becomes of it.
   */
  feature<Params extends { textDocument: { uri: string } }, Empty, Result>(
    name: string,
    empty: Empty,
    answer: (
      document: DocumentVersion,
      params: Params,
      context: CheckContext,
      asked: DocumentVersion,
    ) => Result | Promise<Result>,
    whenChanged: WhenChanged<Params> = refused,
  ): (params: Params, token: CancellationToken) => Promise<Result | Empty | ResponseError<void>> {
    return async (params, token) => {
      const { uri } = params.textDocument;
      const asked = this.#versionOf(uri);
      try {
        await this.#configured;
        for (let now = asked; asked && now && !token.isCancellationRequested; now = this.#versionOf(uri)) {
          const then = now === asked ? 'anew' : whenChanged(params, asked, now);
          if (then !== 'anew') return then === 'refused' ? contentModified() : empty;
          const given = await unlessChanged(now, async (version) => {
            const context = await this.#workspace.contextOf(uri);
            return token.isCancellationRequested ? empty : answer(version, params, context, asked);
          });
          if (given) return now.isOf(this.#open.get(uri)) ? given.result : empty;
        }
        return empty;
      } catch (error) {
        this.#log(name, error);
        return empty;
      }
    };
  }

  #versionOf(uri: string): DocumentVersion | undefined {
    const document = this.#open.get(uri);
    return document && new DocumentVersion(document);
  }

  /**
   * What may be typed at a position. What a person has typed on since they asked, the client asks for again: only it
   * knows where the cursor is now.
   */
  async complete(
    document: DocumentVersion,
    params: CompletionParams,
    context: CheckContext,
    asked: DocumentVersion,
  ): Promise<CompletionList> {
    const list = await complete(this.#completionContext(document, params, context));
    const offered = document.template ? outsideActions(list, document) : list;
    return document === asked ? offered : { ...offered, isIncomplete: true };
  }

  /** What completion reads beside the document. */
  #completionContext(
    document: DocumentVersion,
    { position }: CompletionParams,
    { catalog }: CheckContext,
  ): CompletionContext {
    const { suggestCommand } = this.#workspace.settings;
    // As if typed: where there is nothing to suggest, nothing is said.
    const suggestAgain = suggestCommand && {
      title: 'Suggest',
      command: suggestCommand,
      arguments: [{ auto: true }],
    };
    const { yaml: text, lines, uri } = document;
    const documents = () => document.documents;
    return { text, documents, lines, uri, position, catalog, ...(suggestAgain && { suggestAgain }) };
  }

  /** What a person may do about a kind that nobody here knows; nothing where the client has no command for it. */
  async fetchSchemaActions(
    { context }: CodeActionParams,
    { clusters = [] }: CheckContext,
  ): Promise<CodeAction[]> {
    const command = this.#workspace.settings.fetchSchemaCommand;
    if (command === undefined) return [];
    const choices = () => askClient(this.#connection, 'kubewright/clusterChoices', {});
    try {
      return await fetchSchemaActions(context.diagnostics, { command, choices, clusters });
    } catch (error) {
      this.#log('clusterChoices', error);
      return [];
    }
  }

  clustersConnected({ clusters }: ConnectedClustersParams): void {
    if (this.#workspace.connected(clusters)) this.#publishAll();
  }

  documentLinks(document: DocumentVersion): Promise<DocumentLink[]> {
    return documentLinks(document, (uri) => this.#workspace.read(uri));
  }

  /** Adds prose to a chosen item; without it where that fails. */
  async resolve(item: CompletionItem): Promise<CompletionItem> {
    try {
      const { catalog } = await this.#workspace.context();
      return await resolveCompletion(item, catalog);
    } catch (error) {
      this.#log('completionResolve', error);
      return item;
    }
  }

  /** Judges a text that need not be open. Rejects when it cannot: no answer would look like no fault. */
  async checkText(params: CheckTextParams, token: CancellationToken): Promise<Diagnostic[]> {
    await this.#configured;
    return await checkText(params, this.#workspace, this.#pause, token);
  }

  initialize(params: InitializeParams): InitializeResult {
    this.#client = params;
    this.#workspace.settings = readSettings(params.initializationOptions, this.#workspace.settings);
    this.#workspace.context().catch((error: unknown) => this.#log('catalog', error));
    return { capabilities, serverInfo: { name: 'kubewright' } };
  }

  async initialized(): Promise<void> {
    const client = this.#client?.capabilities.workspace;
    if (client?.configuration) this.#configured = this.#readConfiguration();
    if (client?.didChangeConfiguration?.dynamicRegistration) {
      this.#sent(
        this.#connection.client.register(DidChangeConfigurationNotification.type, { section: 'kubewright' }),
      );
    }
    if (client?.didChangeWatchedFiles?.dynamicRegistration) {
      const watchers = [{ globPattern: '**/{*.yaml,*.yml,*.json,Kustomization}' }];
      this.#sent(this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }));
    }
    if (client?.workspaceFolders) {
      this.#connection.workspace.onDidChangeWorkspaceFolders(
        this.guard('folders', ({ added }) => this.#index(added.map(({ uri }) => uri))),
      );
    }
    await this.#configured;
    await this.#index(foldersOf(this.#client));
  }

  async reconfigure(sent: unknown): Promise<void> {
    if (this.#client?.capabilities.workspace?.configuration) {
      this.#configured = this.#readConfiguration();
      await this.#configured;
    } else {
      const section = (sent as { kubewright?: unknown } | null)?.kubewright;
      this.#workspace.settings = readSettings(section, this.#workspace.settings);
    }
    this.#publishAll();
  }

  liveObjectsChanged(): void {
    this.#publisher.expireLiveObjects();
    this.#publishAll();
  }

  async filesChanged(changes: readonly { uri: string }[]): Promise<void> {
    const before = this.#workspace.revision;
    for (const { uri } of changes) await this.#workspace.reread(uri);
    if (this.#workspace.revision !== before) this.#publishAll();
    else this.#publishKustomizations();
  }

  async opened(item: { uri: string; languageId: string; version: number; text: string }): Promise<void> {
    const document = new OpenDocument(item.uri, item.languageId, item.version, item.text);
    this.#open.set(item.uri, document);
    if (await this.#workspace.isChartTemplate(item.uri)) document.becomeTemplate();
    await this.#configured;
    if (this.#open.get(item.uri) === document) this.#publisher.publish(document);
  }

  changed({
    textDocument,
    contentChanges,
  }: Parameters<Parameters<Connection['onDidChangeTextDocument']>[0]>[0]): void {
    const document = this.#open.get(textDocument.uri);
    if (!document) return;
    document.update(contentChanges, textDocument.version);
    this.#publisher.publishSoon(document);
  }

  closed({ uri }: { uri: string }): void {
    this.#open.delete(uri);
    this.semanticTokens.forget(uri);
    this.#publisher.close(uri);
    if (this.#workspace.closed(uri)) this.#publishAll();
  }

  async #index(folders: readonly string[]): Promise<void> {
    if (await this.#workspace.index(folders)) this.#publishAll();
    const definedKinds = Array.from(this.#workspace.definitions.kinds()).length;
    const told: WorkspaceIndexed = { definedKinds };
    this.#sent(tellClient(this.#connection, 'kubewright/workspaceIndexed', told));
  }

  async #readConfiguration(): Promise<void> {
    try {
      const section: unknown = await this.#connection.workspace.getConfiguration('kubewright');
      this.#workspace.settings = readSettings(section, this.#workspace.settings);
    } catch (error) {
      this.#log('settings', error);
    }
  }

  #publishAll(): void {
    for (const document of this.#open.values()) this.#publisher.publish(document);
    this.#refreshTokens();
  }

  /** What is known of kinds has changed; a client that cannot be told asks with the next edit. */
  #refreshTokens(): void {
    if (!this.#client?.capabilities.workspace?.semanticTokens?.refreshSupport || this.#open.size === 0)
      return;
    this.#sent(this.#connection.languages.semanticTokens.refresh());
  }

  /** A file that they name may have come or gone. */
  #publishKustomizations(): void {
    for (const document of this.#open.values()) {
      if (isKustomizationFile(document.uri)) this.#publisher.publish(document);
    }
  }

  /** What could not be sent is lost with the connection; there is nobody left to tell. */
  #sent(sending: Promise<unknown>): void {
    sending.catch((error: unknown) => this.#log('connection', error));
  }

  #log(where: string, error: unknown): void {
    const message = `${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    if (this.#logged.has(message) || this.#logged.size >= mostLogged) return;
    this.#logged.add(message);
    try {
      this.#connection.console.error(message);
    } catch {
      // The connection has ended, and with it whoever would read this.
    }
  }
}

const mostLogged = 200;

function foldersOf(client: InitializeParams | undefined): readonly string[] {
  const folders = client?.workspaceFolders?.map(({ uri }) => uri);
  return folders ?? (client?.rootUri ? [client.rootUri] : []);
}
