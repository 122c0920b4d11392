import { expect, test, vi } from 'vitest';
import type { TakenUnasked } from '../../../client/src/search/cluster-at-hand.ts';

vi.mock('../../../client/src/connections/pick-context.ts', () => ({
  pickContext: () => Promise.resolve({ id: 'picked' }),
}));
const { clusterAtHand } = await import('../../../client/src/search/cluster-at-hand.ts');

interface Case {
  readonly contexts: readonly string[];
  readonly open?: readonly string[];
  readonly last?: string;
  readonly line?: string;
  readonly unasked: TakenUnasked;
  readonly is: string;
}

const cases: readonly Case[] = [
  { contexts: ['dev'], unasked: 'none', is: 'dev' },
  { contexts: ['dev', 'prod'], unasked: 'none', open: ['dev'], last: 'dev', is: 'picked' },
  { contexts: ['dev', 'prod'], unasked: 'none', line: 'prod', is: 'prod' },
  { contexts: ['dev', 'prod'], unasked: 'the open one', open: ['prod'], is: 'prod' },
  { contexts: ['dev', 'prod'], unasked: 'the open one', open: ['prod'], line: 'dev', is: 'dev' },
  { contexts: ['dev', 'prod'], unasked: 'the open one', open: ['dev', 'prod'], last: 'dev', is: 'picked' },
  { contexts: ['dev', 'prod'], unasked: 'the open one', is: 'picked' },
  { contexts: ['dev', 'prod'], unasked: 'the last one', open: ['dev', 'prod'], last: 'dev', is: 'dev' },
  { contexts: ['dev', 'prod'], unasked: 'the last one', open: ['prod'], is: 'prod' },
  { contexts: ['dev', 'prod'], unasked: 'the last one', last: 'gone', is: 'picked' },
];

test.each(cases)(
  '$unasked of $contexts, of which $open are open, last $last, at $line: $is',
  async (given) => {
    const contextOf = (id: string | undefined) => (id === undefined ? undefined : { id });
    const last = { context: contextOf(given.last) };
    const sources = {
      last,
      recent: { remember: () => Promise.resolve() },
      connections: {
        contexts: () => Promise.resolve({ contexts: given.contexts.map(contextOf) }),
        opened: (id: string) => (given.open?.includes(id) ? {} : undefined),
        keyOf: () => 'key',
      },
    };
    const line = given.line === undefined ? undefined : { context: contextOf(given.line) };
    const found = await clusterAtHand(sources as never, 'Search', line as never, given.unasked);
    expect([found?.id, last.context?.id]).toEqual([given.is, given.is]);
  },
);
