import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { documentFiles } from '../../../client/src/cluster/discovery/document-files.ts';
import { createOpenApiReader } from '../../../client/src/cluster/discovery/open-api.ts';
import type { ClusterRequest } from '../../../client/src/cluster/http/request.ts';
import { silentLog } from '../../../client/src/cluster/log.ts';
import type { AnswerReader } from '../../../client/src/cluster/wrong-answer.ts';
import { until } from '../../support/processes.ts';
import { cleanup, temporaryFolder } from './mock-server.ts';

const after = cleanup();
afterEach(() => after.run());

/** A start of the client, of a server whose documents have a schema of this name. */
function start(folder: string, server: string, schema: string) {
  const asked: string[] = [];
  const transport = {
    async json<T>({ path }: ClusterRequest, read: AnswerReader<T>): Promise<T> {
      asked.push(path);
      if (path === '/openapi/v3') return read({ paths: { 'api/v1': { serverRelativeURL: '/x?hash=A' } } });
      return read({ openapi: '3.0.0', components: { schemas: { [schema]: { type: 'object' } } } });
    },
  };
  const read = createOpenApiReader(transport, { store: documentFiles(folder, silentLog), server });
  return { read: async () => Object.keys((await read('v1'))?.schemas ?? {}), asked };
}

test('a document is read once for all starts, and for each server', async () => {
  const folder = join(await temporaryFolder(after), 'schemas');
  // Nobody waits until a document is written. The folder is made with the first.
  const areWritten = (count: number) =>
    until(`${count} are written`, async () => {
      const names = await readdir(folder).catch(() => []);
      return names.length === count && names.every((name) => name.endsWith('.document'));
    });
  expect(await start(folder, 'one', 'Pod').read()).toEqual(['Pod']);
  await areWritten(1);
  const again = start(folder, 'one', 'Other');
  expect([await again.read(), again.asked]).toEqual([['Pod'], ['/openapi/v3']]);
  // The same hash of another server is its own.
  expect(await start(folder, 'two', 'Other').read()).toEqual(['Other']);
  await areWritten(2);
});

test.each<[string, (file: string) => Promise<void>]>([
  ['cut off', (file) => truncate(file, 80)],
  ['empty', (file) => truncate(file, 0)],
  ['changed', async (file) => writeFile(file, (await readFile(file, 'utf8')).replace('Pod', 'Bad'))],
  ['something else', (file) => writeFile(file, '{}')],
])('a file that is %s is read anew', async (_name, spoil) => {
  const folder = await temporaryFolder(after);
  await documentFiles(folder, silentLog).write('k', '{"Pod":1}');
  const [name] = await readdir(folder);
  await spoil(join(folder, name!));
  expect(await documentFiles(folder, silentLog).read('k')).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('the folder stays within its size, and what was read last stays', async () => {
  const folder = await temporaryFolder(after);
  const files = documentFiles(folder, silentLog, 1_000);
  const text = 'x'.repeat(300);
  for (const key of ['a', 'b']) {
    await files.write(key, text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await files.read('a')).toBe(text);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await files.write('c', text);
  await files.write('too large', 'x'.repeat(2_000));
  expect(await Promise.all(['a', 'b', 'c', 'too large'].map((key) => files.read(key)))).toEqual([
    text,
    undefined,
    text,
    undefined,
  ]);
});

test.skipIf(process.platform === 'win32')(
  'only its owner may read it, and a folder that cannot be written is none',
  async () => {
    const folder = join(await temporaryFolder(after), 'schemas');
    await documentFiles(folder, silentLog).write('k', 'text');
    const [name] = await readdir(folder);
    expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, name!))).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    const none = documentFiles('/dev/null/schemas', silentLog);
    await none.write('k', 'text');
    expect(await none.read('k')).toBeUndefined();
  },
);
