// Records what a real API server that nobody has used yet tells of itself, for test/contract/api/documents.test.ts:
//   node scripts/run.mjs test/contract/api/record-documents.ts KUBECONFIG
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentDigests } from './document-digests.ts';
import { openServer } from './open-server.ts';

const [kubeconfig] = process.argv.slice(2);
if (kubeconfig === undefined) throw new Error('name the kubeconfig of the server');
const server = await openServer(kubeconfig);
try {
  const answer = await server.send({ method: 'GET', path: '/version', headers: {}, body: undefined });
  const { major, minor } = answer.body as { major: string; minor: string };
  const file = join('test', 'fixtures', 'openapi', `documents-${major}.${minor}.json`);
  const digests = await documentDigests(server.send);
  await writeFile(file, `${JSON.stringify(digests, undefined, 1)}\n`);
  console.log(`${file}: ${Object.keys(digests).length} documents`);
} finally {
  server.close();
}
