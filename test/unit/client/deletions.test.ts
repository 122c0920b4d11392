import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../client/src/cluster/kube-object.ts';
import type { Consequences } from '../../../client/src/cluster/objects/what-goes.ts';
import { deletionFacts } from '../../../client/src/deletions/deletion-facts.ts';
import { deletionResult } from '../../../client/src/deletions/deletion-result.ts';
import { readPlan } from '../../../client/src/deletions/read-plan.ts';
import { meaningOf } from '../../../client/src/deletions/way-words.ts';
import type { Before, DeletionStep, StepResult } from '../../../client/src/journal/step.ts';
import { configMaps, FakeCluster, namespaces, refusal, resource } from './fake-cluster.ts';

const pods = resource({ kind: 'Pod', plural: 'pods' });
const target = { cluster: new FakeCluster().cluster, namespace: 'shop' };

function step(name: string, of = configMaps, uid?: string): DeletionStep {
  const namespace = of.scope === 'Namespaced' ? 'shop' : undefined;
  const { apiVersion, kind } = of;
  return {
    origin: undefined,
    object: { apiVersion, kind, metadata: { name, ...(namespace ? { namespace } : {}) } },
    resource: of,
    namespace,
    operation: { type: 'delete', ...(uid === undefined ? {} : { uid }) },
    before: 'unread',
    outcome: { action: 'delete' },
  };
}

const object = (metadata: KubeObject['metadata']): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { uid: 'a', ...metadata },
});
const owned = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'r', controller: true };

describe('the question about a deletion', () => {
  const nothing: Consequences = { going: [], unread: [], readInPart: [], unseen: [] };
  const cases: {
    says: string;
    steps?: readonly DeletionStep[];
    before?: readonly (Before | Error)[];
    consequences?: Partial<Consequences>;
    policy?: 'Orphan' | 'Background';
    sections: Record<string, readonly string[]>;
  }[] = [
    {
      says: 'that nothing goes with it',
      before: [object({})],
      sections: { 'What goes with it': ['Nothing'] },
    },
    {
      says: 'what holds it, who owns it, and that it is going already',
      before: [
        object({ finalizers: ['a/b', 'c/d'], ownerReferences: [owned], deletionTimestamp: 'some time ago' }),
      ],
      sections: {
        'What goes with it': [
          'It is being deleted: already',
          'Held by a/b: until it is taken away',
          'Held by c/d: until it is taken away',
          'Owned by ReplicaSet web-1: which may make another in its place',
        ],
      },
    },
    {
      says: 'that it is not there',
      before: [undefined],
      sections: { 'What goes with it': ['It is not there: any more'] },
    },
    {
      says: 'that another one is there',
      steps: [step('a', configMaps, 'b')],
      before: [object({})],
      sections: { 'What goes with it': ['Another one has its name by now: and stays'] },
    },
    {
      says: 'why it is not known what it is',
      before: [new Error('forbidden')],
      sections: { 'What goes with it': ['It may not be read: forbidden'] },
    },
    {
      says: 'how many go, what could not be told, and where nobody has looked',
      before: [object({})],
      consequences: {
        going: [
          { resource: pods, by: 'ownership', count: 500, is: 'at least' },
          { resource: configMaps, by: 'contents', count: 1, is: 'all' },
        ],
        unread: [namespaces],
        readInPart: [configMaps],
        unseen: ['b'],
      },
      sections: {
        'What goes with it': [
          'at least 500 Pods: ',
          '1 ConfigMap: ',
          'Not known: Namespaces: may not be listed',
          'Not known: ConfigMaps: only the first of many were looked through',
          'Not looked through: b: too many namespaces',
        ],
      },
    },
    {
      says: 'what stays where what is owned does',
      before: [object({})],
      policy: 'Orphan',
      consequences: {
        going: [
          { resource: pods, by: 'ownership', count: 2, is: 'all' },
          { resource: configMaps, by: 'contents', count: 1, is: 'all' },
        ],
      },
      sections: { 'What goes with it': ['1 ConfigMap: '], 'What stays': ['2 Pods: '] },
    },
    {
      says: 'each of several, and how it fares',
      steps: [
        step('a'),
        step('b'),
        step('c'),
        step('d', configMaps, 'x'),
        step('e', namespaces),
        {
          ...step('f'),
          outcome: { action: 'refused', message: 'ConfigMap of v9 is not served', fields: [] },
        },
      ],
      before: [
        object({}),
        object({ finalizers: ['a/b'], ownerReferences: [owned], deletionTimestamp: 'some time ago' }),
        undefined,
        object({}),
        new Error('forbidden'),
      ],
      sections: {
        'What is deleted': [
          'ConfigMap shop/a',
          'ConfigMap shop/b: being deleted already; held by a/b; owned by ReplicaSet web-1',
          'ConfigMap shop/c: not there',
          'ConfigMap shop/d: another one by now, which stays',
          'Namespace e: may not be read: forbidden',
        ],
        'Left out': ['ConfigMap shop/f: ConfigMap of v9 is not served'],
        'What goes with them': ['Nothing'],
      },
    },
  ];
  it.each(cases)('says $says', ({ steps = [step('a')], before, consequences, policy, sections }) => {
    const sent = steps.filter(({ outcome }) => outcome.action === 'delete');
    const found = {
      before: new Map(
        sent.flatMap((one, at) => (before?.[at] instanceof Error ? [] : [[one, before?.[at] as Before]])),
      ),
      problems: new Map(
        sent.flatMap((one, at) => (before?.[at] instanceof Error ? [[one, before[at].message]] : [])),
      ),
      consequences: { ...nothing, ...consequences },
    };
    const way = policy ? { propagationPolicy: policy } : {};
    const said = deletionFacts({ target, steps }, sent, new Map(), found, way);
    expect(
      Object.fromEntries(
        said.map(({ heading, facts }) => [
          heading,
          facts.map(({ label, description }) =>
            description === undefined ? label : `${label}: ${description}`,
          ),
        ]),
      ),
    ).toEqual(sections);
  });

  it('says what has changed since it was asked', () => {
    const one = step('a');
    const plan = { target, steps: [one] };
    expect(
      deletionFacts(plan, [one], new Map([[one, ['data.key', 'metadata.labels']]]), undefined, {}),
    ).toEqual([
      {
        heading: 'Changed since you were asked',
        facts: [{ label: 'ConfigMap shop/a', description: 'data.key, metadata.labels' }],
      },
    ]);
  });

  it('reads what is there, and goes on where something may not be read', async () => {
    const fake = new FakeCluster({ objects: [object({ name: 'a', namespace: 'shop' })] });
    const cluster = {
      discover: () => fake.discover(),
      ask: async () => Promise.reject(refusal({ code: 403, reason: 'Forbidden', message: 'no' })),
      get: async (reference: { name: string }) => {
        if (reference.name === 'hidden') throw new Error('may not be read');
        return await fake.get(reference as Parameters<typeof fake.get>[0]);
      },
    };
    const steps = [step('a'), step('gone'), step('hidden')];
    const known: unknown[] = [];
    const read = await readPlan(
      cluster,
      steps,
      ({ object: { metadata } }, before) => known.push([metadata.name, before && 'there']),
      new AbortController().signal,
    );
    expect(known).toEqual([
      ['a', 'there'],
      ['gone', undefined],
    ]);
    expect([...read.problems.values()]).toEqual(['may not be read']);
    expect(read.consequences.unread).toEqual([configMaps]);
  });
});

