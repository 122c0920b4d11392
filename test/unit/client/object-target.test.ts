import { expect, test } from 'vitest';
import {
  anyLines,
  asContainerTarget,
  asContextTarget,
  asObjectTarget,
  objectLines,
} from '../../../client/src/connections/object-target.ts';
import { rememberLine } from '../../../client/src/views/shown-lines.ts';
import { configMaps, FakeCluster } from './fake-cluster.ts';

const { context } = new FakeCluster();
const reference = { resource: configMaps, namespace: 'shop', name: 'settings' };
const line = { context };
const object = { context, reference, uid: 'u' };
const container = { parent: object, container: { name: 'web' } };

/** Getters on a class, as lines of the tree have them. */
class ObjectLine {
  readonly parent = line;
  get context() {
    return context;
  }
  get reference() {
    return reference;
  }
}

test.each([
  { what: 'a cluster', argument: line, is: ['context'] },
  { what: 'an object', argument: object, is: ['context', 'object'] },
  { what: "an object's line", argument: new ObjectLine(), is: ['context', 'object'] },
  { what: 'a container', argument: container, is: ['container'] },
  { what: 'a container of nothing', argument: { parent: line, container: {} }, is: [] },
  { what: 'a container without a name', argument: { parent: object, container: 'web' }, is: [] },
  { what: 'a text', argument: 'context', is: [] },
  { what: 'nothing', argument: undefined, is: [] },
  { what: 'null', argument: null, is: [] },
  { what: 'fields of nothing', argument: { context: null, reference: undefined }, is: [] },
])('a command takes $what for what it is', ({ argument, is }) => {
  const targets = {
    context: asContextTarget(argument),
    object: asObjectTarget(argument),
    container: asContainerTarget(argument),
  };
  expect(Object.keys(targets).filter((kind) => targets[kind as keyof typeof targets])).toEqual(is);
});

const another = { context, reference: { ...reference, name: 'other' }, uid: 'o' };
for (const shown of [line, object, another, container]) rememberLine(shown);

test.each([
  { what: 'a line', given: [object], objects: [object], any: [object] },
  { what: 'a line and nothing else', given: [object, undefined], objects: [object], any: [object] },
  {
    what: 'a line and all that are selected, one of which is shown no more',
    given: [object, [another, undefined, null, object]],
    objects: [object, another],
    any: [object, another],
  },
  {
    what: 'lines one of which is no object',
    given: [object, [line]],
    objects: undefined,
    any: [object, line],
  },
  { what: 'the line of a cluster', given: [line], objects: undefined, any: [line] },
  { what: 'a line and a text', given: [object, 'x'], objects: undefined, any: undefined },
  { what: 'a line and a list of texts', given: [object, ['x']], objects: undefined, any: undefined },
  { what: 'a line that was made up', given: [{ ...object }], objects: undefined, any: undefined },
  {
    what: 'a line and one that was made up',
    given: [object, [{ ...another }]],
    objects: undefined,
    any: undefined,
  },
  { what: 'a list alone', given: [[object]], objects: undefined, any: undefined },
])('a menu gives $what', ({ given, objects, any }) => {
  expect({ objects: objectLines.read(given), any: anyLines.read(given) }).toEqual({ objects, any });
});
