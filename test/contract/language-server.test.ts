import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { CodeAction, CompletionList, Diagnostic, DocumentSymbol, Hover } from 'vscode-languageserver';
import { LanguageClient, type LanguageClientOptions } from '../../scripts/language-client.ts';
import type { CheckTextParams, LiveObject, LiveObjectParams } from '../../server/src/protocol.ts';
import { widgetDefinition } from '../support/widgets.ts';

const server = resolve(import.meta.dirname, '../../dist/server.js');
const uri = 'file:///pod.yaml';
const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containrs: []\n';
const definition = widgetDefinition('size: {type: string}');
const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nwidth: 1\n';

const clients: LanguageClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

async function start(options: Partial<LanguageClientOptions> = {}): Promise<LanguageClient> {
  const client = await LanguageClient.start({ server, ...options });
  clients.push(client);
  return client;
}

async function codes(client: LanguageClient, target: string, version = 1): Promise<unknown[]> {
  return (await client.diagnostics(target, version)).map(({ code }) => code);
}

describe('kubewright/liveObject', () => {
  const target = 'file:///settings.yaml';
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {colour: green}\n';
  const stored = (colour: string): LiveObject => ({
    cluster: 'shop',
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', resourceVersion: colour },
      immutable: true,
      data: { colour },
    },
    withheld: [],
  });

  test('is asked of a client that can answer, and what it tells becomes a hint with a fix', async () => {
    const client = await start({ initialize: { initializationOptions: { liveObjects: 'asked' } } });
    const asked: LiveObjectParams[] = [];
    let answer = stored('blue');
    client.connection.onRequest('kubewright/liveObject', (params: LiveObjectParams) => {
      asked.push(params);
      return answer;
    });
    await client.open(target, text);
    const hint = () => client.published(target)?.diagnostics[0];
    await expect.poll(hint).toMatchObject({
      code: 'immutable-field',
      severity: 4,
      range: { start: { line: 3, character: 15 }, end: { line: 3, character: 20 } },
      message:
        '`colour` cannot be changed: cluster "shop" has blue.\ndata.colour: field is immutable when `immutable` is set; cluster "shop" has blue. Keep that, or delete the object and create it anew.',
    });
    const params = {
      textDocument: { uri: target },
      range: hint()!.range,
      context: { diagnostics: [hint()!] },
    };
    const [fix] = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', params);
    expect([fix!.title, fix!.edit?.changes?.[target]]).toEqual([
      'Keep the value of the cluster',
      [{ range: hint()!.range, newText: 'blue' }],
    ]);
    expect(asked).toEqual([{ uri: target, apiVersion: 'v1', kind: 'ConfigMap', name: 'settings' }]);

    answer = stored('green');
    await client.connection.sendNotification('kubewright/liveObjectsChanged', {});
    await expect.poll(() => client.published(target)?.diagnostics).toEqual([]);
  });

  test('is not asked of others', async () => {
    const client = await start();
    let asked = 0;
    client.connection.onRequest('kubewright/liveObject', () => {
      asked++;
      return null;
    });
    await client.open(target, text);
    expect(await codes(client, target)).toEqual([]);
    await client.connection.sendNotification('kubewright/liveObjectsChanged', {});
    client.forget(target);
    expect(await codes(client, target)).toEqual([]);
    expect(asked).toBe(0);
  });
});

describe('kubewright/checkText', () => {
  const check = async (client: LanguageClient, params: CheckTextParams) =>
    (await client.connection.sendRequest<Diagnostic[]>('kubewright/checkText', params)).map(
      ({ code, range, severity }) => [code, severity, range.start.line],
    );

  test('judges a text that is not open, with the definitions that come with it', async () => {
    const client = await start();
    const other = { uri: 'file:///crd.yaml', text: definition };
    const params = { uri: 'file:///widget.yaml', text: `${pod}---\n${widget}` };
    expect(await check(client, { ...params, with: [other] })).toEqual([
      ['unknown-field', 1, 5],
      ['unknown-field', 1, 10],
    ]);
    // Nothing of it is remembered.
    expect(await check(client, { ...params, with: [] })).toEqual([
      ['unknown-field', 1, 5],
      ['unknown-group', 4, 8],
    ]);
  });

  test('judges for the version of the server that it is for', async () => {
    const client = await start();
    const text =
      'apiVersion: storagemigration.k8s.io/v1beta1\nkind: StorageVersionMigration\nmetadata: {name: a}\nspec: {resource: {resource: pods}}\n';
    const first = async (kubernetesVersion: string) => {
      const found = await check(client, { uri: 'file:///a.yaml', text, with: [], kubernetesVersion });
      return found[0]?.[0];
    };
    const versions = ['v1.34.2', 'v1.35.0+k3s1', 'v1.99.0'];
    expect(await Promise.all(versions.map(first))).toEqual(['future-api-version', undefined, undefined]);
  });
});

