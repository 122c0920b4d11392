import { describe, expect, it } from 'vitest';
import type { Freshness, ResourceStore, StoreChange } from '../../../../client/src/cluster/cluster.ts';
import type { KubeObject, Resource, Row } from '../../../../client/src/cluster/kube-object.ts';
import { silentLog } from '../../../../client/src/cluster/log.ts';
import type { Subject } from '../../../../client/src/cluster/relations/source.ts';
import { type RelatedCluster, watchRelated } from '../../../../client/src/cluster/relations/watch-related.ts';
import { refusal, resource } from '../../client/fake-cluster.ts';

const pods = resource({ kind: 'Pod', plural: 'pods' });
const services = resource({ kind: 'Service', plural: 'services' });
const claims = resource({ kind: 'PersistentVolumeClaim', plural: 'persistentvolumeclaims' });
const deployments = resource({ group: 'apps', kind: 'Deployment', plural: 'deployments' });
const replicaSets = resource({ group: 'apps', kind: 'ReplicaSet', plural: 'replicasets' });
const served = [pods, services, claims, deployments, replicaSets];

const subject = (of: Resource): Subject => ({
  resource: of,
  uid: 'web',
  name: 'web',
  namespace: 'shop',
  metadata: {},
});
const row = (name: string, fields: object = {}): Row => ({
  uid: name,
  name,
  namespace: 'shop',
  cells: [name],
  metadata: { name },
  ...fields,
});
const owned = (name: string, uid: string) =>
  row(name, { metadata: { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Any', name: uid, uid }] } });
const service = (selector: object): Row =>
  row('web', { object: { apiVersion: 'v1', kind: 'Service', metadata: {}, spec: { selector } } });

/** A cluster whose stores are filled by hand: each by its plural, what is read of it, and its selection. */
function fakeCluster(options: { discover?: () => Promise<never>; get?: () => Promise<KubeObject> } = {}) {
  const stores = new Map<string, { rows: Row[]; freshness: Freshness; tell: () => void }>();
  const seen: string[] = [];
  const open =
    (what: string) =>
    (of: Resource, namespace: string | undefined, selection: object = {}) => {
      const selected = Object.values(selection).join();
      const key = [`${namespace}/${of.plural}`, what, selected].filter((part) => part !== '').join(' ');
      const listeners = new Set<(change: StoreChange) => void>();
      const state = {
        rows: [] as Row[],
        freshness: { state: 'empty' } as Freshness,
        tell: () => {
          for (const listener of listeners) listener({ heading: 'other', rows: 'all' });
        },
      };
      stores.set(key, state);
      return {
        columns: [],
        get rows() {
          return new Map(state.rows.map((one) => [one.uid, one]));
        },
        get sorted() {
          return state.rows;
        },
        get freshness() {
          return state.freshness;
        },
        onDidChange(listener) {
          listeners.add(listener);
          return { dispose: () => void listeners.delete(listener) };
        },
        seen: () => void seen.push(key),
        hidden: () => void seen.push(`${key} hidden`),
        refresh() {},
        dispose: () => void stores.delete(key),
      } satisfies ResourceStore;
    };
  const cluster = {
    watch: open(''),
    watchObjects: open('whole'),
    watchContainers: open('claims'),
    get: options.get ?? (async () => ({ apiVersion: 'v1', kind: 'X', metadata: {} })),
    discover:
      options.discover ??
      (async () => ({
        serverVersion: 'v1.35.4',
        resources: served,
        find: (apiVersion: string, kind: string) =>
          served.find((one) => one.apiVersion === apiVersion && one.kind === kind),
      })),
  } as unknown as RelatedCluster;
  const fill = (key: string, rows: Row[], freshness: Freshness = { state: 'live' }) => {
    const state = stores.get(key)!;
    Object.assign(state, { rows, freshness });
    state.tell();
  };
  return { cluster, fill, seen, open: () => [...stores.keys()] };
}

/** Until what was promised has been taken in. */
const settled = () => new Promise<void>((done) => setImmediate(done));

function namesOf(related: ReturnType<typeof watchRelated>): string[][] {
  return related.groups.map(({ objects }) => objects?.rows().map(({ name }) => name) ?? []);
}

describe('what stands under an object is watched', () => {
  it('once it is known what selects it, and of that only what is meant', async () => {
    const selector = { matchLabels: { app: 'web' } };
    const get = async () => ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: {}, spec: { selector } });
    const { cluster, fill, open } = fakeCluster({ get });
    const related = watchRelated(subject(deployments), cluster, silentLog);
    expect([related.isComing, open()]).toEqual([true, []]);
    await settled();
    expect(open()).toEqual(['shop/replicasets app=web']);
    fill('shop/replicasets app=web', [owned('web-1', 'web'), owned('other-1', 'other'), row('lonely')]);
    expect([related.isComing, namesOf(related)]).toEqual([false, [['web-1']]]);
    related.dispose();
    expect(open()).toEqual([]);
  });

  it('by what the object says now: another selection takes the place of the one before', async () => {
    const { cluster, fill, open } = fakeCluster();
    const related = watchRelated(subject(services), cluster, silentLog);
    await settled();
    expect(open()).toEqual(['shop/services whole metadata.name=web']);
    fill('shop/services whole metadata.name=web', [service({ app: 'web' })]);
    const [group] = related.groups;
    fill('shop/services whole metadata.name=web', [service({ app: 'web' })]);
    expect(related.groups[0]).toBe(group);
    expect(open()).toEqual(['shop/services whole metadata.name=web', 'shop/pods app=web']);
    fill('shop/services whole metadata.name=web', [service({ app: 'next' })]);
    expect(open()).toEqual(['shop/services whole metadata.name=web', 'shop/pods app=next']);
    fill('shop/services whole metadata.name=web', []);
    expect(open()).toEqual(['shop/services whole metadata.name=web']);
    related.dispose();
    expect(open()).toEqual([]);
  });

  it('with what says which Pods use a claim, and is as fresh as that', async () => {
    const { cluster, fill, open } = fakeCluster();
    const related = watchRelated(subject(claims), cluster, silentLog);
    await settled();
    fill('shop/persistentvolumeclaims whole metadata.name=web', []);
    fill('shop/pods', [row('a'), row('b'), row('c')]);
    expect([related.isComing, namesOf(related)]).toEqual([true, [[]]]);
    fill('shop/pods claims', [row('a', { claims: ['web'] }), row('b', { claims: ['other', 'web'] })]);
    expect([related.isComing, namesOf(related)]).toEqual([false, [['a', 'b']]]);
    const why = { fault: 'no' };
    fill('shop/pods claims', [], { state: 'forbidden', why });
    expect(related.groups[0]!.objects!.freshness).toEqual({ state: 'forbidden', why });
    related.dispose();
    expect(open()).toEqual([]);
  });

  it('and who shows it is told of every change, and of none after the end', async () => {
    const { cluster, fill } = fakeCluster();
    const related = watchRelated(subject(deployments), cluster, silentLog);
    let calls = 0;
    related.onDidChange(() => calls++);
    await settled();
    expect(calls).toBe(1);
    fill('shop/replicasets', []);
    expect(calls).toBe(2);
    related.dispose();
    await settled();
    expect(calls).toBe(2);
  });

  it('while somebody looks', async () => {
    const { cluster, fill, seen } = fakeCluster();
    const related = watchRelated(subject(services), cluster, silentLog);
    await settled();
    fill('shop/services whole metadata.name=web', [service({ app: 'web' })]);
    related.seen();
    related.hidden();
    const own = 'shop/services whole metadata.name=web';
    expect(seen).toEqual([own, 'shop/pods app=web', `${own} hidden`, 'shop/pods app=web hidden']);
  });

  it('not at all where the server does not say what it serves, and the reason is told', async () => {
    const discover = async () => {
      throw refusal({ code: 403, reason: 'Forbidden', message: 'no discovery' });
    };
    const { cluster, open } = fakeCluster({ discover });
    const related = watchRelated(subject(deployments), cluster, silentLog);
    await settled();
    expect(related.problem?.fault).toBe('no discovery');
    expect([related.isComing, open()]).toEqual([false, []]);
  });

  it('not any more where it was left before the answer came', async () => {
    const { cluster, open } = fakeCluster();
    watchRelated(subject(deployments), cluster, silentLog).dispose();
    watchRelated(subject(services), cluster, silentLog).dispose();
    await settled();
    expect(open()).toEqual([]);
  });
});
