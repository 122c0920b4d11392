import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KubeContext } from '../../../client/src/cluster/cluster.ts';
import type { ObjectTarget } from '../../../client/src/connections/object-target.ts';
import type { PickableClusters } from '../../../client/src/connections/pick-object.ts';
import type { LiveDocuments } from '../../../client/src/live/live-documents.ts';
import { configMaps, FakeCluster, resource } from './fake-cluster.ts';

const done = vi.hoisted(() => [] as string[]);
const answer = vi.hoisted(() => ({ label: 'Cancel' }));
vi.mock('vscode', () => ({
  QuickInputButtons: {},
  QuickPickItemKind: {},
  // A question is shown behind a command that does nothing.
  commands: { executeCommand: async (id: string) => id === 'noop' || done.push(id) },
  env: { clipboard: { writeText: async (text: string) => done.push(`copies ${text}`) } },
  window: {
    showTextDocument: async (name: string, { preview }: { preview: boolean }) =>
      done.push(preview ? `previews ${name}` : `opens ${name}`),
    showQuickPick: async (rows: Promise<{ label: string }[]>, { placeHolder }: { placeHolder: string }) => {
      done.push(placeHolder);
      return (await rows).find(({ label }) => label.endsWith(answer.label));
    },
  },
  workspace: { openTextDocument: async (uri: string) => uri },
}));

const { copyByKey } = await import('../../../client/src/objects/copy-name.ts');
const { openByKey } = await import('../../../client/src/live/open-by-key.ts');
const { openYaml } = await import('../../../client/src/live/open-yaml-command.ts');

const { context } = new FakeCluster();
const reviews = resource({ kind: 'Review', plural: 'reviews', verbs: ['list'] });
const cluster = { context: { ...context, name: 'prod' }, parent: undefined };
const category = { context, parent: cluster };
const kind = {
  context,
  parent: category,
  resource: resource({ kind: 'Job', plural: 'jobs', group: 'batch' }),
};
const coreKind = { context, parent: category, resource: configMaps };
const object = (name: string, of = configMaps) => ({
  context,
  parent: kind,
  resource: of,
  reference: { resource: of, namespace: 'shop', name },
  uid: name,
});
const container = { parent: object('web'), container: { name: 'nginx' } };
const message = { parent: kind };

const documents = {
  uriOf: (_: KubeContext, { name }: ObjectTarget['reference']) => name,
  refresh: () => {},
} as unknown as LiveDocuments;
const open = (targets: readonly ObjectTarget[]) => openYaml({} as PickableClusters, documents, targets);
const many = (count: number) => Array.from({ length: count }, (_, at) => object(`n${at}`));

beforeEach(() => {
  done.length = 0;
  answer.label = 'Cancel';
});

describe('Enter', () => {
  it.each([
    { at: 'an object', lines: [object('web')], does: ['previews web'] },
    { at: 'several', lines: [object('web'), object('api')], does: ['opens web', 'opens api'] },
    {
      at: 'an object that stands at two places',
      lines: [object('web'), object('web')],
      does: ['previews web'],
    },
    { at: 'objects among others', lines: [kind, object('web'), container], does: ['previews web'] },
    { at: 'ten', lines: many(10), does: many(10).map(({ uid }) => `opens ${uid}`) },
    { at: 'more than ten, and leaves it', lines: many(11), does: ['11 objects are selected'] },
    { at: 'a kind', lines: [kind], does: ['list.select'] },
    { at: 'what cannot be read', lines: [object('x', reviews)], does: ['list.select'] },
    { at: 'no line', lines: undefined, does: ['list.select'] },
  ])('at $at', async ({ lines, does }) => {
    await openByKey(lines, open);
    expect(done).toEqual(does);
  });

  it('at more than ten, for who wants all of them', async () => {
    answer.label = 'Open 11 Documents';
    await openByKey(many(11), open);
    expect(done.length).toBe(12);
  });
});

describe('Copy', () => {
  it.each([
    { at: 'an object', lines: [object('web')], does: ['copies web'] },
    { at: 'a cluster and an object', lines: [cluster, object('web')], does: ['copies prod web'] },
    { at: 'a container', lines: [container], does: ['copies nginx'] },
    { at: 'kinds', lines: [kind, coreKind], does: ['copies jobs.batch configmaps'] },
    { at: 'a heading among others', lines: [category, message, object('web')], does: ['copies web'] },
  ])('at $at', async ({ lines, does }) => {
    await copyByKey(lines);
    expect(done).toEqual(does);
  });

  it.each([{ lines: undefined }, { lines: [category, message] }])('says what it takes', async ({ lines }) => {
    await expect(copyByKey(lines)).rejects.toThrow('Copy takes lines with a name');
  });
});
