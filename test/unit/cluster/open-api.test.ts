import { expect, test } from 'vitest';
import { createOpenApiReader } from '../../../client/src/cluster/discovery/open-api.ts';
import { ClusterError } from '../../../client/src/cluster/errors.ts';
import type { ClusterRequest } from '../../../client/src/cluster/http/request.ts';
import { intentOfPath } from '../../../client/src/cluster/http/request-intents.ts';
import type { AnswerReader } from '../../../client/src/cluster/wrong-answer.ts';

/** A server that publishes these paths by these hashes, each with a schema that is named after its hash. */
function publishing(hashes: Record<string, string | undefined>) {
  const asked: string[] = [];
  const transport = {
    async json<T>({ path }: ClusterRequest, read: AnswerReader<T>): Promise<T> {
      asked.push(path);
      if (path !== '/openapi/v3') {
        const hash = hashes[path.replace('/openapi/v3/', '')];
        return read({ openapi: '3.0.0', paths: {}, components: { schemas: { [`of ${hash}`]: {} } } });
      }
      const entries = Object.entries(hashes).map(([name, hash]) => {
        const query = hash === undefined ? '' : `?hash=${hash}`;
        return [name, { serverRelativeURL: `/elsewhere/${name}${query}` }];
      });
      return read({ paths: Object.fromEntries(entries) });
    },
  };
  const taken = () => asked.splice(0).map((path) => path.replace('/openapi/v3', ''));
  return { read: createOpenApiReader(transport), taken };
}

const named = (hash: string) => ({ hash, schemas: { [`of ${hash}`]: {} } });

test('a document is read once for calls that come together, and again when its hash has changed', async () => {
  const hashes = { 'apis/example.com/v1': 'A', 'api/v1': 'B' };
  const { read, taken } = publishing(hashes);
  const together = await Promise.all([read('example.com/v1'), read('example.com/v1'), read('v1')]);
  expect(together).toEqual([named('A'), named('A'), named('B')]);
  expect(taken()).toEqual(['', '/apis/example.com/v1', '/api/v1']);
  expect(await read('example.com/v1')).toEqual(named('A'));
  expect(taken()).toEqual(['']);
  hashes['apis/example.com/v1'] = 'C';
  expect(await read('example.com/v1')).toEqual(named('C'));
  expect(taken()).toEqual(['', '/apis/example.com/v1']);
});

test('a few documents are kept, those without a hash never', async () => {
  const groups = ['a', 'b', 'c', 'd', 'e'];
  const hashes = Object.fromEntries(groups.map((group) => [`apis/${group}.example.com/v1`, group]));
  const { read, taken } = publishing({ ...hashes, 'apis/none.example.com/v1': undefined });
  for (const group of groups) await read(`${group}.example.com/v1`);
  taken();
  await read('e.example.com/v1');
  await read('a.example.com/v1');
  expect(taken()).toEqual(['', '', '/apis/a.example.com/v1']);
  expect((await read('none.example.com/v1'))?.hash).toBe('');
  await read('none.example.com/v1');
  expect(taken()).toEqual(['', '/apis/none.example.com/v1', '', '/apis/none.example.com/v1']);
});

test('what a server does not publish is undefined, and asks for no other path', async () => {
  const { read, taken } = publishing({ 'apis/apps/v1': 'A' });
  const missing = ['example.com/v1', 'constructor', '__proto__', '../../version', 'apps/v1/x', ''];
  for (const apiVersion of missing) expect(await read(apiVersion)).toBeUndefined();
  expect(new Set(taken())).toEqual(new Set(['']));
});

test('a server that is too old publishes nothing; another failure is told, and not remembered', async () => {
  const failing = (code: number) => {
    const status = { message: 'no', reason: 'No', code };
    const request = { intent: intentOfPath('get', '/openapi/v3'), context: 'prod' };
    return new ClusterError('status', { fault: `${code}`, request }, { status });
  };
  const failures = [failing(404), failing(403)];
  const read = createOpenApiReader({
    json: async <T>(_request: ClusterRequest, read: AnswerReader<T>): Promise<T> => {
      const failure = failures.shift();
      if (failure) throw failure;
      return read({ paths: {} });
    },
  });
  expect(await read('v1')).toBeUndefined();
  await expect(read('v1')).rejects.toThrow('get /openapi/v3 (context `prod`): 403');
  expect(await read('v1')).toBeUndefined();
});
