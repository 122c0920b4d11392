import { expect, test } from 'vitest';
import { Compactor } from '../../../../sandbox/src/store/compactor.ts';
import { Storage } from '../../../../sandbox/src/store/storage.ts';
import { ManualClock } from '../controllers/memory-store.ts';

const configMaps = { group: '', plural: 'configmaps' };
const minutes = 60_000;

test('every five minutes the states from before the last five are forgotten', () => {
  const storage = new Storage();
  const clock = new ManualClock();
  const compactor = new Compactor(storage, clock);
  const first = storage.revision;
  storage.put(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'x' } });
  const second = storage.revision;
  const isKnown = (revision: number) => storage.snapshotAt(configMaps, undefined, revision) !== undefined;
  clock.advance(5 * minutes);
  expect([isKnown(first), isKnown(second)]).toEqual([true, true]);
  clock.advance(5 * minutes);
  expect([isKnown(first), isKnown(second)]).toEqual([false, true]);
  expect(storage.eventsSince(configMaps, first)).toHaveLength(1);
  compactor.dispose();
});