describe('the ways of a deletion', () => {
  it.each([
    [{}, 1, 'What it owns is deleted with it.'],
    [{ propagationPolicy: 'Background' }, 2, 'What they own is deleted with them.'],
    [{ propagationPolicy: 'Foreground' }, 1, 'What it owns is deleted first: it stays until that is gone.'],
    [{ propagationPolicy: 'Orphan' }, 2, 'What they own stays, and belongs to nothing.'],
    [
      { gracePeriodSeconds: 0 },
      1,
      'Removed at once by force: its containers may still run. What it owns is deleted with it.',
    ],
    [{ gracePeriodSeconds: 1 }, 2, 'A Pod has 1 second to end. What they own is deleted with them.'],
    [
      { gracePeriodSeconds: 0, propagationPolicy: 'Orphan' },
      2,
      'Pods are removed at once by force: their containers may still run. What they own stays, and belongs to nothing.',
    ],
    [{ gracePeriodSeconds: 30 }, 1, 'It has 30 seconds to end. What it owns is deleted with it.'],
  ] as const)('mean: %j', (way, count, meaning) => {
    expect(
      meaningOf(
        way,
        Array.from({ length: count }, () => step('a', pods)),
      ),
    ).toBe(meaning);
  });
});

describe('what is told of a deletion', () => {
  const deleting = { result: 'deleting', uid: 'a', heldBy: ['a/b'] } as const;
  const failed = { result: 'failed', message: 'no more room', fields: [] } as const;
  const changed = { result: 'changed-since', fields: ['data.key'], now: object({}) } as const;
  const cases: [StepResult[], string, string][] = [
    [[{ result: 'deleted' }], 'as meant', 'Deleted ConfigMap a from prod.'],
    [[{ result: 'missing' }], 'as meant', 'ConfigMap a was not in prod any more.'],
    [[deleting], 'otherwise', 'ConfigMap a is being deleted from prod, held by a/b.'],
    [
      [{ result: 'replaced' }],
      'otherwise',
      'ConfigMap a was not deleted from prod: another one has its name by now.',
    ],
    [[changed], 'otherwise', 'ConfigMap a was not deleted from prod: it has changed since (data.key).'],
    [[{ result: 'left-out' }], 'otherwise', 'ConfigMap a was not deleted from prod.'],
    [[failed], 'failed', 'no more room'],
    [
      [{ result: 'unknown', message: 'the line broke' }],
      'otherwise',
      'ConfigMap a may have been deleted from prod. Nobody can tell what became of ConfigMap shop/0: the line broke. Look before you try again.',
    ],
    [
      [{ result: 'deleted' }, { result: 'deleted' }, { result: 'missing' }],
      'as meant',
      'Delete from prod: 2 deleted, 1 not there.',
    ],
    [
      [{ result: 'replaced' }, deleting, changed],
      'otherwise',
      'Delete from prod: 1 being deleted, 1 replaced by another one, which stays, 1 changed since: ConfigMap shop/1 is held by a/b.',
    ],
    [[{ result: 'deleted' }, failed], 'otherwise', 'Delete from prod: 1 deleted, 1 failed: no more room.'],
  ];
  it.each(cases)('%j: %s', (results, is, text) => {
    const entries = results.map((result, at) => ({ step: step(`${at}`), result, warnings: [] }));
    expect(deletionResult(entries, 'ConfigMap a', 'prod')).toEqual({ text, is });
  });

  it('has what the server warns of', () => {
    const entry = { step: step('a'), result: { result: 'deleted' }, warnings: ['deprecated'] } as const;
    expect(deletionResult([entry], 'ConfigMap a', 'prod')).toEqual({
      text: 'Deleted ConfigMap a from prod. The server warns: deprecated',
      is: 'otherwise',
    });
  });
});
