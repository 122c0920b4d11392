import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskedTarget } from '../../../client/src/connections/ask-for-target.ts';
import type { PickTargetOptions } from '../../../client/src/connections/pick-target.ts';
import type { ManifestDependencies } from '../../../client/src/manifests/dependencies.ts';
import { readManifests } from '../../../client/src/manifests/read-manifests.ts';
import { configMaps, FakeCluster, type FakeOptions, namespaces, refusal } from './fake-cluster.ts';

const asked = vi.hoisted(() => [] as PickTargetOptions[]);
vi.mock('vscode', () => ({}));
vi.mock('../../../client/src/connections/pick-target.ts', () => ({
  pickTarget: async (_sources: unknown, options: PickTargetOptions) => {
    asked.push(options);
    return { context: options.context, namespace: 'web' };
  },
}));

const { openTarget } = await import('../../../client/src/manifests/open-target.ts');

const namespace = (name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, ...metadata },
});
const configMap = (own = '') => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a${own}}\n`;

/** Which namespace a set of manifests goes to, of a target whose namespace is `shop`. */
async function opened(
  manifests: string,
  objects: NonNullable<FakeOptions['objects']>,
  { pinned = {}, read }: { pinned?: object; read?: Error } = {},
): Promise<string | undefined> {
  const fake = new FakeCluster({ objects, served: [configMaps, namespaces] });
  const { cluster } = fake;
  if (read) cluster.get = () => Promise.reject(read);
  const dependencies = {
    connections: { open: async () => cluster, labelOf: () => 'prod', protectionOf: () => 'none' },
    targets: { pinned: () => pinned },
  } as unknown as ManifestDependencies;
  const target: AskedTarget = { target: { context: fake.context, namespace: 'shop' }, folder: undefined };
  const { objects: named } = readManifests('file:///a.yaml', manifests);
  return (await openTarget(dependencies, target, 'Apply Manifest', named))?.namespace;
}

describe("a target's namespace", () => {
  beforeEach(() => void asked.splice(0));
  const others = [namespace('web')];
  const deleted = namespace('shop', { deletionTimestamp: '2026-01-01T00:00:00Z' });

  it.each([
    ['is there', configMap(), [namespace('shop')]],
    ['comes with the objects', `${configMap()}---\n${JSON.stringify(namespace('shop'))}\n`, others],
    ['is needed by none of them', configMap(', namespace: other'), others],
  ])('is taken where it %s', async (_when, manifests, objects) => {
    expect(await opened(manifests, objects)).toBe('shop');
    expect(asked).toEqual([]);
  });

  it('is taken where it may not be read: the server has the last word', async () => {
    const forbidden = refusal({ code: 403, reason: 'Forbidden', message: 'no' });
    expect(await opened(configMap(), others, { read: forbidden })).toBe('shop');
  });

  it.each([
    ['is not there', others],
    ['is being deleted', [...others, deleted]],
  ])('that %s is said, and asked for again before anything is sent', async (what, objects) => {
    expect(await opened(configMap(), objects)).toBe('web');
    expect(asked.map(({ why, without }) => [why, without])).toEqual([
      [`Namespace shop of prod ${what}: choose another`, 'shop'],
    ]);
  });

  it('that the setting pins is not asked for', async () => {
    const pinned = { pinned: { namespace: 'shop' } };
    await expect(opened(configMap(), others, pinned)).rejects.toThrow(
      'Namespace shop of prod is not there, and kubewright.target names it: change that setting',
    );
    expect(asked).toEqual([]);
  });
});
