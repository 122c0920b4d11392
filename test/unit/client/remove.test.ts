import { describe, expect, it } from 'vitest';
import type { DeleteOptions } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import { changedSince } from '../../../client/src/cluster/objects/changed-since.ts';
import { remove } from '../../../client/src/journal/remove.ts';
import type { DeletionOperation } from '../../../client/src/journal/step.ts';
import { configMaps, refusal } from './fake-cluster.ts';

/** An object in a state: its metadata, and whatever else it has. */
function object(metadata: KubeObject['metadata'], fields: Record<string, unknown> = {}): KubeObject {
  const named = { name: 'a', namespace: 'default', uid: 'first', ...metadata };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: named, ...fields };
}

const one = object({ resourceVersion: '1' }, { data: { key: 'a' }, status: { ready: 0 } });

describe('what of an object has changed since it was seen', () => {
  it.each([
    { what: 'nothing', now: one, changed: [] },
    {
      what: 'its status, and who wrote it',
      now: {
        ...one,
        status: { ready: 1 },
        metadata: { ...one.metadata, resourceVersion: '2', managedFields: [{}] },
      },
      changed: [],
    },
    {
      what: 'notes for programs',
      now: { ...one, metadata: { ...one.metadata, annotations: { leader: 'b' } } },
      changed: [],
    },
    {
      what: 'that it is being deleted',
      now: { ...one, metadata: { ...one.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } },
      changed: [],
    },
    {
      what: 'labels, an owner and a finalizer',
      now: {
        ...one,
        metadata: {
          ...one.metadata,
          labels: { app: 'web' },
          ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'b', uid: 'b' }],
          finalizers: ['example.com/hold'],
        },
      },
      changed: ['metadata.labels', 'metadata.ownerReferences', 'metadata.finalizers'],
    },
    {
      what: 'an empty list of what it had none of',
      now: { ...one, metadata: { ...one.metadata, finalizers: [], labels: {} } },
      changed: [],
    },
    {
      what: 'a key that has another value, one that has come, and a field',
      now: { ...one, data: { key: 'b', other: '' }, immutable: true },
      changed: ['data.key', 'data.other', 'immutable'],
    },
    { what: 'a field that has gone', now: { ...one, data: undefined }, changed: ['data'] },
  ])('$what', ({ now, changed }) => {
    expect(changedSince(one, now)).toEqual(changed);
  });
});

/** What there is, in turn: it is the next after each reading; undefined for nothing. */
type States = readonly (KubeObject | undefined)[];

/** A cluster whose object others write after each reading; it holds to preconditions. */
function restless(states: States) {
  const sent: Pick<DeleteOptions, 'uid' | 'resourceVersion'>[] = [];
  let at = 0;
  const now = () => states[Math.min(at, states.length - 1)];
  const found = (): KubeObject => {
    const object = now();
    if (!object) throw refusal({ code: 404, reason: 'NotFound', message: 'not found' });
    return object;
  };
  return {
    sent,
    get: async () => {
      const object = found();
      at++;
      return object;
    },
    delete: async (_: unknown, { uid, resourceVersion }: DeleteOptions = {}) => {
      sent.push({ ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) });
      const { metadata } = found();
      const isOther =
        (uid !== undefined && uid !== metadata.uid) ||
        (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion);
      if (isOther || metadata.deletionTimestamp) {
        throw refusal({ code: 409, reason: 'Conflict', message: 'the precondition does not match' });
      }
      return undefined;
    },
  };
}

const status = (resourceVersion: string) => object({ resourceVersion }, { data: { key: 'a' }, status: {} });
const data = (resourceVersion: string, value: string) =>
  object({ resourceVersion }, { data: { key: value }, status: { ready: 0 } });
const other = object({ resourceVersion: '7', uid: 'second' });

describe('a deletion is of the state that was read', () => {
  const cases: {
    of: string;
    before?: KubeObject | 'unread';
    operation?: Partial<DeletionOperation>;
    states: States;
    sent: object[];
    result: object;
  }[] = [
    {
      of: 'an object that is as it was',
      states: [one],
      sent: [{ uid: 'first', resourceVersion: '1' }],
      result: { result: 'deleted' },
    },
    {
      of: 'one whose status has changed: in the state of then',
      states: [status('2')],
      sent: [
        { uid: 'first', resourceVersion: '1' },
        { uid: 'first', resourceVersion: '2' },
      ],
      result: { result: 'deleted' },
    },
    {
      of: 'one whose status changes all the time: as often as there are tries',
      states: ['2', '3', '4', '5', '6', '7', '8'].map(status),
      sent: ['1', '2', '3', '4', '5'].map((resourceVersion) => ({ uid: 'first', resourceVersion })),
      result: { thrown: 'Conflict' },
    },
    {
      of: 'one that has changed: it stays',
      states: [data('2', 'b')],
      sent: [{ uid: 'first', resourceVersion: '1' }],
      result: { result: 'changed-since', fields: ['data.key'], now: data('2', 'b') },
    },
    {
      of: 'one that goes on changing where the person was told that it does',
      operation: { told: ['data.key'] },
      states: [data('2', 'b')],
      sent: [
        { uid: 'first', resourceVersion: '1' },
        { uid: 'first', resourceVersion: '2' },
      ],
      result: { result: 'deleted' },
    },
    {
      of: 'another one of its name that came after it was read: it stays',
      states: [other],
      sent: [{ uid: 'first', resourceVersion: '1' }],
      result: { result: 'replaced' },
    },
    {
      of: 'another one than was shown: nothing is sent',
      operation: { uid: 'shown' },
      states: [one],
      sent: [],
      result: { result: 'replaced' },
    },
    {
      of: 'one that has gone meanwhile',
      states: [undefined],
      sent: [{ uid: 'first', resourceVersion: '1' }],
      result: { result: 'missing' },
    },
    {
      of: 'one that changes and goes',
      states: [status('2'), undefined],
      sent: [
        { uid: 'first', resourceVersion: '1' },
        { uid: 'first', resourceVersion: '2' },
      ],
      result: { result: 'missing' },
    },
    {
      of: 'one that may not be read, by its uid',
      before: 'unread',
      operation: { uid: 'first' },
      states: [one],
      sent: [{ uid: 'first' }],
      result: { result: 'deleted' },
    },
    {
      of: 'one that is being deleted, where the server takes no further deletion',
      states: [object({ resourceVersion: '1', deletionTimestamp: 'now', finalizers: ['kubernetes'] })],
      sent: [{ uid: 'first', resourceVersion: '1' }],
      result: { result: 'deleting', uid: 'first', heldBy: ['kubernetes'] },
    },
  ];
  it.each(cases)('$of', async ({ before = one, operation, states, sent, result }) => {
    const cluster = restless(states);
    const step = {
      origin: undefined,
      object: one,
      resource: configMaps,
      namespace: 'default',
      operation: { type: 'delete', ...operation },
      before,
      outcome: { action: 'delete' },
    } as const;
    const done = await remove(cluster, step, configMaps, {}).catch(({ reason }) => ({ thrown: reason }));
    expect({ done, sent: cluster.sent }).toEqual({ done: result, sent });
  });
});
