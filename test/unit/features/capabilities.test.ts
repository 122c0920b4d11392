import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorCodes, type ServerCapabilities } from 'vscode-languageserver';
import { questions } from '../../fuzz/fuzz-server.ts';
import { type InProcessServer, startInProcess } from '../../fuzz/in-process-server.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

let server: InProcessServer;
beforeAll(async () => {
  server = await startInProcess(readCatalog);
});
afterAll(() => server.stop());

/** The requests of the protocol that a client sends once a capability is told, and which one. */
const requests: readonly { method: string; capability: (told: ServerCapabilities) => unknown }[] = [
  { method: 'textDocument/completion', capability: (told) => told.completionProvider },
  { method: 'completionItem/resolve', capability: (told) => told.completionProvider?.resolveProvider },
  { method: 'textDocument/hover', capability: (told) => told.hoverProvider },
  { method: 'textDocument/signatureHelp', capability: (told) => told.signatureHelpProvider },
  { method: 'textDocument/declaration', capability: (told) => told.declarationProvider },
  { method: 'textDocument/definition', capability: (told) => told.definitionProvider },
  { method: 'textDocument/typeDefinition', capability: (told) => told.typeDefinitionProvider },
  { method: 'textDocument/implementation', capability: (told) => told.implementationProvider },
  { method: 'textDocument/references', capability: (told) => told.referencesProvider },
  { method: 'textDocument/documentHighlight', capability: (told) => told.documentHighlightProvider },
  { method: 'textDocument/documentSymbol', capability: (told) => told.documentSymbolProvider },
  { method: 'workspace/symbol', capability: (told) => told.workspaceSymbolProvider },
  { method: 'textDocument/codeAction', capability: (told) => told.codeActionProvider },
  { method: 'codeAction/resolve', capability: (told) => resolves(told.codeActionProvider) },
  { method: 'textDocument/codeLens', capability: (told) => told.codeLensProvider },
  { method: 'codeLens/resolve', capability: (told) => told.codeLensProvider?.resolveProvider },
  { method: 'textDocument/documentLink', capability: (told) => told.documentLinkProvider },
  { method: 'documentLink/resolve', capability: (told) => told.documentLinkProvider?.resolveProvider },
  { method: 'textDocument/documentColor', capability: (told) => told.colorProvider },
  { method: 'textDocument/formatting', capability: (told) => told.documentFormattingProvider },
  { method: 'textDocument/rangeFormatting', capability: (told) => told.documentRangeFormattingProvider },
  { method: 'textDocument/onTypeFormatting', capability: (told) => told.documentOnTypeFormattingProvider },
  { method: 'textDocument/rename', capability: (told) => told.renameProvider },
  { method: 'textDocument/prepareRename', capability: (told) => prepares(told.renameProvider) },
  { method: 'textDocument/foldingRange', capability: (told) => told.foldingRangeProvider },
  { method: 'textDocument/selectionRange', capability: (told) => told.selectionRangeProvider },
  { method: 'textDocument/linkedEditingRange', capability: (told) => told.linkedEditingRangeProvider },
  { method: 'textDocument/semanticTokens/full', capability: (told) => told.semanticTokensProvider },
  {
    method: 'textDocument/semanticTokens/full/delta',
    capability: ({ semanticTokensProvider: told }) => typeof told?.full === 'object' && told.full.delta,
  },
  { method: 'textDocument/semanticTokens/range', capability: (told) => told.semanticTokensProvider?.range },
  { method: 'textDocument/inlayHint', capability: (told) => told.inlayHintProvider },
  { method: 'textDocument/inlineValue', capability: (told) => told.inlineValueProvider },
  { method: 'textDocument/moniker', capability: (told) => told.monikerProvider },
  { method: 'textDocument/diagnostic', capability: (told) => told.diagnosticProvider },
  { method: 'textDocument/prepareCallHierarchy', capability: (told) => told.callHierarchyProvider },
  { method: 'textDocument/prepareTypeHierarchy', capability: (told) => told.typeHierarchyProvider },
  { method: 'workspace/executeCommand', capability: (told) => told.executeCommandProvider },
];

describe('a request is answered exactly where the server says that it can', () => {
  test.each(requests)('$method', async ({ method, capability }) => {
    const params = { textDocument: { uri: 'file:///closed.yaml' }, position: { line: 0, character: 0 } };
    const isAnswered = await server.client.sendRequest(method, params).then(
      () => true,
      (error: { code: number }) => error.code !== ErrorCodes.MethodNotFound,
    );
    expect(isAnswered).toBe(Boolean(capability(server.capabilities)));
  });

  test('after random edits, too: the fuzz asks each of them about a document', () => {
    const about = requests.filter(({ capability }) => capability(server.capabilities));
    const names = about.flatMap(({ method }) => /^textDocument\/(\w+)/.exec(method)?.[1] ?? []);
    expect(Object.keys(questions).sort()).toEqual([...new Set(names)].sort());
  });

  test('each capability of documents is one of these requests', () => {
    const asked = new Set<string>();
    const told = new Proxy({}, { get: (_, name) => void asked.add(String(name)) });
    for (const { capability } of requests) capability(told);
    const others = ['textDocumentSync', 'workspace'];
    expect(
      Object.keys(server.capabilities).filter((name) => !asked.has(name) && !others.includes(name)),
    ).toEqual([]);
  });
});

function resolves(provider: ServerCapabilities['codeActionProvider']): boolean {
  return typeof provider === 'object' && provider.resolveProvider === true;
}

function prepares(provider: ServerCapabilities['renameProvider']): boolean {
  return typeof provider === 'object' && provider.prepareProvider === true;
}
