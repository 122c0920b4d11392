import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KubeContext } from '../../../client/src/cluster/cluster.ts';
import type { PickableTargets, PickTargetOptions } from '../../../client/src/connections/pick-target.ts';
import type { ResolvedTarget } from '../../../client/src/connections/target.ts';
import { FakeCluster } from './fake-cluster.ts';

const asked = vi.hoisted(() => [] as PickTargetOptions[]);
vi.mock('vscode', () => ({}));
vi.mock('../../../client/src/connections/pick-target.ts', () => ({
  pickTarget: async (_sources: unknown, options: PickTargetOptions) => {
    asked.push(options);
    return { context: options.context ?? context('picked'), namespace: 'picked' };
  },
}));

const { askForTarget } = await import('../../../client/src/connections/ask-for-target.ts');

function context(id: string): KubeContext {
  return { ...new FakeCluster().context, id, name: id };
}

const one = (by: 'choice' | 'setting', id = 'prod'): ResolvedTarget => ({
  is: 'one',
  by,
  namespaceBy: by,
  target: { context: context(id), namespace: 'shop' },
});
const place = { name: 'prod', namespace: 'shop', identity: undefined };
const gone = (by: 'choice' | 'setting'): ResolvedTarget => ({ is: 'gone', by, place, why: 'missing' });

/** What a command is given, for files in these folders, of a window whose folders have this target. */
async function given(resolved: ResolvedTarget, folders: readonly string[] = ['/shop']): Promise<string> {
  const sources = {
    targets: {
      folderOf: (file = '/shop') => ({ uri: file }),
      resolve: async () => resolved,
    },
    connections: {
      protectionOf: ({ name }: KubeContext) => (name === 'locked' ? 'read-only' : 'none'),
      labelOf: ({ name }: KubeContext) => name,
    },
  } as unknown as PickableTargets;
  const answer = await askForTarget(sources, 'Apply Manifest', folders as never);
  return answer ? `${answer.target.context.name} / ${answer.target.namespace}` : 'nothing';
}

/** What the person was asked, and what their answer is kept as. */
const questions = () => asked.map(({ why, keep }) => [why, keep]);

describe('a command that changes something goes', () => {
  beforeEach(() => void asked.splice(0));
  const kept = 'as the target of the folder';

  it.each([
    ['to what was chosen', one('choice'), 'prod / shop', []],
    ['to what is pinned', one('setting'), 'prod / shop', []],
    ['where the person says, at first', { is: 'none' } as const, 'picked / picked', [[undefined, kept]]],
    [
      'where the person says, where the target is gone',
      gone('choice'),
      'picked / picked',
      [['prod is in no kubeconfig any more: choose another cluster', kept]],
    ],
    [
      'where the person says, where several contexts are what is pinned',
      { is: 'ambiguous', place, contexts: [context('a'), context('b')] } as const,
      'picked / picked',
      [['2 contexts are prod: choose the one that is meant', kept]],
    ],
    [
      'where the person says, where the target is read-only',
      one('choice', 'locked'),
      'picked / picked',
      [['locked is read-only: choose another cluster', kept]],
    ],
  ])('%s', async (_how, resolved, place, questioned) => {
    expect(await given(resolved)).toBe(place);
    expect(questions()).toEqual(questioned);
  });

  it('where the person says for this time, with files of several folders', async () => {
    expect(await given(one('choice'), ['/shop', '/bank'])).toBe('picked / picked');
    expect(questions()).toEqual([
      ['The files are of several folders: choose where all of them go', 'for this time'],
    ]);
  });

  it.each([
    [gone('setting'), 'prod, which kubewright.target names, is in no kubeconfig: change that setting'],
    [one('setting', 'locked'), 'locked is read-only here, so nothing of it is changed.'],
  ])('nowhere, where the setting alone can mend it: %#', async (resolved, why) => {
    await expect(given(resolved)).rejects.toThrow(why);
    expect(asked).toEqual([]);
  });
});
