import { describe, expect, it, test } from 'vitest';
import type { KubeContext } from '../../../client/src/cluster/cluster.ts';
import { clusterLabelOf, clusterWords } from '../../../client/src/connections/cluster-labels.ts';
import { Recent, type RecentPick } from '../../../client/src/connections/recent.ts';
import {
  type PinnedTarget,
  pinnedOf,
  type RememberedTarget,
  type ResolvedTarget,
  rememberedOf,
  resolveTarget,
} from '../../../client/src/connections/target.ts';
import { goneWords, sourceSentence, whyNotOne } from '../../../client/src/connections/target-words.ts';
import { statusOf } from '../../../client/src/targets/status-texts.ts';
import { FakeCluster } from './fake-cluster.ts';

function context(key: string, fields: Partial<KubeContext> = {}): KubeContext {
  const server = `https://${key}.example.com`;
  return { ...new FakeCluster().context, id: key, name: key, cluster: `${key}-cluster`, server, ...fields };
}

function remembered(key: string, fields: Partial<RememberedTarget> = {}): RememberedTarget {
  return { ...rememberedOf({ context: context(key), namespace: 'shop' }, key, 'kept'), ...fields };
}

/** What is resolved, in one line: `one prod / shop (choice, choice)`. */
function inWords(resolved: ResolvedTarget): string {
  switch (resolved.is) {
    case 'none':
      return 'none';
    case 'one': {
      const { by, namespaceBy, target } = resolved;
      return `one ${target.context.id} / ${target.namespace} (${by}, ${namespaceBy})`;
    }
    case 'ambiguous':
      return `ambiguous ${resolved.place.name} / ${resolved.place.namespace}: ${resolved.contexts.map(({ id }) => id)}`;
    case 'unread':
      return `unread ${resolved.place.name} / ${resolved.place.namespace} (${resolved.by})`;
    case 'gone':
      return `gone ${resolved.place.name} / ${resolved.place.namespace} (${resolved.by}, ${resolved.why})`;
  }
}

const prod = context('prod');
const other = context('other', { namespace: 'own' });
/** Another file has the same names. */
const namesake = context('namesake', { name: 'prod', cluster: 'prod-cluster', file: '/another' });

interface Case {
  readonly when: string;
  readonly pinned?: PinnedTarget;
  readonly remembered?: RememberedTarget;
  readonly contexts?: readonly KubeContext[] | 'unread';
  readonly is: string;
}

const cases: readonly Case[] = [
  { when: 'nobody has chosen', is: 'none' },
  { when: 'nobody has chosen, and nothing was read', contexts: 'unread', is: 'none' },
  { when: 'it was chosen', remembered: remembered('prod'), is: 'one prod / shop (choice, choice)' },
  {
    when: 'it was chosen, and nothing was read',
    remembered: remembered('prod'),
    contexts: 'unread',
    is: 'unread prod / shop (choice)',
  },
  {
    when: 'no kubeconfig has it any more',
    remembered: remembered('prod'),
    contexts: [other],
    is: 'gone prod / shop (choice, missing)',
  },
  {
    when: 'another file has a context of its name',
    remembered: remembered('prod'),
    contexts: [namesake, other],
    is: 'gone prod / shop (choice, missing)',
  },
  {
    when: 'two files have a context of its name',
    remembered: remembered('prod'),
    contexts: [namesake, prod],
    is: 'one prod / shop (choice, choice)',
  },
  {
    when: 'its context leads to another server now',
    remembered: remembered('prod'),
    contexts: [context('prod', { server: 'https://prod.example.com:6443' })],
    is: 'gone prod / shop (choice, moved)',
  },
  {
    when: 'its server is spelt another way now',
    remembered: remembered('prod'),
    contexts: [context('prod', { server: 'https://PROD.example.com:443/' })],
    is: 'one prod / shop (choice, choice)',
  },
  {
    when: 'its context is broken',
    remembered: remembered('prod'),
    contexts: [context('prod', { problem: 'no user' })],
    is: 'gone prod / shop (choice, broken)',
  },
  {
    when: 'it is the sandbox, which has another server at each start',
    remembered: rememberedOf(
      { context: context('sandbox'), namespace: 'shop' },
      'sandbox',
      'another at each start',
    ),
    contexts: [context('sandbox', { server: 'https://127.0.0.1:1' })],
    is: 'one sandbox / shop (choice, choice)',
  },
  {
    when: 'it is the sandbox, which does not run',
    remembered: rememberedOf(
      { context: context('sandbox'), namespace: 'shop' },
      'sandbox',
      'another at each start',
    ),
    is: 'gone sandbox / shop (choice, stopped)',
  },
  { when: 'a context is pinned', pinned: { context: 'other' }, is: 'one other / own (setting, kubeconfig)' },
  {
    when: 'a context is pinned that names no namespace',
    pinned: { context: 'prod' },
    is: 'one prod / default (setting, kubeconfig)',
  },
  {
    when: 'all is pinned, and something else was chosen before',
    pinned: { server: 'https://other.example.com/', namespace: 'web' },
    remembered: remembered('prod'),
    is: 'one other / web (setting, setting)',
  },
  {
    when: 'a cluster is pinned, and its namespace was chosen',
    pinned: { cluster: 'prod-cluster' },
    remembered: remembered('prod'),
    is: 'one prod / shop (setting, choice)',
  },
  {
    when: 'a namespace alone is pinned, and a cluster was chosen',
    pinned: { namespace: 'web' },
    remembered: remembered('prod'),
    is: 'one prod / web (choice, setting)',
  },
  { when: 'a namespace alone is pinned', pinned: { namespace: 'web' }, is: 'none' },
  {
    when: 'several contexts are what is pinned',
    pinned: { context: 'prod', namespace: 'web' },
    contexts: [prod, namesake, other],
    is: 'ambiguous prod / web: prod,namesake',
  },
  {
    when: 'one of several that are pinned was chosen',
    pinned: { context: 'prod', namespace: 'web' },
    remembered: remembered('namesake'),
    contexts: [prod, namesake, other],
    is: 'one namesake / web (setting, setting)',
  },
  {
    when: 'one of several that are pinned can be used',
    pinned: { context: 'prod' },
    contexts: [{ ...prod, problem: 'no user' }, namesake],
    is: 'one namesake / default (setting, kubeconfig)',
  },
  {
    when: 'what is pinned is in no kubeconfig',
    pinned: { context: 'prod', server: 'https://other.example.com' },
    remembered: remembered('prod'),
    is: 'gone prod / undefined (setting, missing)',
  },
  {
    when: 'it is pinned, and nothing was read',
    pinned: { context: 'prod', namespace: 'web' },
    contexts: 'unread',
    is: 'unread prod / web (setting)',
  },
];

