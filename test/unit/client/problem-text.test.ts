import { expect, test } from 'vitest';
import type { Explanation } from '../../../client/src/cluster/explanation.ts';
import { problemText } from '../../../client/src/explorer/problem-text.ts';

const intent = {
  verb: 'list',
  resource: 'pods',
  namespace: 'shop',
  name: undefined,
  scope: 'Namespaced',
} as const;
const end = '\nThe menu of the line in the Clusters view has Retry and Copy Message.\n';

test.each<[what: string, why: Explanation, page: string]>([
  [
    'a request, its fault and the way out',
    { request: { intent, context: 'prod' }, fault: 'forbidden: no', wayOut: 'Ask for `list` on `pods`' },
    'List pods in `shop` (context prod)\n\nForbidden: no.\n\nAsk for `list` on `pods`.\n',
  ],
  ['a fault alone', { fault: '/x does not exist' }, '/x does not exist.\n'],
  ['an address at its begin', { fault: 'https://x is no server' }, 'https://x is no server.\n'],
  [
    'a long text, which is folded at blanks',
    { fault: `a${' word'.repeat(25)} ${'x'.repeat(120)} end` },
    `A${' word'.repeat(19)}\n  ${'word '.repeat(6).trim()}\n  ${'x'.repeat(120)}\n  end.\n`,
  ],
  [
    'the line breaks of a server, and nothing hidden',
    { fault: 'one\n  two\u202e' },
    'One\n    two\\u202e.\n',
  ],
])('the page of a problem has %s', (_what, why, page) => {
  expect(problemText(why)).toBe(page + end);
});
