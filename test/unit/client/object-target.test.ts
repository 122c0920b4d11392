import { expect, test } from 'vitest';
import {
  asContainerTarget,
  asContextTarget,
  asObjectTarget,
} from '../../../client/src/connections/object-target.ts';
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
