import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask, eventsOf, watchEvents } from '../support/sandbox-client.ts';

let sandbox: Sandbox;
const configMaps = '/api/v1/namespaces/default/configmaps';
const merge = { 'content-type': 'application/merge-patch+json' };

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.stop());

/** `ADDED a`: the type and the name of each event. */
function names(events: { type: string; object: { metadata: { name?: string } } }[]): string[] {
  return events.map(({ type, object }) => `${type} ${object.metadata.name ?? ''}`.trim());
}

async function version(): Promise<string> {
  return (await ask(sandbox, 'GET', configMaps)).body.metadata.resourceVersion;
}

test('a watch tells what happened since its version, and what happens while it is open', async () => {
  const since = await version();
  await ask(sandbox, 'POST', configMaps, { metadata: { name: 'w1' } });
  const watch = eventsOf(sandbox, `${configMaps}?watch=true&resourceVersion=${since}`);
  const events = [(await watch.next()).value];
  await ask(sandbox, 'PATCH', `${configMaps}/w1`, { data: { a: 'b' } }, merge);
  await ask(sandbox, 'DELETE', `${configMaps}/w1`);
  events.push((await watch.next()).value, (await watch.next()).value);
  await watch.return(undefined);
  expect(names(events)).toEqual(['ADDED w1', 'MODIFIED w1', 'DELETED w1']);
  expect(events[2]?.object.data).toEqual({ a: 'b' });
  const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
  expect(versions).toEqual([...versions].sort((left, right) => left - right));
});

test('a streaming list ends with a bookmark that says so', async () => {
  await ask(sandbox, 'POST', configMaps, { metadata: { name: 'w2' } });
  const query =
    'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1&fieldSelector=metadata.name%3Dw2';
  const events = await watchEvents(sandbox, `${configMaps}?${query}`);
  expect(names(events)).toEqual(['ADDED w2', 'BOOKMARK']);
  expect(events[1]?.object).toEqual({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      resourceVersion: await version(),
      annotations: { 'k8s.io/initial-events-end': 'true' },
    },
  });
});

test('an object that leaves a selection is deleted to its watch, one that enters is added', async () => {
  await ask(sandbox, 'POST', configMaps, { metadata: { name: 'w3', labels: { a: '1' } } });
  const since = await version();
  for (const a of ['2', '1']) {
    await ask(sandbox, 'PATCH', `${configMaps}/w3`, { metadata: { labels: { a } } }, merge);
  }
  const selector = 'labelSelector=a%3D1&fieldSelector=metadata.name%3Dw3';
  const path = `${configMaps}?watch=true&${selector}&resourceVersion=${since}&timeoutSeconds=1`;
  const events = await watchEvents(sandbox, path);
  expect(names(events)).toEqual(['DELETED w3', 'ADDED w3']);
  expect(events[0]?.object.metadata.labels).toEqual({ a: '1' });
});

test('a Table watch tells its columns once', async () => {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
  const events = await watchEvents(sandbox, '/api/v1/namespaces?watch=true&timeoutSeconds=1', { accept });
  expect(
    events.map(({ object }) => [object.kind, object.columnDefinitions?.length, object.rows.length]),
  ).toEqual([
    ['Table', 3, 1],
    ['Table', undefined, 1],
    ['Table', undefined, 1],
    ['Table', undefined, 1],
  ]);
});
