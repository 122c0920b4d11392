import { expect, test } from 'vitest';
import { compileJsonPath } from '../../../../sandbox/src/table/json-path.ts';

const object = {
  metadata: { labels: { 'a.b/c': 'x' } },
  spec: { list: [{ name: 'p', n: 1 }, { name: 'q', n: 2 }, { n: 3 }] },
  status: {
    conditions: [
      { type: 'Other', status: 'False' },
      { type: 'Ready', status: 'True' },
    ],
  },
};

test.each([
  ['.spec.list[0].name', ['p']],
  ['spec.list[-1].n', [3]],
  ['{.spec.list[*].name}', ['p', 'q']],
  ['.spec.list[0:2].n', [1, 2]],
  ['.spec.list[?(@.n>1)].n', [2, 3]],
  ['.spec.list[?(@.name)].n', [1, 2]],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  [".status.conditions[?(@.type=='Ready')].status", ['True']],
  ['.metadata.labels.a\\.b/c', ['x']],
  [".metadata.labels['a.b/c']", ['x']],
  ['.spec.nothing.there', []],
  ['.spec.list[', []],
  ['', [object]],
  ['.__proto__', []],
])('%s', (path, found) => {
  expect(compileJsonPath(path)(object)).toEqual(found);
});
