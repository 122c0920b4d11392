import { afterEach, describe, expect, test } from 'vitest';
import { type CompletionList, type DocumentSymbol, type Hover, LSPErrorCodes } from 'vscode-languageserver';
import { DocumentVersion, unlessChanged } from '../../../server/src/documents/document-version.ts';
import { OpenDocument } from '../../../server/src/documents/open-document.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import { type InProcessServer, startInProcess } from '../../fuzz/in-process-server.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

let server: InProcessServer;

afterEach(() => server?.stop());

const uri = 'file:///a.yaml';
const textDocument = { uri };

/** A door that is open until it is shut: who comes then waits until it is opened. */
class Gate {
  #opened = Promise.resolve();
  #open = () => {};

  shut(): void {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open();
  }

  pass(): Promise<void> {
    return this.#opened;
  }
}

/** A server whose catalog is read through a gate, with a text open in it. */
async function waiting(text: string, options: Parameters<typeof startInProcess>[1] = {}) {
  const gate = new Gate();
  server = await startInProcess(async (name) => {
    await gate.pass();
    return readCatalog(name);
  }, options);
  const { client } = server;
  let version = 1;
  const open = async (item: string) => {
    const document = { uri, languageId: 'yaml', version, text: item };
    await client.sendNotification('textDocument/didOpen', { textDocument: document });
  };
  const change = async (changed: string) => {
    version++;
    await client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text: changed }],
    });
    await arrived();
  };
  const close = async () => {
    await client.sendNotification('textDocument/didClose', { textDocument });
    await arrived();
  };
  /** The server has everything that was sent before: it answers what it does not know at once. */
  const arrived = () => client.sendRequest('unknown/method').catch(() => undefined);
  await open('');
  await client.sendRequest('textDocument/documentSymbol', { textDocument });
  gate.shut();
  await change(text);
  return { gate, client, change, close };
}

/** A text without its cursor (`|`), and where that is. */
function atCursor(marked: string) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  return { text, position: new LineIndex(text).positionAt(offset) };
}

/** The text after an item is chosen, the cursor where it is asked. */
function chosen(text: string, list: CompletionList | null, label: string): string | undefined {
  const edit = list?.items.find((item) => item.label === label)?.textEdit;
  if (!edit || !('range' in edit)) return undefined;
  const lines = new LineIndex(text);
  const { start, end } = edit.range;
  return text.slice(0, lines.offsetAt(start)) + edit.newText + text.slice(lines.offsetAt(end));
}

const pod = 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: a\n      ';

test('a value is suggested behind a field by a command without arguments, which VS Code runs at once', async () => {
  const { text, position } = atCursor(`${pod}ima|\n`);
  const { client, gate } = await waiting(text, { initializationOptions: { suggestCommand: 'suggest' } });
  gate.open();
  const list = await client.sendRequest<CompletionList>('textDocument/completion', {
    textDocument,
    position,
  });
  const { command } = list.items.find(({ label }) => label === 'image')!;
  expect(command).toEqual({ title: 'Suggest', command: 'suggest' });
});

