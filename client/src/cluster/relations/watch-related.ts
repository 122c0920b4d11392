import type { Cluster, Discovery, Freshness, ResourceStore } from '../cluster.ts';
import { explanationOf } from '../errors.ts';
import type { Explanation } from '../explanation.ts';
import type { KubeObject, ObjectRow } from '../kube-object.ts';
import type { Log } from '../log.ts';
import { podSelectorOf } from '../objects/pod-selector.ts';
import { isFirstSetComing } from '../watch/first-set.ts';
import { watchOne } from '../watch/watch-one.ts';
import type { LiveObjects } from './live-objects.ts';
import { readingFor, relatedOf } from './related-of.ts';
import type { Source, Subject } from './source.ts';
import { type WatchedCluster, watchSource } from './watch-source.ts';

/** What stands under an object, live until it is disposed of. */
export interface Related {
  /** What the server serves; undefined until it has said so. */
  readonly discovery: Discovery | undefined;
  /** Why that is not known; undefined where it is, or is on its way. */
  readonly problem: Explanation | undefined;
  /** The whole object, where it is read and there. */
  readonly object: KubeObject | undefined;
  /** How fresh that is; live where nothing of it is read. */
  readonly freshness: Freshness;
  /** In the order in which they are shown: a group stays the same as long as its source does. */
  readonly groups: readonly RelatedGroup[];
  /** Whether anything of it has no first set yet, and nothing is known to be in the way of one. */
  readonly isComing: boolean;
  /** Called after every change of any of it. */
  onDidChange(listener: () => void): { dispose(): void };
  /** A person looks at it. */
  seen(): void;
  /** Nobody does for now. */
  hidden(): void;
  /** Tries again at once after a failure; reads everything anew where there was none. */
  refresh(): void;
  dispose(): void;
}

/** The objects of one source. */
export interface RelatedGroup {
  readonly source: Source;
  /** Undefined where the source has none of its own. */
  readonly objects: LiveObjects | undefined;
}

/** What is asked of a cluster for it. */
export type RelatedCluster = WatchedCluster & Pick<Cluster, 'discover' | 'get' | 'watchObjects'>;

/** Watches what stands under an object. */
export function watchRelated(subject: Subject, cluster: RelatedCluster, log: Log): Related {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const reads = readingFor(subject.resource);
  let discovery: Discovery | undefined;
  let problem: Explanation | undefined;
  let labelSelector: string | undefined;
  let isDisposed = false;
  let groups = new Map<string, RelatedGroup>();

  /** Takes in what the object says now: what it has led to before stays open. */
  const regroup = () => {
    if (!discovery) return;
    const before = groups;
    groups = new Map();
    for (const source of relatedOf({ ...subject, object: object(), labelSelector }, discovery)) {
      const key = keyOf(source);
      const group = before.get(key) ?? {
        source,
        objects: watchSource(source, subject, cluster, discovery, changed),
      };
      before.delete(key);
      groups.set(key, group);
    }
    for (const { objects } of before.values()) objects?.dispose();
  };

  const own: ResourceStore<ObjectRow> | undefined =
    reads === 'object' ? watchOne(cluster, subject) : undefined;
  own?.onDidChange(() => {
    regroup();
    changed();
  });
  const object = () => own?.rows.get(subject.uid)?.object;
  const open = () => [...(own ? [own] : []), ...[...groups.values()].flatMap(({ objects }) => objects ?? [])];

  const begin = async () => {
    const selecting = reads === 'selector' ? podSelectorOf(cluster, subject, log) : undefined;
    const served = await cluster.discover();
    labelSelector = await selecting;
    if (isDisposed) return;
    discovery = served;
    regroup();
  };
  const tryToBegin = () => {
    problem = undefined;
    begin()
      .catch((error: unknown) => {
        problem = explanationOf(error);
      })
      .finally(() => {
        if (!isDisposed) changed();
      });
  };
  tryToBegin();

  return {
    get discovery() {
      return discovery;
    },
    get problem() {
      return problem;
    },
    get object() {
      return object();
    },
    get freshness() {
      return own?.freshness ?? isRead;
    },
    get groups() {
      return [...groups.values()];
    },
    get isComing() {
      if (problem) return false;
      if (!discovery) return true;
      return open().some(isFirstSetComing);
    },
    onDidChange(listener) {
      // One of its own, so that the same function may listen twice.
      const told = () => listener();
      listeners.add(told);
      return { dispose: () => void listeners.delete(told) };
    },
    seen() {
      for (const one of open()) one.seen();
    },
    hidden() {
      for (const one of open()) one.hidden();
    },
    refresh() {
      if (problem) tryToBegin();
      for (const one of open()) one.refresh();
    },
    dispose() {
      isDisposed = true;
      listeners.clear();
      for (const one of open()) one.dispose();
      groups = new Map();
    },
  };
}

/** Of an object of which nothing is to be read. */
const isRead: Freshness = { state: 'live' };

/** The same for sources that give the same. */
function keyOf(source: Source): string {
  return JSON.stringify(source, (name, value) =>
    name === 'resource' ? `${value.apiVersion}/${value.plural}` : value,
  );
}