describe.each(['stdio', 'node-ipc'] as const)('over %s', (transport) => {
  test('answers every request of an editor', async () => {
    const client = await start({ transport });
    await client.open(uri, pod);
    expect(await client.diagnostics(uri)).toEqual([
      {
        range: { start: { line: 5, character: 2 }, end: { line: 5, character: 11 } },
        severity: 1,
        code: 'unknown-field',
        source: 'kubewright',
        message: 'Unknown field `containrs`. Did you mean `containers`?',
        data: {
          fix: {
            title: 'Change to "containers"',
            edits: [
              {
                range: { start: { line: 5, character: 2 }, end: { line: 5, character: 11 } },
                newText: 'containers',
              },
            ],
          },
        },
      },
    ]);
    const textDocument = { uri };
    const at = { textDocument, position: { line: 1, character: 7 } };
    const hover = await client.connection.sendRequest<Hover>('textDocument/hover', at);
    expect(hover.contents).toMatchObject({ kind: 'markdown', value: expect.stringContaining('**Pod**') });
    const symbols = await client.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument,
    });
    expect(symbols.map(({ name }) => name)).toEqual(['Pod/a']);
    const folds = await client.connection.sendRequest('textDocument/foldingRange', { textDocument });
    expect(folds).toEqual([
      { startLine: 2, endLine: 3 },
      { startLine: 4, endLine: 5 },
    ]);
    const place = { textDocument, position: { line: 4, character: 0 } };
    const list = await client.connection.sendRequest<CompletionList>('textDocument/completion', place);
    expect(list.items.map(({ label }) => label)).toContain('spec');
    const missing = { textDocument: { uri: 'file:///nowhere.yaml' }, position: place.position };
    expect(await client.connection.sendRequest('textDocument/hover', missing)).toBeNull();
  });

  test('follows edits and goes quiet when a document closes', async () => {
    const client = await start({ transport });
    await client.open(uri, pod);
    expect(await codes(client, uri)).toEqual(['unknown-field']);
    const range = { start: { line: 5, character: 6 }, end: { line: 5, character: 9 } };
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range, text: 'tain' }],
    });
    expect(await codes(client, uri, 2)).toEqual(['unknown-field']);
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 3 },
      contentChanges: [{ text: pod.replace('containrs: []', 'containers: [{name: a, image: b}]') }],
    });
    expect(await codes(client, uri, 3)).toEqual([]);
    client.forget(uri);
    await client.close(uri);
    await expect.poll(() => client.published(uri)?.diagnostics).toEqual([]);
  });
});

