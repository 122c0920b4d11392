import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcess } from '../../fuzz/in-process-server.ts';
import { watch } from '../../fuzz/watchdog.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

let server: InProcessServer;
let watchdog: ReturnType<typeof watch>;
beforeAll(async () => {
  server = await startInProcess(readCatalog);
  watchdog = watch(0);
});
afterAll(() => {
  watchdog.stop();
  server.stop();
});

const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
const deepFlow = `${head}data: ${'['.repeat(2_000)}${']'.repeat(2_000)}\n`;
const deepBlock = `${head}data:\n${Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth + 1)}a:\n`).join('')}`;
const bomb = `${head}a0: &a0 x\n${Array.from({ length: 40 }, (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(10)}]\n`).join('')}`;
const json = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}';
const ten = 10_000_000;

/** Texts that are made to break a reader, and the codes of what must be said about them. */
const texts: Record<string, [text: string, codes: readonly string[]]> = {
  'an alias bomb': [bomb, ['too-many-aliases']],
  'brackets 2,000 deep': [deepFlow, ['too-deep']],
  'keys 2,000 deep': [deepBlock, ['too-deep']],
  'a line of 1 MB': [`${head}data:\n  a: ${'x'.repeat(1_000_000)}\n`, []],
  'a line of 1 MB of colons': [`${head}data:\n  a: ${': '.repeat(500_000)}\n`, []],
  'a line of 1 MB in a quote left open': [
    `${head}data:\n  a: "${'x '.repeat(500_000)}\n`,
    ['unclosed-quote'],
  ],
  'a line of 1 MB of brackets': [`${head}data: ${'[],'.repeat(300_000)}\n`, []],
  NULs: [`${head}data:\n  a: "\0\0"\n`, ['control-character']],
  'nothing but NULs': ['\0'.repeat(1_000_000), []],
  '2,000 faults': [`${head}data:\n${'  a b: 1\n'.repeat(2_000)}`, ['not-checked']],
  'lone surrogates': [`${head}data:\n  "\ud800": "\udc00"\n`, []],
  '10 MB of words': [
    `${head}data:\n  a: |\n${'    some words of a text\n'.repeat(ten / 25)}`,
    ['not-checked'],
  ],
  '10 MB of keys': [
    `${head}data:\n${Array.from({ length: ten / 20 }, (_, index) => `  key-${index}: "12"\n`).join('')}`,
    ['not-checked'],
  ],
  '10 MB of documents': [`---\n${head}`.repeat(ten / 50), []],
  '10 MB of line ends': ['\n'.repeat(ten), []],
  '10 MB of dashes': [`${head}data:\n${'- '.repeat(ten / 2)}`, []],
  'JSON brackets 2,000 deep': [`${json}, "data": ${'['.repeat(2_000)}${']'.repeat(2_000)}}`, ['too-deep']],
  'JSON of 5 MB in one line': [`${json}, "data": {"a": "${'x'.repeat(ten / 2)}"}}`, ['not-checked']],
  'comments that ignore, by the ten thousand': [
    `${head}${'# kubewright-ignore unknown-field, no-such-code\n'.repeat(10_000)}x: 1\n`,
    ['unknown-code'],
  ],
  'merge keys by the ten thousand': [`${head}data:\n${'  <<: {a: b}\n'.repeat(20_000)}`, ['merge-replaces']],
  'documents without a line feed': [`${head}---\n`.replaceAll('\n', '\r').repeat(5_000), []],
  'directives by the ten thousand': [`${'%YAML 1.2\n'.repeat(20_000)}---\n${head}`, ['bad-directive']],
};

test.each(Object.entries(texts))('%s', async (name, [text, codes]) => {
  const uri = `file:///workspace/${encodeURIComponent(name)}.yaml`;
  let step = Object.keys(texts).indexOf(name) * 10;
  watchdog.step(step);
  await server.client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text },
  });
  const diagnostics = await server.checked(uri, 1);
  expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
  const position = { line: 4, character: 5 };
  for (const request of ['completion', 'hover', 'documentSymbol', 'foldingRange']) {
    watchdog.step(++step);
    await server.client.sendRequest(`textDocument/${request}`, { textDocument: { uri }, position });
  }
  const range = { start: position, end: position };
  watchdog.step(++step);
  await server.client.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range, text: 'x' }],
  });
  await server.checked(uri, 2);
  await server.client.sendNotification('textDocument/didClose', { textDocument: { uri } });
  expect(server.errors).toEqual([]);
});
