import { afterEach, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { knownPlaceholders } from '../../../server/src/placeholders/placeholders.ts';
import { defaultSettings, readSettings } from '../../../server/src/workspace/settings.ts';
import { type InProcessServer, startInProcess } from '../../fuzz/in-process-server.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

let server: InProcessServer;

afterEach(() => server?.stop());

const uri = 'file:///manifests/a.yaml';
const text = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: REPLACE_ME\n';

async function opened(initializationOptions: unknown, told: string[] = []) {
  server = await startInProcess(readCatalog, {
    initializationOptions,
    messages: (message) => told.push(message),
  });
  await server.client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  });
  return (await server.checked(uri, 1)).map(({ code }: Diagnostic) => code);
}

test('a pattern is a setting of any client', async () => {
  expect(await opened({})).toEqual(['object-name']);
  server.stop();
  expect(await opened({ placeholders: ['REPLACE_\\w+'] })).toEqual([]);
});

test('a pattern that is none is told to the person once, with the way out', async () => {
  const told: string[] = [];
  expect(await opened({ placeholders: ['(a', 'REPLACE_\\w+'] }, told)).toEqual([]);
  expect(told).toEqual([
    'kubewright.placeholders: "(a" is left out, because it is no regular expression as Go has them: error parsing regexp: missing closing ): `(a`. Change it in the settings.',
  ]);
});

test('patterns that change are counted in documents that are open', async () => {
  expect(await opened({})).toEqual(['object-name']);
  const settings = { kubewright: { placeholders: ['REPLACE_\\w+'] } };
  await server.client.sendNotification('workspace/didChangeConfiguration', { settings });
  await server.client.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: `${text}\n` }],
  });
  expect(await server.checked(uri, 2)).toEqual([]);
});

test('patterns are read from whatever a client sends', () => {
  const read = (placeholders: unknown) => readSettings({ placeholders }, defaultSettings).placeholders;
  expect(read(['a', 1, '', 'b']).patterns).toEqual(['a', 'b']);
  for (const nonsense of [undefined, null, 'a', {}, []]) expect(read(nonsense)).toBe(knownPlaceholders);
  const once = readSettings({ placeholders: ['a'] }, defaultSettings);
  expect(readSettings({ placeholders: ['a'] }, once).placeholders).toBe(once.placeholders);
});