describe('the target of a folder, where', () => {
  it.each(cases)('$when', ({ pinned = {}, remembered: chosen, contexts = [prod, other], is }) => {
    const keyed = contexts === 'unread' ? undefined : contexts.map((one) => ({ key: one.id, context: one }));
    expect(inWords(resolveTarget({ pinned, remembered: chosen, contexts: keyed }))).toBe(is);
  });
});

test('what is remembered of a target has no credentials', () => {
  const withPassword = context('prod', { server: 'https://me:secret@prod.example.com/' });
  const kept = rememberedOf({ context: withPassword, namespace: 'shop' }, 'prod', 'kept');
  expect(kept.server).toBe('https://prod.example.com');
});

test.each([
  [undefined, {}],
  ['prod', {}],
  [[], {}],
  [{ context: '', namespace: 7, server: null }, {}],
  [
    { context: 'prod', namespace: 'shop', else: 'x' },
    { context: 'prod', namespace: 'shop' },
  ],
])('a setting of %j pins %j', (value, pinned) => {
  expect(pinnedOf(value)).toEqual(pinned);
});

describe('a target is said', () => {
  const clusters = (
    protection: 'none' | 'confirm' | 'read-only',
    label: { label?: string; color?: 'red' } = {},
  ) => ({
    nameOf: ({ name }: KubeContext) => name,
    wordsOf: () => clusterWords(label, protection),
    labelOf: () => label,
    protectionOf: () => protection,
    isSandbox: () => false,
  });
  const resolved = (fields: Omit<Case, 'when' | 'is'> = {}) =>
    resolveTarget({
      pinned: fields.pinned ?? {},
      remembered: fields.remembered,
      contexts:
        fields.contexts === 'unread'
          ? undefined
          : (fields.contexts ?? [prod, other]).map((one) => ({ key: one.id, context: one })),
    });
  it.each([
    [resolved(), clusters('none'), 'target No target'],
    [resolved({ remembered: remembered('prod') }), clusters('none'), 'target prod / shop'],
    [resolved({ remembered: remembered('prod') }), clusters('confirm'), 'shield prod / shop · protected'],
    [
      resolved({ remembered: remembered('prod') }),
      clusters('read-only', { label: 'Production', color: 'red' }),
      'lock prod / shop · read-only · Production · red',
    ],
    [
      resolved({ remembered: remembered('prod'), contexts: 'unread' }),
      clusters('read-only'),
      'lock prod / shop · read-only',
    ],
    [resolved({ pinned: { server: 'x' }, contexts: 'unread' }), clusters('none'), 'target x'],
    [resolved({ remembered: remembered('gone') }), clusters('none'), 'warning gone / shop · gone'],
    [
      resolved({ pinned: { context: 'prod' }, contexts: [prod, namesake] }),
      clusters('none'),
      'warning prod · 2 contexts',
    ],
  ])('in the status bar: %#', (target, known, said) => {
    const { icon, text, tooltip } = statusOf(target, 'samples', known);
    expect(`${icon} ${text}`).toBe(said);
    expect(tooltip[0]).toBe('Target of samples: where manifests and commands go');
    expect(tooltip.join('\n')).not.toContain('undefined');
  });

  it('with where it comes from', () => {
    const { tooltip } = statusOf(
      resolved({ remembered: remembered('prod') }),
      undefined,
      clusters('confirm'),
    );
    expect(tooltip).toEqual([
      'Target of this window: where manifests and commands go',
      'Context prod, https://prod.example.com',
      'User fake',
      'Namespace shop for objects that name none, chosen in this workspace',
      'Protected (kubewright.protectedClusters): each change asks to type its name.',
      'Chosen in this workspace.',
      'Click to change it.',
    ]);
    expect(sourceSentence('setting')).toBe('Pinned by kubewright.target.');
  });

  it.each([
    [resolved(), undefined],
    [resolved({ remembered: remembered('prod') }), undefined],
    [
      resolved({ remembered: remembered('gone') }),
      'gone is in no kubeconfig any more: choose another cluster',
    ],
    [
      resolved({ remembered: remembered('prod', { server: 'https://before' }) }),
      'prod leads to another server than when it was chosen: choose another cluster',
    ],
    [
      resolved({
        remembered: rememberedOf({ context: prod, namespace: 'x' }, 'sandbox', 'another at each start'),
      }),
      'The sandbox does not run: start it, or choose another cluster',
    ],
    [
      resolved({ pinned: { context: 'prod' }, contexts: [prod, namesake] }),
      '2 contexts are prod: choose the one that is meant',
    ],
  ])('when it cannot be used: %#', (target, why) => {
    expect(whyNotOne(target)).toBe(why);
  });

  it('when a setting names what is not there', () => {
    const target = resolved({ pinned: { context: 'no' } });
    expect(target.is === 'gone' && goneWords(target)).toBe(
      'no, which kubewright.target names, is in no kubeconfig',
    );
  });
});

