import { expect, it } from 'vitest';
import { undeclaredNames } from '../../../server/src/rules/cel/undeclared-names.ts';

it.each<[string, string[]]>([
  ['object.spec.replicas <= 5', []],
  ['nothing.spec == 1', ['nothing@0']],
  ['object.a == b || c', ['b@12', 'c@17']],
  ['object.list.all(item, item.name != other)', ['other@35']],
  ['object.map.transformList(key, value, key + value)', []],
  ['cel.bind(x, object.y, x + z)', ['z@26']],
  ['type(object.a) == int && size(object.b) > 1', []],
  ['Object{spec: Object.spec{replicas: some}}', []],
  ['{"a": object.b}["a"] == optional.none()', []],
  ['"open', []],
])('%s names %j', (expression, names) => {
  const found = undeclaredNames(expression, ['object']);
  expect(found.map(({ name, offset }) => `${name}@${offset}`)).toEqual(names);
});
