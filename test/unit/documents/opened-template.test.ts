import { afterEach, describe, expect, test } from 'vitest';
import type {
  CompletionList,
  Diagnostic,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Position,
} from 'vscode-languageserver';
import { type InProcessServer, startInProcess } from '../../fuzz/in-process-server.ts';
import { atCursor } from '../../support/cursor.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

let server: InProcessServer;

afterEach(() => server?.stop());

const uri = 'file:///chart/templates/a.yaml';
const textDocument = { uri };

/** A server that has just been told of an open template, and finds its chart when `found` is called. */
async function opened(text: string) {
  let found = () => {};
  const searched = new Promise<void>((resolve) => {
    found = resolve;
  });
  server = await startInProcess(readCatalog, {
    read: async (path) => {
      await searched;
      return path === 'file:///chart/Chart.yaml' ? 'name: a' : undefined;
    },
  });
  const { client } = server;
  const open = async (item: { uri: string; text: string }) => {
    const document = { ...item, languageId: 'yaml', version: 1 };
    await client.sendNotification('textDocument/didOpen', { textDocument: document });
  };
  // What every answer waits for, the catalog, is there before the template is opened.
  const other = { uri: 'file:///other.yaml', text };
  await open(other);
  await client.sendRequest('textDocument/documentSymbol', { textDocument: { uri: other.uri } });
  await open({ uri, text });
  return { found, client };
}

/** The server has everything that was sent before: it answers what it does not know at once. */
async function arrived(client: InProcessServer['client']): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await client.sendRequest('unknown/method').catch(() => undefined);
}

describe('a template that has just been opened', () => {
  const text =
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .a }}\n  {{- include "b" . | nindent 2 }}\n';

  test('has its outline and folds as soon as its chart is found', async () => {
    const { client, found } = await opened(text);
    const outline = client.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument });
    const folds = client.sendRequest<FoldingRange[]>('textDocument/foldingRange', { textDocument });
    await arrived(client);
    found();
    expect((await outline).map(({ name }) => name)).toEqual(['Service/{{…}}']);
    expect(await folds).toEqual([{ startLine: 2, endLine: 4 }]);
  });

  test('is explained', async () => {
    const { client, found } = await opened(text);
    const position = { line: 2, character: 2 };
    const hover = client.sendRequest<Hover | null>('textDocument/hover', { textDocument, position });
    await arrived(client);
    found();
    expect((await hover)?.contents).toMatchObject({ value: expect.stringContaining('ObjectMeta') });
  });

  test('is completed', async () => {
    const { client, found } = await opened(`${text}sp`);
    const position = { line: 5, character: 2 };
    const list = client.sendRequest<CompletionList>('textDocument/completion', { textDocument, position });
    await arrived(client);
    found();
    expect((await list).items.map(({ label }) => label)).toContain('spec');
  });

  test('is judged', async () => {
    const { found } = await opened(`${text}spce: {}\n`);
    found();
    const codes = (await server.checked(uri, 1)).map(({ code }: Diagnostic) => code);
    expect(codes).toEqual(['unknown-field']);
  });
});

describe('in an action nothing of the manifest is offered', () => {
  test.each([
    ['that is not closed', '{{- if .Values.|'],
    ['that is not closed, above an object', '{{- if .Values.|\napiVersion: v1\nkind: Pod\n'],
    ['of which there is the beginning', '{{|'],
    ['that is closed', '{{- if .Va| }}\nkind: Pod\napiVersion: v1\n'],
    ['behind a key', 'kind: Pod\napiVersion: v1\nspec:\n  hostNetwork: {{ .Values.|'],
    ['over lines', 'kind: Pod\napiVersion: v1\nspec:\n  hostname: {{ include "a"\n  | . }}'],
    ['that is a comment', '{{- /* a\n|\n*/}}\nkind: Pod\napiVersion: v1\n'],
  ])('%s', async (_what, marked) => {
    expect(await offered(marked)).toEqual([]);
  });

  test('and behind it, everything', async () => {
    expect(await offered('{{- if .a }}\nkind: Pod\napiVersion: v1\n|\n{{- end }}\n')).toContain('spec');
  });

  async function offered(marked: string): Promise<string[]> {
    const { text, position } = atCursor(marked);
    const { client, found } = await opened(text);
    found();
    const params: { textDocument: { uri: string }; position: Position } = { textDocument, position };
    const list = await client.sendRequest<CompletionList>('textDocument/completion', params);
    return list.items.map(({ label }) => label);
  }
});
