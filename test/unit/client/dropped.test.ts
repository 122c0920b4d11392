import { describe, expect, it, vi } from 'vitest';
import type { KubeContext } from '../../../client/src/cluster/cluster.ts';
import type { PickableTargets } from '../../../client/src/connections/pick-target.ts';
import type { PinnedTarget, ResolvedTarget } from '../../../client/src/connections/target.ts';
import { configMaps, FakeCluster, namespaces } from './fake-cluster.ts';

vi.mock('vscode', () => ({
  DataTransferItem: class {
    readonly value: string;
    constructor(value: string) {
      this.value = value;
    }
    async asString() {
      return this.value;
    }
  },
}));
const { DraggedObjects, draggedObjectsType } = await import(
  '../../../client/src/connections/dragged-objects.ts'
);
const { targetOfLine } = await import('../../../client/src/connections/target-of-line.ts');
const { droppedTarget } = await import('../../../client/src/manifests/dropped-target.ts');

const context: KubeContext = { ...new FakeCluster().context, id: 'prod', name: 'prod', namespace: 'own' };
const cluster = { context, parent: undefined };
const object = (resource: typeof configMaps, name: string) => ({
  context,
  parent: cluster,
  resource,
  reference: { resource, namespace: undefined, name },
  uid: name,
});

describe('files are dropped on', () => {
  it.each([
    { on: 'a cluster', line: cluster, is: { context, namespace: undefined } },
    { on: 'a namespace', line: object(namespaces, 'shop'), is: { context, namespace: 'shop' } },
    { on: 'another object', line: object(configMaps, 'web'), is: undefined },
    { on: 'a kind', line: { context, parent: cluster, resource: configMaps }, is: undefined },
    { on: 'a heading', line: { context, parent: cluster }, is: undefined },
    { on: 'no line', line: undefined, is: undefined },
  ])('$on', ({ line, is }) => {
    expect(targetOfLine(line)).toEqual(is);
  });

  const targetIn = (namespace: string, of = context): ResolvedTarget => ({
    is: 'one',
    by: 'choice',
    namespaceBy: 'choice',
    target: { context: of, namespace },
  });
  const none: ResolvedTarget = { is: 'none' };

  it.each<{
    where: string;
    namespace?: string;
    known?: ResolvedTarget;
    pinned?: PinnedTarget;
    goesTo: string | RegExp;
  }>([
    { where: 'a namespace', namespace: 'shop', goesTo: 'shop' },
    { where: 'a cluster', goesTo: 'own' },
    { where: 'the cluster of the target', known: targetIn('chosen'), goesTo: 'chosen' },
    { where: 'another cluster', known: targetIn('chosen', { ...context, id: 'test' }), goesTo: 'own' },
    { where: 'the cluster that is pinned', pinned: { context: 'prod', namespace: 'pin' }, goesTo: 'pin' },
    {
      where: 'another than is pinned',
      pinned: { context: 'test' },
      goesTo: /pins these files to another place/,
    },
    {
      where: 'another namespace than is pinned',
      namespace: 'shop',
      pinned: { namespace: 'pin' },
      goesTo: /pins/,
    },
  ])('$where: they go there, or it is said why not', ({ namespace, known = none, pinned = {}, goesTo }) => {
    const sources = {
      targets: { folderOf: () => undefined, pinned: () => pinned, known: () => known },
      connections: { protectionOf: () => 'none', labelOf: () => 'prod' },
    } as unknown as PickableTargets;
    const drop = () => droppedTarget(sources, ['/a.yaml' as never], { context, namespace });
    if (goesTo instanceof RegExp) expect(drop).toThrow(goesTo);
    else expect(drop().target).toEqual({ context, namespace: goesTo });
  });

  it('a cluster that is read-only: it is said', () => {
    const connections = { protectionOf: () => 'read-only', labelOf: () => 'prod' };
    const sources = { connections, targets: {} } as unknown as PickableTargets;
    expect(() => droppedTarget(sources, [], { context, namespace: undefined })).toThrow(
      'prod is read-only here',
    );
  });
});

describe('a drag', () => {
  const carried = () => new Map() as never;
  const web = object(configMaps, 'web');

  it('carries the objects that were dragged last, and of nobody else', async () => {
    const dragged = new DraggedObjects();
    const [first, second, foreign] = [carried(), carried(), new Map() as Map<string, unknown>];
    dragged.put([web], first);
    expect(await dragged.of(first)).toEqual([web]);
    dragged.put([object(configMaps, 'api')], second);
    expect((await dragged.of(second)).map(({ uid }) => uid)).toEqual(['api']);
    expect(await dragged.of(first)).toEqual([]);
    expect(await dragged.of(carried())).toEqual([]);
    foreign.set(draggedObjectsType, { asString: async () => '{"name": "web"}' });
    expect(await dragged.of(foreign as never)).toEqual([]);
  });
});
