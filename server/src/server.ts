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
  type Location,
  MessageType,
  type Position,
  type ResponseError,
  type SemanticTokens,
  ShowMessageNotification,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import type { CheckContext } from './checks/check-context.ts';
import { askClient, onClientNotification, onClientRequest, tellClient } from './client-connection.ts';
import { DocumentVersion, unlessChanged } from './documents/document-version.ts';
import { OpenDocument } from './documents/open-document.ts';
import { codeActions, fixAllKind } from './features/code-actions/code-actions.ts';
import { fetchSchemaActions } from './features/code-actions/fetch-schema.ts';
import { complete, resolveCompletion } from './features/completion/completion.ts';
import type { CompletionContext } from './features/completion/completion-context.ts';
import { type Occasion, Occasions } from './features/completion/occasion.ts';
import { isInAction, outsideActions } from './features/completion/outside-actions.ts';
import { beforeTyping, positionBehind, typedOn } from './features/completion/typed-on.ts';
import { documentLinks } from './features/document-links.ts';
import { foldingRanges } from './features/folding.ts';
import { hover } from './features/hover.ts';
import { legend, SemanticTokensFeature } from './features/semantic-tokens/semantic-tokens.ts';
import { documentSymbols } from './features/symbols.ts';
import {
  answeredAnew,
  answeredWhereStillThere,
  contentModified,
  refused,
  type WhenChanged,
} from './features/when-changed.ts';
import { isKustomizationFile } from './manifest/kustomization-paths.ts';
import type {
  CheckTextParams,
  ConnectedCluster,
  ConnectedClustersParams,
  WorkspaceIndexed,
  WrittenObjectParams,
} from './protocol.ts';
import { checkText } from './publishing/check-text.ts';
import { DiagnosticsPublisher } from './publishing/diagnostics-publisher.ts';
import { withPages } from './publishing/rule-page.ts';
import { mostKinds } from './workspace/indexed-cluster.ts';
import { normalUri } from './workspace/kustomize-builds.ts';
import { readClientOptions, readSettings, type Settings } from './workspace/settings.ts';
import { Workspace, type WorkspaceHost } from './workspace/workspace.ts';
import type { LeftOfFolder } from './workspace/workspace-files.ts';
import { writtenObject } from './workspace/written-object.ts';
import { trimEnd } from './yaml/trim-end.ts';

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
  connection.onCompletion((params, token) => {
    const occasion = server.occasionOf(params);
    const answer = server.feature<CompletionParams, null, CompletionList>(
      'completion',
      null,
      (document, _params, context, asked) => server.complete(document, params, context, { asked, occasion }),
      answeredWhereStillThere,
    );
    return answer(params, token);
  });
  connection.onCompletionResolve((item) => server.resolve(item));
  connection.onHover(server.feature('hover', null, hover));
  connection.onDocumentSymbol(server.feature('documentSymbol', [], documentSymbols, answeredAnew));
  connection.onFoldingRanges(server.feature('foldingRange', [], foldingRanges, answeredAnew));
  connection.onCodeAction(
    server.feature('codeAction', [], (document, params, context) =>
      server.codeActions(document, params, context),
    ),
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
  onClientNotification(
    connection,
    'kubewright/workspaceTrusted',
    server.guard('trust', () => server.workspaceTrusted()),
  );
  onClientRequest(connection, 'kubewright/checkText', (params, token) => server.checkText(params, token));
  onClientRequest(connection, 'kubewright/writtenObject', (params, token) =>
    server.writtenObject(params, token),
  );
  connection.listen();
}

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  completionProvider: { resolveProvider: true, triggerCharacters: [' ', '"', "'"] },
  hoverProvider: true,
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  documentLinkProvider: {},
  semanticTokensProvider: { legend, full: { delta: true }, range: true },
  codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

const noTokens: SemanticTokens = { data: [] };

/** The state that requests share, and what keeps one failing request from ending the others. */
class Server {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  readonly #publisher: DiagnosticsPublisher;
  readonly #open = new Map<string, OpenDocument>();
  /** Of each open document: settles when it is known whether it is a template of a chart, which other files say. */
  readonly #recognized = new WeakMap<OpenDocument, Promise<void>>();
  readonly #occasions = new Occasions();
  readonly #logged = new Set<string>();
  readonly semanticTokens = new SemanticTokensFeature();
  readonly #pause: () => Promise<void>;
  /** What has been told of a limit: what is left, or the cluster that it is left of. */
  readonly #toldLimits = new Set<string>();
  #client: InitializeParams | undefined;
  /** Settles when the client's settings are known, or it has none to give. */
  #configured: Promise<void> = Promise.resolve();

