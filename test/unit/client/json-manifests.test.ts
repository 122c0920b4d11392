import { expect, test } from 'vitest';
import { JsonManifests, looksLikeJsonManifest } from '../../../client/src/language/json-manifests.ts';

test.each([
  { text: '{"apiVersion": "v1", "kind": "Pod"}', isManifest: true },
  { text: '{\n\t"kind" : "Pod",\n\t"apiVersion" : "v1"\n}', isManifest: true },
  { text: '[]', isManifest: false },
  { text: '{"name": "apiVersion", "version": "kind"}', isManifest: false },
  { text: '', isManifest: false },
])('$text', ({ text, isManifest }) => expect(looksLikeJsonManifest(text)).toBe(isManifest));

test('JSON reaches the server from when it holds an object until it is closed', async () => {
  const manifests = new JsonManifests();
  const sent: string[] = [];
  const document = (languageId: string, text: string) =>
    ({ languageId, uri: 'file:///a', getText: () => text }) as unknown as Parameters<
      JsonManifests['didOpen']
    >[0];
  const open = (languageId: string, text: string) =>
    manifests.didOpen(document(languageId, text), async ({ getText }) => void sent.push(`open ${getText()}`));
  const change = (text: string) =>
    manifests.didChange(
      { document: document('json', text) } as Parameters<JsonManifests['didChange']>[0],
      async () => void sent.push(`change ${text}`),
    );
  const close = () => manifests.didClose(document('json', ''), async () => void sent.push('close'));
  const pod = '{"apiVersion": "v1", "kind": "Pod"}';
  await open('json', '{}');
  await change('{"kind": ""}');
  await change(pod);
  await change('{}');
  await close();
  await open('json', '{}');
  await close();
  await open('yaml', 'a: 1');
  expect(sent).toEqual([`open ${pod}`, 'change {}', 'close', 'open a: 1']);
});
