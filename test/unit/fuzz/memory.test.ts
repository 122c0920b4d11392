import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InProcessServer, startInProcess } from '../../fuzz/in-process-server.ts';
import { readCatalog } from '../catalog/built-catalog.ts';

let server: InProcessServer;
beforeAll(async () => {
  server = await startInProcess(readCatalog);
});
afterAll(() => server.stop());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes that are still in use. */
async function heap(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done));
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

/** A quarter of a megabyte in which every line is another, and a definition. */
function text(seed: number): string {
  const lines = Array.from(
    { length: 8_000 },
    (_, index) => `  key-${seed}-${index}: "value ${seed} ${index}"\n`,
  );
  const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things${seed}.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things${seed}, kind: Thing${seed}}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n${lines.join('')}---\n${definition}`;
}

test('nothing of a closed document is kept, and nothing of a text that was typed over', async () => {
  const openAndClose = async (from: number, to: number) => {
    for (let file = from; file < to; file++) {
      const uri = `file:///workspace/${file}.yaml`;
      const textDocument = { uri, languageId: 'yaml', version: 1, text: text(file) };
      await server.client.sendNotification('textDocument/didOpen', { textDocument });
      await server.checked(uri, 1);
      const contentChanges = [{ text: text(-file) }];
      await server.client.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: 2 },
        contentChanges,
      });
      // Half of them are closed before they are checked again.
      if (file % 2 === 0) await server.checked(uri, 2);
      await server.client.sendRequest('textDocument/completion', {
        textDocument: { uri },
        position: { line: 1, character: 3 },
      });
      await server.client.sendNotification('textDocument/didClose', { textDocument });
    }
  };
  await openAndClose(0, 5);
  const before = await heap();
  await openAndClose(5, 45);
  // Kept, each text would count for more than a megabyte with its nodes.
  expect((await heap()) - before).toBeLessThan(8);
}, 120_000);