describe('completion that waits while the text changes', () => {
  test('is of the text that was asked about, where nothing changes', async () => {
    const { text, position } = atCursor(`${pod}ima|\n`);
    const { client, gate } = await waiting(text);
    const asked = client.sendRequest<CompletionList | null>('textDocument/completion', {
      textDocument,
      position,
    });
    gate.open();
    const list = await asked;
    expect(chosen(text, list, 'image')).toBe(`${pod}image: $0\n`);
    expect(list!.isIncomplete).toBe(false);
  });

  test.each([
    {
      what: 'has a line more behind it',
      before: `${pod}ima|\n`,
      after: `${pod}ima\n      tty: true\n`,
      label: 'image',
      gives: `${pod}image: $0\n      tty: true\n`,
    },
    {
      what: 'has become that of another kind',
      before: 'apiVersion: v1\nkind: ConfigMap\nim|\n',
      after: 'apiVersion: v1\nkind: Secret\nim\n',
      label: 'immutable',
      gives: 'apiVersion: v1\nkind: Secret\nimmutable: $0\n',
    },
    {
      what: 'has the field already',
      before: `${pod}ima|\n`,
      after: `${pod}ima\n      image: b\n`,
      label: 'image',
      gives: undefined,
    },
  ])('is of the text that $what', async ({ before, after, label, gives }) => {
    const { text, position } = atCursor(before);
    const { client, gate, change } = await waiting(text);
    const asked = client.sendRequest<CompletionList | null>('textDocument/completion', {
      textDocument,
      position,
    });
    await change(after);
    gate.open();
    const list = await asked;
    expect(chosen(after, list, label)).toBe(gives);
    expect(list!.isIncomplete).toBe(true);
    expect(server.errors).toEqual([]);
  });

  test.each([
    {
      what: 'of a field',
      before: `${pod}i|\n`,
      after: `${pod}ima\n`,
      label: 'image',
      gives: `${pod}image: $0\n`,
    },
    {
      what: 'of a value, before what is written already',
      before: 'apiVersion: v1\nkind: Pod\nspec:\n  dnsPolicy: D|   # of names\n',
      after: 'apiVersion: v1\nkind: Pod\nspec:\n  dnsPolicy: Defa   # of names\n',
      label: 'Default',
      gives: 'apiVersion: v1\nkind: Pod\nspec:\n  dnsPolicy: Default   # of names\n',
    },
    {
      what: 'of a word that the cursor is in',
      before: `${pod}im|Policy: Always\n`,
      after: `${pod}imagePullPolicy: Always\n`,
      label: 'imagePullPolicy',
      gives: `${pod}imagePullPolicy: Always\n`,
    },
  ])('knows the letters $what typed on, and is not asked again', async ({ before, after, label, gives }) => {
    const { text, position } = atCursor(before);
    const { client, gate, change } = await waiting(text);
    const asked = client.sendRequest<CompletionList | null>('textDocument/completion', {
      textDocument,
      position,
    });
    await change(after);
    gate.open();
    const list = await asked;
    expect(chosen(text, list, label)).toBe(gives);
    expect(list!.isIncomplete).toBe(false);
  });

  test('takes the names that it offers from the text of now', async () => {
    const rest = (name: string) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
    const head =
      'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: a\n      envFrom:\n        - configMapRef:\n            name: ';
    const { text, position } = atCursor(`${head}|\n${rest('old')}`);
    const { client, gate, change } = await waiting(text);
    const asked = client.sendRequest<CompletionList | null>('textDocument/completion', {
      textDocument,
      position,
    });
    await change(`${head}\n${rest('new')}`);
    gate.open();
    expect((await asked)!.items.map(({ label }) => label)).toEqual(['new']);
  });

  test.each([
    ['is gone', `${pod}ima|\n`, 'apiVersion: v1\n'],
    ['has moved', `${pod}ima|\n`, `# a line\n${pod}ima\n`],
    ['is shorter', `${pod}ima|\n`, `${pod}im\n`],
  ])('offers nothing where its line %s', async (_what, before, after) => {
    const { text, position } = atCursor(before);
    const { client, gate, change } = await waiting(text);
    const asked = client.sendRequest('textDocument/completion', { textDocument, position });
    await change(after);
    gate.open();
    expect(await asked).toBeNull();
    expect(server.errors).toEqual([]);
  });

  test('is of the last text when that changes again and again', async () => {
    const { text, position } = atCursor(`${pod}i|\n`);
    const { client, gate, change } = await waiting(text);
    const asked = client.sendRequest<CompletionList | null>('textDocument/completion', {
      textDocument,
      position,
    });
    await change(`${pod}im\n`);
    gate.open();
    gate.shut();
    await change(`${pod}ima\n`);
    gate.open();
    expect(chosen(text, await asked, 'image')).toBe(`${pod}image: $0\n`);
  });

  test('offers nothing in a document that is closed meanwhile', async () => {
    const { text, position } = atCursor(`${pod}ima|\n`);
    const { client, gate, close } = await waiting(text);
    const asked = client.sendRequest('textDocument/completion', { textDocument, position });
    await close();
    gate.open();
    expect(await asked).toBeNull();
  });
});

