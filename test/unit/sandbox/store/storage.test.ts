import { expect, test } from 'vitest';
import type { KubeObject } from '../../../../sandbox/src/object-store.ts';
import { defaultHistory, Storage } from '../../../../sandbox/src/store/storage.ts';

const configMaps = { group: '', plural: 'configmaps' };

function configMap(namespace: string, name: string, data: Record<string, string> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
}

function names(objects: readonly KubeObject[]): string[] {
  return objects.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
}

test('lists are ordered by namespace and name, and one namespace does not see its neighbours', () => {
  const storage = new Storage();
  for (const [namespace, name] of [
    ['b', 'x'],
    ['a-b', 'z'],
    ['a', 'z'],
    ['a', 'b'],
    ['a0', 'c'],
  ] as const) {
    storage.put(configMaps, configMap(namespace, name));
  }
  expect(names(storage.snapshot(configMaps).objects)).toEqual(['a-b/z', 'a/b', 'a/z', 'a0/c', 'b/x']);
  expect(names(storage.snapshot(configMaps, 'a').objects)).toEqual(['a/b', 'a/z']);
  storage.remove(configMaps, 'a', 'b');
  expect(names(storage.snapshot(configMaps, 'a').objects)).toEqual(['a/z']);
});

test('a snapshot stays what it was, and what it holds cannot be changed', () => {
  const storage = new Storage();
  storage.put(configMaps, configMap('a', 'x', { k: '1' }));
  const before = storage.snapshot(configMaps);
  storage.put(configMaps, configMap('a', 'x', { k: '2' }));
  expect(before.objects[0]?.data).toEqual({ k: '1' });
  expect(() => Object.assign(before.objects[0]!.data as object, { k: '3' })).toThrow(TypeError);
});

test('listeners hear of every write in order, after it, whatever one of them does', async () => {
  const failures: unknown[] = [];
  const storage = new Storage({ listenerFailed: (error) => failures.push(error) });
  const heard: string[] = [];
  storage.subscribe(configMaps, () => {
    throw new Error('broken');
  });
  storage.subscribe(configMaps, ({ type, object, previous }) => {
    heard.push(`${type} ${JSON.stringify(previous?.data)} ${JSON.stringify(object.data)}`);
  });
  storage.put(configMaps, configMap('a', 'x', { k: '1' }));
  storage.put(configMaps, configMap('a', 'x', { k: '2' }));
  storage.remove(configMaps, 'a', 'x');
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual([
    'ADDED undefined {"k":"1"}',
    'MODIFIED {"k":"1"} {"k":"2"}',
    'DELETED {"k":"2"} {"k":"2"}',
  ]);
  expect(failures).toHaveLength(3);
});

test('the history is bounded, and says so when it has let go', () => {
  const storage = new Storage();
  const first = Number(storage.put(configMaps, configMap('a', 'x')).metadata.resourceVersion);
  expect(storage.eventsSince(configMaps, first)).toEqual([]);
  for (let write = 0; write < defaultHistory * 2; write++)
    storage.put(configMaps, configMap('a', 'x', { n: `${write}` }));
  expect(storage.eventsSince(configMaps, first)).toBeUndefined();
  const kept = storage.eventsSince(configMaps, storage.oldestKnown(configMaps));
  expect(kept).toHaveLength(defaultHistory);
  expect(storage.eventsSince(configMaps, storage.revision - 2)?.map(({ revision }) => revision)).toEqual([
    storage.revision - 1,
    storage.revision,
  ]);
});

test('a state is read back as far as the history goes, and no further', () => {
  const storage = new Storage({ history: 2 });
  storage.put(configMaps, configMap('a', 'x'));
  const first = storage.revision;
  storage.put(configMaps, configMap('a', 'y'));
  storage.remove(configMaps, 'a', 'x');
  expect(names(storage.snapshot(configMaps).objects)).toEqual(['a/y']);
  expect(names(storage.snapshotAt(configMaps, undefined, first)!.objects)).toEqual(['a/x']);
  expect(names(storage.snapshotAt(configMaps, 'b', first)!.objects)).toEqual([]);
  expect(storage.snapshotAt(configMaps, undefined, storage.revision + 1)).toBeUndefined();
  for (let write = 0; write < 3; write++) storage.put(configMaps, configMap('a', `z${write}`));
  expect(storage.snapshotAt(configMaps, undefined, first)).toBeUndefined();
});

test('what was stored before the cache begins is listed, and no watch begins there', () => {
  const storage = new Storage();
  storage.put(configMaps, configMap('a', 'x'));
  storage.beginCache();
  const secrets = { group: '', plural: 'secrets' };
  const before = storage.revision - 1;
  expect(storage.snapshotAt(configMaps, undefined, before)).toEqual({ revision: before, objects: [] });
  expect(storage.snapshotAt(secrets, undefined, before)).toEqual({ revision: before, objects: [] });
  for (const resource of [configMaps, secrets]) {
    expect(storage.eventsSince(resource, before)).toBeUndefined();
    expect(storage.oldestKnown(resource)).toBe(storage.revision);
  }
  expect(names(storage.snapshotAt(configMaps, undefined, storage.revision)!.objects)).toEqual(['a/x']);
});