describe('settings', () => {
  const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: a}
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
  mutations:
    - patchType: JSONPatch
      jsonPatch: {expression: "[]"}
`;

  test('come from initializationOptions', async () => {
    const client = await start({ initialize: { initializationOptions: { kubernetesVersion: '1.34' } } });
    await client.open(uri, policy);
    expect(await codes(client, uri)).toEqual(['future-api-version']);
  });

  test('come from the section of the configuration, and count anew when they change', async () => {
    let section: unknown = { kubernetesVersion: '1.35' };
    const client = await start({ configuration: () => section });
    await client.open(uri, policy);
    expect(await codes(client, uri)).toEqual(['future-api-version']);
    section = { kubernetesVersion: '1.36' };
    client.forget(uri);
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    expect(await codes(client, uri)).toEqual([]);
  });

  test('come with the notification from clients that cannot be asked', async () => {
    const client = await start();
    await client.open(uri, policy);
    expect(await codes(client, uri)).toEqual([]);
    client.forget(uri);
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { kubewright: { diagnostics: { enabled: false }, kubernetesVersion: '1.34' } },
    });
    expect(await codes(client, uri)).toEqual([]);
  });
});

test('definitions of the workspace count, and so do their changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-workspace-'));
  try {
    const file = join(folder, 'crd.yaml');
    await writeFile(file, definition);
    const name = 'workspace';
    const client = await start({
      initialize: { workspaceFolders: [{ uri: pathToFileURL(folder).href, name }] },
    });
    expect(await client.indexed()).toBe(2);
    await client.open(uri, widget);
    expect(await codes(client, uri)).toEqual(['unknown-field']);
    await rm(file);
    client.forget(uri);
    const changes = [{ uri: pathToFileURL(file).href, type: 3 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    expect(await codes(client, uri)).toEqual(['unknown-group']);
    client.forget(uri);
    await client.open('file:///other/crd.yaml', definition);
    expect(await codes(client, uri)).toEqual(['unknown-field']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a folder that is added to the workspace is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-workspace-'));
  try {
    await writeFile(join(folder, 'crd.yaml'), definition);
    const client = await start({ initialize: { capabilities: { workspace: { workspaceFolders: true } } } });
    await client.open(uri, widget);
    expect(await codes(client, uri)).toEqual(['unknown-group']);
    client.forget(uri);
    const added = [{ uri: pathToFileURL(folder).href, name: 'added' }];
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added, removed: [] },
    });
    expect(await codes(client, uri)).toEqual(['unknown-field']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe('kinds of connected clusters', () => {
  const schemas = {
    'com.example.v1.Widget': {
      type: 'object',
      properties: { apiVersion: {}, kind: {}, metadata: {}, size: { type: 'string' } },
      'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Widget' }],
    },
  };
  const kinds = [
    { group: 'example.com', version: 'v1', kind: 'Widget', apiVersion: 'example.com/v1', plural: 'widgets' },
  ];
  const cluster = { id: 'opaque', name: 'prod', serverVersion: 'v1.35.4', kinds, revision: 1 };

  test('are known once the client tells of them, by the document that it is asked for', async () => {
    const client = await start({ initialize: { initializationOptions: { fetchSchemaCommand: 'fetch' } } });
    const asked: unknown[] = [];
    client.connection.onRequest('kubewright/clusterChoices', () => [{ id: 'opaque', name: 'prod' }]);
    client.connection.onRequest('kubewright/openApiDocument', (params: unknown) => {
      asked.push(params);
      return { hash: 'A', schemas };
    });
    await client.open(uri, widget);
    expect(await codes(client, uri)).toEqual(['unknown-group']);
    const [hint] = await client.diagnostics(uri);
    const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: hint!.range,
      context: { diagnostics: [hint] },
    });
    expect(actions[0]).toMatchObject({
      title: 'Fetch its schema from cluster "prod"',
      command: {
        command: 'fetch',
        arguments: [{ cluster: 'opaque', apiVersion: 'example.com/v1', kind: 'Widget' }],
      },
    });
    expect(asked).toEqual([]);
    client.forget(uri);
    await client.connection.sendNotification('kubewright/connectedClusters', { clusters: [cluster] });
    await expect
      .poll(() => client.published(uri)?.diagnostics.map(({ message }) => message))
      .toEqual(['Unknown field `width`.']);
    expect(asked).toEqual([{ cluster: 'opaque', apiVersion: 'example.com/v1' }]);
  });
});

test('what makes no sense is answered with nothing and harms nothing', async () => {
  const client = await start();
  const send = (method: string, params: unknown) => client.connection.sendNotification(method, params);
  await send('textDocument/didOpen', {
    textDocument: { uri: 'file:///x.yaml', languageId: 'yaml', version: 1 },
  });
  await send('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: '' }] });
  await send('textDocument/didChange', { textDocument: { uri: 7 }, contentChanges: null });
  await send('textDocument/didClose', { textDocument: { uri: 'file:///never-opened.yaml' } });
  await send('workspace/didChangeWatchedFiles', { changes: [{ uri: 'not a uri', type: 1 }] });
  await send('workspace/didChangeConfiguration', { settings: { kubewright: 7 } });
  await send('kubewright/connectedClusters', { clusters: 7 });
  await send('kubewright/connectedClusters', { clusters: [null, 7, {}, { id: 'a', kinds: [null] }] });
  await client.open(uri, pod);
  expect(await codes(client, uri)).toEqual(['unknown-field']);
  const at = { textDocument: { uri } };
  expect(await client.connection.sendRequest('textDocument/hover', at)).toBeNull();
  const unknown = client.connection.sendRequest('kubewright/unknown', {});
  await expect(unknown).rejects.toThrow('Unhandled method');
});

test('says how to start it when it is started otherwise', async () => {
  const child = spawn(process.execPath, [server], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code] = await once(child, 'close');
  expect([code, printed.split('\n')[0]]).toEqual([2, 'usage: node server.js --stdio | --node-ipc']);
});

test('ends when its client is gone', async () => {
  const child = spawn(process.execPath, [server, '--stdio'], { stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(typeof code).toBe('number');
});