describe('other requests that wait while the text changes', () => {
  const { text, position } = atCursor(`${pod}im|age: a\n`);
  const refusal = { code: LSPErrorCodes.ContentModified };

  test('hover is of its text where nothing changes', async () => {
    const { client, gate } = await waiting(text);
    const asked = client.sendRequest<Hover>('textDocument/hover', { textDocument, position });
    gate.open();
    expect((await asked).range).toEqual({
      start: { line: 5, character: 6 },
      end: { line: 5, character: 11 },
    });
  });

  test('hover is refused', async () => {
    const { client, gate, change } = await waiting(text);
    const asked = client.sendRequest('textDocument/hover', { textDocument, position });
    const expected = expect(asked).rejects.toMatchObject(refusal);
    await change(`# a line\n${text}`);
    gate.open();
    await expected;
    expect(server.errors).toEqual([]);
  });

  test('actions are refused whose document changes while the client is asked for its clusters', async () => {
    const gate = new Gate();
    const { client, change } = await waiting(text, {
      initializationOptions: { fetchSchemaCommand: 'fetch' },
      answers: {
        'kubewright/clusterChoices': async () => {
          await gate.pass();
          return [];
        },
      },
    });
    gate.shut();
    const range = { start: position, end: position };
    const unknown = { apiVersion: 'example.com/v1', kind: 'Boat' };
    const diagnostic = { source: 'kubewright', code: 'unknown-kind', message: '', range, data: { unknown } };
    const asked = client.sendRequest('textDocument/codeAction', {
      textDocument,
      range,
      context: { diagnostics: [diagnostic] },
    });
    const expected = expect(asked).rejects.toMatchObject(refusal);
    await change(`# a line\n${text}`);
    gate.open();
    await expected;
    expect(server.errors).toEqual([]);
  });

  test('the outline is that of the text of now', async () => {
    const { client, gate, change } = await waiting(text);
    // The index of another version is read through the gate, too.
    const settings = { kubewright: { kubernetesVersion: '1.34' } };
    await client.sendNotification('workspace/didChangeConfiguration', { settings });
    const asked = client.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument });
    await change('apiVersion: v1\nkind: Secret\n');
    gate.open();
    expect((await asked).map(({ name }) => name)).toEqual(['Secret']);
  });
});

describe('a version of a document', () => {
  test('is read while it is that of now', () => {
    const version = new DocumentVersion(new OpenDocument(uri, 'yaml', 1, 'a: 1\n'));
    expect(version.isCurrent).toBe(true);
    expect(version.documents).toHaveLength(1);
    expect([version.text, version.yaml]).toEqual(['a: 1\n', 'a: 1\n']);
  });

  test.each([
    ['is changed', (document: OpenDocument) => document.update([{ text: 'b: 2\n' }], 2)],
    ['is found to be a template', (document: OpenDocument) => document.becomeTemplate()],
  ])('is read no more when the document %s', async (_what, becomeOther) => {
    const document = new OpenDocument(uri, 'yaml', 1, 'a: 1\n');
    const version = new DocumentVersion(document);
    becomeOther(document);
    expect(version.isCurrent).toBe(false);
    expect(() => version.documents).toThrow('has changed');
    expect(() => version.yaml).toThrow('has changed');
    expect(version.text).toBe('a: 1\n');
    expect(await unlessChanged(version, () => 1)).toBeUndefined();
    expect(await unlessChanged(version, ({ documents }) => documents)).toBeUndefined();
  });
});