  constructor(connection: Connection, host: ServerHost) {
    this.#connection = connection;
    this.#pause = host.pause;
    const filesLeft = (folder: string, left: LeftOfFolder, most: number) =>
      this.#filesLeft(folder, left, most);
    this.#workspace = new Workspace(
      { ...host, filesLeft },
      {
        readDocument: (params) => askClient(connection, 'kubewright/openApiDocument', params),
        schemasChanged: () => this.#publishAll(),
      },
    );
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
      const received = this.#versionOf(uri);
      try {
        await this.#configured;
        await this.#recognizedAt(uri);
        // That the document was found to be a template meanwhile is no change of its text.
        const recognized = this.#versionOf(uri);
        const asked = recognized && received?.lines === recognized.lines ? recognized : received;
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

  /** Why a client asks for completion; to be told as soon as it asks, because what it types then counts too. */
  occasionOf(params: CompletionParams): Occasion {
    const document = this.#open.get(params.textDocument.uri);
    if (!document || this.#workspace.settings.suggestions === 'asked') return 'asked';
    return this.#occasions.of(params, document.lines);
  }

  /**
   * What may be typed at a position. Letters that a person has typed on since they asked count, and the client need not
   * ask for them again. Where anything else has changed it is to: only it knows where the cursor is now.
   */
  async complete(
    document: DocumentVersion,
    params: CompletionParams,
    context: CheckContext,
    { asked, occasion }: { readonly asked: DocumentVersion; readonly occasion: Occasion },
  ): Promise<CompletionList> {
    const typed = document === asked ? '' : typedOn(params.position, asked.lines, document.lines);
    const position = positionBehind(params.position, typed ?? '');
    if (isInAction(position, document)) return { isIncomplete: false, items: [] };
    // An editor that was once told that there is nothing does not ask again.
    await this.#workspace.neighbours.open(document.uri).catch((error) => this.#log('completion', error));
    const list = await complete({ ...this.#completionContext(document, position, context), occasion });
    const offered = document.template ? outsideActions(list, document) : list;
    if (typed === undefined) return { ...offered, isIncomplete: true };
    return typed === '' ? offered : beforeTyping(offered, params.position, typed);
  }

  /** What completion reads beside the document. */
  #completionContext(
    document: DocumentVersion,
    position: Position,
    { catalog, version }: CheckContext,
  ): CompletionContext {
    const { placeholders, suggestCommand } = this.#workspace.settings;
    // Without arguments: VS Code runs it in the same breath as it inserts, as if something was typed. One with arguments it
    // asks the extension host for, and the list comes over what has been typed since.
    const suggestAgain = suggestCommand && { title: 'Suggest', command: suggestCommand };
    const { yaml: text, lines, uri } = document;
    const documents = () => document.documents;
    const neighbours = () => this.#workspace.neighbours.documentsBeside(uri, this.#open.values());
    return {
      text,
      documents,
      neighbours,
      lines,
      uri,
      position,
      catalog,
      version,
      placeholders,
      isTemplate: document.template !== undefined,
      ...(suggestAgain && { suggestAgain }),
    };
  }

  /** What a person may do about problems. */
  async codeActions(
    document: DocumentVersion,
    params: CodeActionParams,
    context: CheckContext,
  ): Promise<CodeAction[]> {
    const { uri } = document;
    const edits = this.#client?.capabilities.workspace?.workspaceEdit;
    const snippets = edits?.snippetEditSupport && edits.documentChanges ? 'taken' : 'not taken';
    const patch = this.#workspace.kustomizations.targetOf(uri);
    const others = await this.fetchSchemaActions(params, context);
    return await codeActions(document, params, { ...context, patch, snippets }, others);
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
    for (const told of clusters) if (told.kinds.length > mostKinds) this.#kindsLeft(told);
    if (this.#workspace.connected(clusters)) this.#publishAll();
  }

  documentLinks(document: DocumentVersion): Promise<DocumentLink[]> {
    return documentLinks(document, (uri) => this.#workspace.look(uri));
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

  async writtenObject(params: WrittenObjectParams, token: CancellationToken): Promise<Location[]> {
    await this.#configured;
    return await writtenObject(params, this.#workspace.texts(), this.#pause, token);
  }

  initialize(params: InitializeParams): InitializeResult {
    this.#client = params;
    this.#configure(readClientOptions(params.initializationOptions, this.#workspace.settings));
    this.#workspace.trust = trustIn(params.initializationOptions);
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
      this.#configure(readSettings(section, this.#workspace.settings));
    }
    this.#publishAll();
  }

  liveObjectsChanged(): void {
    this.#publisher.expireLiveObjects();
    this.#publishAll();
  }

  async filesChanged(changes: readonly { uri: string }[]): Promise<void> {
    const before = this.#workspace.revision;
    for (const { uri } of changes) await this.#workspace.fileChanged(uri);
    if (this.#workspace.revision !== before) this.#publishAll();
    else this.#publishKustomizations();
  }

  async opened(item: { uri: string; languageId: string; version: number; text: string }): Promise<void> {
    const document = new OpenDocument(item.uri, item.languageId, item.version, item.text);
    document.knowPlaceholders(this.#workspace.settings.placeholders);
    this.#open.set(item.uri, document);
    this.#recognized.set(document, this.#recognize(document));
    await this.#recognizedAt(item.uri);
    await this.#configured;
    if (this.#open.get(item.uri) !== document) return;
    this.#publisher.publish(document);
    await this.#workspace.neighbours.open(item.uri);
  }

  /** A template whose chart cannot be read is one of no chart. */
  async #recognize(document: OpenDocument): Promise<void> {
    try {
      if (await this.#workspace.isChartTemplate(document.uri)) document.becomeTemplate();
    } catch (error) {
      this.#log('open', error);
    }
  }

  async #recognizedAt(uri: string): Promise<void> {
    const document = this.#open.get(uri);
    if (document) await this.#recognized.get(document);
  }

  changed({
    textDocument,
    contentChanges,
  }: Parameters<Parameters<Connection['onDidChangeTextDocument']>[0]>[0]): void {
    const document = this.#open.get(textDocument.uri);
    if (!document) return;
    document.update(contentChanges, textDocument.version);
    this.#occasions.changed(textDocument.uri, contentChanges, document.lines);
    this.#publisher.publishSoon(document);
  }

  closed({ uri }: { uri: string }): void {
    this.#open.delete(uri);
    this.#occasions.closed(uri);
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
      this.#configure(readSettings(section, this.#workspace.settings));
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

  /** From now on these settings count. A person is told of patterns of theirs that are none. */
  #configure(settings: Settings): void {
    const before = this.#workspace.settings.placeholders;
    this.#workspace.settings = settings;
    const { placeholders } = this.#workspace.settings;
    if (placeholders === before) return;
    for (const document of this.#open.values()) document.knowPlaceholders(placeholders);
    for (const { pattern, problem } of placeholders.bad) {
      this.#warn(
        `kubewright.placeholders: "${pattern}" is left out, because ${problem}. Change it in the settings.`,
      );
    }
  }

  #warn(message: string): void {
    this.#sent(
      this.#connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message }),
    );
  }

  /** Each said once: the next folder has the same limit. */
  #filesLeft(folderUri: string, left: LeftOfFolder, most: number): void {
    if (this.#toldLimits.has(left)) return;
    this.#toldLimits.add(left);
    this.#warn(
      left === 'files'
        ? `Kubewright has read the first ${most} YAML and JSON files of ${nameOf(folderUri)} and no more: kinds and patches that others define are not known. Open a smaller folder, or change the setting kubewright.files.limit.`
        : `Kubewright has read the first ${most} levels of folders of ${nameOf(folderUri)} and no more: kinds and patches that deeper files define are not known. Open a folder further down.`,
    );
  }

  /** Said once of each cluster. */
  #kindsLeft({ id, name }: ConnectedCluster): void {
    if (this.#toldLimits.has(id)) return;
    this.#toldLimits.add(id);
    this.#warn(
      `The cluster ${quotedName(name)} says that it serves more than ${mostKinds} kinds: the others are not known, and their objects are not checked.`,
    );
  }

  workspaceTrusted(): void {
    if (this.#workspace.trust === 'trusted') return;
    this.#workspace.trust = 'trusted';
    this.#publishAll();
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

/** A client that says nothing of trust has no other. */
function trustIn(options: unknown): Workspace['trust'] {
  const { trust } = (options ?? {}) as { readonly trust?: unknown };
  return trust === 'untrusted' ? trust : 'trusted';
}

/** The name of a folder, as far as it is one for people: quoted, and without what hides or is no character. */
function nameOf(folderUri: string): string {
  return quotedName(normalUri(trimEnd(folderUri, '/').replace(/^.*\//, '')));
}

function quotedName(name: string): string {
  return JSON.stringify(name.replace(/[^\p{L}\p{N}\p{P}\p{S} ]|[[\]()`]/gu, '').slice(0, 80));
}

function foldersOf(client: InitializeParams | undefined): readonly string[] {
  const folders = client?.workspaceFolders?.map(({ uri }) => uri);
  return folders ?? (client?.rootUri ? [client.rootUri] : []);
}
