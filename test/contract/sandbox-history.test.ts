import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask, eventsOf } from '../support/sandbox-client.ts';

const path = '/api/v1/namespaces/default/configmaps';
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ args: ['--history', '2'] });
  for (const name of ['a', 'b', 'c', 'd']) await ask(sandbox, 'POST', path, { metadata: { name } });
});
afterAll(() => sandbox?.stop());

async function write(count: number): Promise<void> {
  for (let value = 0; value < count; value++) {
    await ask(sandbox, 'PATCH', `${path}/b`, { data: { value: String(value) } }, merge);
  }
}

const merge = { 'content-type': 'application/merge-patch+json' };

function namesOf({ body }: { body: { items: { metadata: { name: string } }[] } }): string[] {
  return body.items.map(({ metadata }) => metadata.name);
}

test('pages of a state that is forgotten go on, by a fresh token, with the present one', async () => {
  const first = await ask(sandbox, 'GET', `${path}?limit=2`);
  expect(namesOf(first as never)).toEqual(['a', 'b']);
  const { continue: token, resourceVersion } = first.body.metadata;
  await ask(sandbox, 'DELETE', `${path}/c`);
  const second = await ask(sandbox, 'GET', `${path}?limit=1&continue=${token}`);
  expect([namesOf(second as never), second.body.metadata.resourceVersion]).toEqual([['c'], resourceVersion]);

  await write(10);
  const expired = await ask(sandbox, 'GET', `${path}?limit=2&continue=${token}`);
  expect(expired.body).toMatchObject({
    code: 410,
    reason: 'Expired',
    metadata: { continue: expect.any(String) },
  });
  const rest = await ask(sandbox, 'GET', `${path}?limit=2&continue=${expired.body.metadata.continue}`);
  expect(namesOf(rest as never)).toEqual(['d', 'kube-root-ca.crt']);
});

test('an exact state is read as long as it is known', async () => {
  const { body: before } = await ask(sandbox, 'GET', path);
  const { resourceVersion } = before.metadata;
  await write(1);
  const exact = `${path}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
  expect((await ask(sandbox, 'GET', exact)).body).toEqual(before);
  await write(10);
  expect((await ask(sandbox, 'GET', exact)).body).toMatchObject({
    code: 410,
    message: 'The resourceVersion for the provided list is too old.',
  });
});

test('a watch from a forgotten state is told so in its stream', async () => {
  await write(10);
  const events = eventsOf(sandbox, `${path}?watch=true&resourceVersion=1&timeoutSeconds=5`);
  const { value } = await events.next();
  expect(value).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
});
