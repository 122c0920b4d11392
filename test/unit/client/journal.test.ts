import { describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '../../../client/src/cluster/kube-object.ts';
import { createLog } from '../../../client/src/cluster/log.ts';
import { summarizeDeletion } from '../../../client/src/deletions/deletion-result.ts';
import { sendable } from '../../../client/src/journal/journal.ts';
import { runDeletion } from '../../../client/src/journal/run-deletion.ts';
import { runJournal } from '../../../client/src/journal/run-journal.ts';
import type { Operation, Outcome, Step } from '../../../client/src/journal/step.ts';
import { planDeletion } from '../../../client/src/manifests/deletion.ts';
import { planApply } from '../../../client/src/manifests/plan-apply.ts';
import { readManifests } from '../../../client/src/manifests/read-manifests.ts';
import { runApply } from '../../../client/src/manifests/run-apply.ts';
import { deletionOf } from '../../../client/src/objects/deletion.ts';
import { configMaps, definitions, FakeCluster, namespaces, refusal } from './fake-cluster.ts';

const applied: Operation = { type: 'apply', ownership: 'respect' };
const deleted: Operation = { type: 'delete' };

function step(resource: Resource, name: string, operation: Operation, outcome: Outcome): Step<string> {
  const { apiVersion, kind } = resource;
  const namespace = resource.scope === 'Namespaced' ? 'default' : undefined;
  const object: KubeObject = { apiVersion, kind, metadata: { name, ...(namespace ? { namespace } : {}) } };
  return { origin: name, object, resource, namespace, operation, before: 'unread', outcome };
}

const create = (resource: Resource, name: string): Step<string> => {
  const made = step(resource, name, applied, { action: 'none' });
  return { ...made, before: undefined, outcome: { action: 'create', after: made.object } };
};
const remove = (resource: Resource, name: string) => step(resource, name, deleted, { action: 'delete' });
const present = (name: string): KubeObject => create(configMaps, name).object;
const withUid = (uid: string): KubeObject => ({
  ...present('a'),
  metadata: { ...present('a').metadata, uid },
});

/** Runs steps on a cluster that has some objects, and refuses `bad`; gives what was asked of it, and the results. */
async function run(
  steps: readonly Step<string>[],
  objects: readonly KubeObject[] = [],
  signal?: AbortSignal,
) {
  const fake = new FakeCluster({
    objects,
    admit: ({ metadata }) => {
      if (metadata.name === 'bad') throw refusal({ reason: 'Invalid', message: 'no more room' });
      if (metadata.name === 'owned') {
        const causes = [
          { reason: 'FieldManagerConflict', message: 'conflict with "helm" using v1', field: '.data.key' },
        ];
        throw refusal({ code: 409, reason: 'Conflict', message: 'in conflict', details: { causes } });
      }
    },
  });
  const progress: string[] = [];
  const target = { cluster: fake.cluster, namespace: 'default' };
  const entries = await runJournal(
    { target, steps },
    { onProgress: (done, all) => progress.push(`${done}/${all}`), ...(signal ? { signal } : {}) },
  );
  return {
    done: [...fake.applied, ...fake.deleted.map((key) => `-${key}`)],
    results: entries.map(({ result }) => result.result),
    origins: entries.map((entry) => entry.step.origin),
    progress,
    entries,
  };
}

describe('a journal', () => {
  it.each([
    {
      does: 'namespaces and definitions before what needs them, whatever its own order',
      steps: [create(configMaps, 'a'), create(definitions, 'd'), create(namespaces, 'n')],
      done: ['Namespace//n', 'CustomResourceDefinition//d', 'ConfigMap/default/a'],
      results: ['created', 'created', 'created'],
    },
    {
      does: 'deletions last, in the opposite order',
      steps: [remove(namespaces, 'old'), remove(configMaps, 'old'), create(configMaps, 'a')],
      objects: [present('old'), { ...present('old'), kind: 'Namespace', metadata: { name: 'old' } }],
      done: ['ConfigMap/default/a', '-ConfigMap/default/old', '-Namespace//old'],
      results: ['deleted', 'deleted', 'created'],
    },
    {
      does: 'everything but what fails',
      steps: [create(configMaps, 'bad'), create(configMaps, 'owned'), create(configMaps, 'a')],
      done: ['ConfigMap/default/a'],
      results: ['failed', 'conflict', 'created'],
    },
    {
      does: 'nothing that was refused or in conflict before',
      steps: [
        step(configMaps, 'a', applied, { action: 'refused', message: 'no', fields: [] }),
        step(configMaps, 'b', applied, { action: 'conflict', message: 'no', conflicts: [] }),
      ],
      done: [],
      results: ['left-out', 'left-out'],
    },
    {
      does: 'nothing that still waits for another one at its turn',
      steps: [step(configMaps, 'a', applied, { action: 'create-later', needs: 'Namespace n' })],
      done: [],
      results: ['failed'],
    },
    {
      does: 'nothing where nothing is to be deleted',
      steps: [remove(configMaps, 'gone'), step(configMaps, 'a', deleted, { action: 'none' })],
      objects: [present('a')],
      done: [],
      results: ['missing', 'missing'],
    },
  ])('does $does', async ({ steps, objects, done, results }) => {
    const ran = await run(steps, objects);
    expect(ran).toMatchObject({ done, results, origins: steps.map(({ origin }) => origin) });
    expect(ran.progress).toEqual(steps.map((_, index) => `${index + 1}/${steps.length}`));
  });

  it('sends nothing once it is cancelled', async () => {
    const steps = [create(configMaps, 'a'), remove(configMaps, 'b')];
    const { done, results } = await run(steps, [present('b')], AbortSignal.abort());
    expect({ done, results }).toEqual({ done: [], results: ['left-out', 'left-out'] });
  });

  it('is cancelled between stages, and tells what was done until then', async () => {
    const cancelled = new AbortController();
    const fake = new FakeCluster({ admit: () => cancelled.abort() });
    const steps = [create(configMaps, 'a'), create(namespaces, 'n')];
    const target = { cluster: fake.cluster, namespace: 'default' };
    const entries = await runJournal({ target, steps }, { signal: cancelled.signal });
    expect(entries.map(({ result }) => result.result)).toEqual(['left-out', 'created']);
  });
});

describe('what was there before is kept', () => {
  const manifests = (...names: string[]) =>
    readManifests(
      'a',
      names.map((name) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}}\n`).join('---\n'),
    ).objects;

  it('by an apply: the object that is changed, nothing of one that is created', async () => {
    const before = { ...present('old'), data: { key: 'value' } };
    const fake = new FakeCluster({ objects: [before] });
    const plan = await planApply({ cluster: fake.cluster, namespace: 'default' }, manifests('old', 'new'));
    const entries = await runApply(plan);
    expect(
      entries.map(({ step: { before: was, operation }, result }) => [operation.type, was, result.result]),
    ).toEqual([
      ['apply', before, 'changed'],
      ['apply', undefined, 'created'],
    ]);
  });

  it('by a deletion: the object as it was at its turn; one that may not be read is deleted all the same', async () => {
    const lines: string[] = [];
    const fake = new FakeCluster({ objects: [present('a'), present('hidden')] });
    const get = fake.get.bind(fake);
    fake.get = async (reference) => {
      if (reference.name !== 'hidden') return await get(reference);
      throw refusal({ code: 403, reason: 'Forbidden', message: 'may not be read' });
    };
    const plan = await planDeletion(
      { cluster: fake.cluster, namespace: 'default' },
      manifests('a', 'gone', 'hidden'),
    );
    expect(sendable(plan).map(({ before }) => before)).toEqual(['unread', 'unread', 'unread']);
    const entries = await runDeletion(plan, {
      log: createLog((level, line) => lines.push(`${level} ${line}`)),
    });
    expect(entries.map(({ step: { before: was }, result }) => [was, result.result])).toEqual([
      [present('a'), 'deleted'],
      [undefined, 'missing'],
      ['unread', 'deleted'],
    ]);
    expect(summarizeDeletion(entries)).toBe('2 deleted, 1 not there');
    expect(lines).toEqual([
      'info reading ConfigMap default/hidden before it is deleted: get /fake (context `fake`): may not be read',
    ]);
  });

  it.each([
    {
      of: 'the very object',
      uid: 'first',
      objects: [withUid('first')],
      was: withUid('first'),
      result: { result: 'deleted' },
      left: [],
    },
    {
      of: 'whichever has the name, where the uid is not known',
      uid: undefined,
      objects: [withUid('second')],
      was: withUid('second'),
      result: { result: 'deleted' },
      left: [],
    },
    {
      of: 'an object whose name another one has by now, which stays',
      uid: 'first',
      objects: [withUid('second')],
      was: withUid('second'),
      result: { result: 'replaced' },
      left: [withUid('second')],
    },
    {
      of: 'an object that is gone',
      uid: 'first',
      objects: [],
      was: undefined,
      result: { result: 'missing' },
      left: [],
    },
  ])('by the deletion of a line of the tree: $of', async ({ uid, objects, was, result, left }) => {
    const fake = new FakeCluster({ objects });
    const reference = { resource: configMaps, namespace: 'default', name: 'a' };
    const entries = await runDeletion(deletionOf(fake.cluster, [{ context: fake.context, reference, uid }]));
    expect(entries).toMatchObject([{ result }]);
    expect(entries.map(({ step: { before } }) => before)).toEqual([was]);
    expect([...fake.objects.values()]).toEqual(left);
  });
});
