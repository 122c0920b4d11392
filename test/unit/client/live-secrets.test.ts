import { expect, test } from 'vitest';
import { isLiveSecret, withoutLiveSecrets } from '../../../client/src/language/live-secrets.ts';

const uriOf = (apiVersion: string, kind: string) =>
  `kubewright:/prod/shop/a.yaml?${encodeURIComponent(JSON.stringify({ context: 'c', apiVersion, kind, namespace: 'shop', name: 'a' }))}`;
const secret = uriOf('v1', 'Secret');

test.each([
  [secret, true],
  [uriOf('v1', 'ConfigMap'), false],
  [uriOf('example.com/v1', 'Secret'), false],
  ['file:///secret.yaml', false],
  [secret.replace('kubewright:', 'file:'), false],
  ['kubewright:/a', false],
  ['kubewright:/a?null', false],
  ['kubewright:/a?%7B', false],
])('%s', (uri, expected) => expect(isLiveSecret(uri)).toBe(expected));

test.each([
  ['textDocument/didOpen', { textDocument: { uri: secret, text: 'data: { a: c2VjcmV0 }' } }],
  ['textDocument/didChange', { textDocument: { uri: secret }, contentChanges: [{ text: 'c2VjcmV0' }] }],
  ['textDocument/didSave', { textDocument: { uri: secret } }],
  ['textDocument/didClose', { textDocument: { uri: secret } }],
])('%s of a live Secret is not sent', async (method, params) => {
  const sent: unknown[] = [];
  const next = async (_type: unknown, given: unknown) => void sent.push(given);
  await withoutLiveSecrets.sendNotification(method, next as never, params);
  expect(sent).toEqual([]);
  const other = { textDocument: { uri: uriOf('v1', 'Pod') } };
  await withoutLiveSecrets.sendNotification(method, next as never, other);
  await withoutLiveSecrets.sendNotification(method, next as never, undefined as never);
  expect(sent).toEqual([other, undefined]);
});

test.each([
  ['textDocument/hover', { textDocument: { uri: secret }, position: { line: 0, character: 0 } }],
  ['kubewright/anything', { uri: secret }],
])('%s of a live Secret is not asked', async (method, params) => {
  const next = async (_type: unknown, given: unknown) => given;
  expect(await withoutLiveSecrets.sendRequest(method, params, undefined, next as never)).toBeNull();
  const other = { textDocument: { uri: 'file:///a.yaml' } };
  expect(await withoutLiveSecrets.sendRequest(method, other, undefined, next as never)).toBe(other);
});
