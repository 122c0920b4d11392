import { describe, expect, it, vi } from 'vitest';
import type { Memento } from 'vscode';
import type { KubeContext } from '../../../client/src/cluster/cluster.ts';
import type { NamespaceScope } from '../../../client/src/cluster/namespace-scope.ts';
import {
  everyNamespace,
  type NamespaceTick,
  namespaceChoices,
  takenNamespaces,
  ticksAfter,
  typedNames,
} from '../../../client/src/connections/namespace-choices.ts';
import { namespaceWords } from '../../../client/src/connections/namespace-words.ts';

vi.mock('vscode', () => ({
  EventEmitter: class {
    readonly event = () => ({ dispose: () => undefined });
    fire() {}
    dispose() {}
  },
}));

const { Namespaces } = await import('../../../client/src/connections/namespaces.ts');

describe('the namespaces that are shown of a context', () => {
  const of = (stored: Record<string, unknown> = {}) => {
    const state = new Map<string, unknown>([['kubewright.namespaces', stored]]);
    const memento = {
      get: (key: string, otherwise: unknown) => state.get(key) ?? otherwise,
      update: async (key: string, value: unknown) => void state.set(key, value),
    } as unknown as Memento;
    return new Namespaces(memento, { keyOf: ({ id }) => id });
  };
  const context = (namespace?: string) => ({ id: 'a', namespace }) as KubeContext;

  it.each<[stored: unknown, own: string | undefined, shown: NamespaceScope]>([
    [undefined, undefined, 'all'],
    [undefined, 'shop', ['shop']],
    [null, 'shop', 'all'],
    ['zoo', 'shop', ['zoo']],
    [['zoo', 'bar', 'zoo'], 'shop', ['bar', 'zoo']],
    [[], 'shop', ['shop']],
  ])('are, where %j is stored and the context has %j: %j', (stored, own, shown) => {
    expect(of(stored === undefined ? {} : { a: stored }).shown(context(own))).toEqual(shown);
  });

  it('are those that were selected, and are remembered after others', async () => {
    const namespaces = of();
    await namespaces.select(context(), ['bar', 'shop']);
    expect(namespaces.shown(context())).toEqual(['bar', 'shop']);
    await namespaces.select(context(), ['shop']);
    await namespaces.select(context(), 'all');
    expect(namespaces.shown(context('own'))).toBe('all');
    expect(namespaces.named(context())).toEqual(['shop', 'bar']);
  });
});

describe('the choices of namespaces', () => {
  const labels = (listed: string[] | undefined, named: string[], typed: string) =>
    namespaceChoices({ listed, named, typed }).map((row) =>
      'label' in row ? row.label : `- ${row.separator}`,
    );

  it.each<[listed: string[] | undefined, named: string[], typed: string, choices: string[]]>([
    [['shop', 'web'], ['old'], '', ['All namespaces', '- namespaces', 'shop', 'web']],
    [['shop', 'web'], [], 'sh', ['All namespaces', '- namespaces', 'sh', 'shop', 'web']],
    [['shop', 'web'], [], 'shop', ['All namespaces', '- namespaces', 'shop', 'web']],
    [['shop', 'web'], [], 'shop,web', ['All namespaces', '- namespaces', 'shop, web', 'shop', 'web']],
    [undefined, ['old', 'old'], 'Not a name', ['All namespaces', '- selected before', 'old']],
  ])('of %j, with %j before and %j typed', (listed, named, typed, choices) => {
    expect(labels(listed, named, typed)).toEqual(choices);
  });

  it.each<[typed: string, names: string[]]>([
    ['shop', ['shop']],
    [' shop, web ', ['shop', 'web']],
    ['shop web,shop', ['shop', 'web']],
    ['shop; web', []],
    ['../x', []],
    ['', []],
  ])('typed as %j are %j', (typed, names) => {
    expect(typedNames(typed)).toEqual(names);
  });

  it.each<[now: NamespaceTick[], before: NamespaceTick[], ticks: NamespaceTick[]]>([
    [['shop', everyNamespace], [everyNamespace], ['shop']],
    [['shop', everyNamespace], ['shop'], [everyNamespace]],
    [['shop', 'web'], ['shop'], ['shop', 'web']],
  ])('exclude all of them and some: %j', (now, before, ticks) => {
    expect(ticksAfter(now, before)).toEqual(ticks);
  });

  const offered = ['bar', 'shop', 'shop-2', 'zoo'];
  it.each<
    [
      title: string,
      ticked: NamespaceTick[],
      active: NamespaceTick | undefined,
      typed: string,
      taken: NamespaceScope | undefined,
    ]
  >([
    ['the ticks that were changed', ['zoo', 'bar'], 'bar', 'x', ['bar', 'zoo']],
    ['all where that was ticked', [everyNamespace], undefined, '', 'all'],
    ['nothing where all ticks were taken away', [], undefined, '', undefined],
    ['what was shown where nothing was done', ['shop'], undefined, '', ['shop']],
    ['what was shown where the keyboard is at it', ['shop'], 'shop', '', ['shop']],
    ['the one that the keyboard is at', ['shop'], 'zoo', '', ['zoo']],
    ['all where the keyboard is there', ['shop'], everyNamespace, '', 'all'],
    ['a name that was typed, wherever the keyboard was', ['shop'], everyNamespace, 'zoo', ['zoo']],
    ['the only one that has what was typed in it', ['shop'], undefined, 'ba', ['bar']],
    ['the one that the keyboard is at, of those with what was typed', ['shop'], 'shop-2', 'sho', ['shop-2']],
    ['names that nobody offers', ['shop'], undefined, 'new, zoo', ['new', 'zoo']],
    ['what was shown where what was typed is no name', ['shop'], undefined, 'A B', ['shop']],
  ])('give %s', (_title, ticked, active, typed, taken) => {
    expect(takenNamespaces({ ticked, active, typed }, ['shop'], offered)).toEqual(taken);
  });
});

describe('namespaces in words', () => {
  it.each<[NamespaceScope, string]>([
    ['all', 'all namespaces'],
    [['shop'], 'shop'],
    [['shop', 'web'], 'shop, web'],
    [['a', 'b', 'c', 'd'], '4 namespaces'],
  ])('%j', (namespaces, words) => {
    expect(namespaceWords(namespaces)).toBe(words);
  });
});