describe('the label of a cluster', () => {
  const labels = {
    'prod-eu': { color: 'purple' },
    '*PROD*': { label: 'Production', color: 'red' },
    'https://other.example.com': { label: 'Other', color: 'pink' },
  };
  it.each([
    ['prod-eu', ['Production', 'purple']],
    ['a-prod', ['Production', 'red']],
    ['test', []],
    // A colour that is none is not said, either.
    ['other', ['Other']],
  ])('%s is %j', (name, words) => {
    expect(clusterWords(clusterLabelOf(context(name), labels), 'none')).toEqual(words);
  });
});

describe('what was picked last', () => {
  async function after(...picks: readonly RecentPick[]) {
    const state = new Map<string, unknown>();
    const recent = new Recent({
      get: (key: string, instead?: unknown) => state.get(key) ?? instead,
      update: async (key: string, value: unknown) => void state.set(key, value),
      keys: () => [...state.keys()],
    } as never);
    for (const pick of picks) await recent.remember(pick);
    return recent;
  }
  const names = ['a', 'b', 'c'];

  it('comes first, the latest before the others, and the rest in its order', async () => {
    const recent = await after({ cluster: 'c' }, { cluster: 'b' }, { cluster: 'c' });
    expect(recent.inOrder(names, (cluster) => ({ cluster }))).toEqual(['c', 'b', 'a']);
  });

  it('counts for its cluster alone', async () => {
    const recent = await after({ cluster: 'one', kind: 'c', object: 'x' }, { cluster: 'two', kind: 'b' });
    expect(recent.inOrder(names, (kind) => ({ cluster: 'one', kind }))).toEqual(['c', 'a', 'b']);
    expect(recent.inOrder(['y', 'x'], (object) => ({ cluster: 'one', kind: 'c', object }))).toEqual([
      'x',
      'y',
    ]);
    expect(recent.inOrder(['one', 'two'], (cluster) => ({ cluster }))).toEqual(['two', 'one']);
  });

  it('is bounded', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ cluster: `${index}` }));
    const recent = await after(...many);
    const all = many.map(({ cluster }) => cluster);
    const ordered = recent.inOrder(all, (cluster) => ({ cluster }));
    expect(ordered.slice(0, 2)).toEqual(['149', '148']);
    expect(ordered.slice(99, 102)).toEqual(['50', '0', '1']);
  });
});
