import type { Cluster, Discovery, Freshness, ResourceStore } from '../../cluster.ts';
import type { Explanation } from '../../explanation.ts';
import type { KubeObject, ObjectReference, Resource, Row } from '../../kube-object.ts';
import { type ContainersRow, claimsOf, containerRunsOf } from '../../objects/container-runs.ts';
import { podSelectorText } from '../../objects/label-selector.ts';
import type { Clock } from '../../watch/clock.ts';
import { watchOwnedContainers } from '../../watch/owned-pods.ts';
import { byName, watchOne } from '../../watch/watch-one.ts';
import { field, textOf } from '../../wrong-answer.ts';
import type { LogSource, PodsOfObject } from './log-source.ts';

/** The Pods of a source, kept live. */
export interface SourcePods {
  /** Undefined until they are known for the first time. */
  readonly pods: readonly ContainersRow[] | undefined;
  /** Why it is not known which Pods there are now. */
  readonly why: Explanation | undefined;
  dispose(): void;
}

/** What is asked of a cluster to know the Pods of a source. */
export type PodsCluster = Pick<Cluster, 'get' | 'watch' | 'watchObjects' | 'watchContainers'>;

/** What changed calls need to be told beside the source. */
interface Watching {
  readonly cluster: PodsCluster;
  readonly discovery: Discovery;
  readonly clock: Pick<Clock, 'after'>;
  readonly changed: () => void;
}

/** How often a Pod is read of which nobody may be told when it changes. */
const readAgain = 5_000;

/** Keeps the Pods of a source live until it is disposed of; `changed` is called whenever they, or why they are not known, may be others. */
export function watchSourcePods(source: LogSource, watching: Watching): SourcePods {
  const { cluster, discovery, changed } = watching;
  const pods = discovery.find('v1', 'Pod');
  if (!pods) return unknown('the server has no Pods');
  if (source.of === 'selector') {
    const { namespace, labelSelector } = source;
    return podsOf(
      cluster.watchContainers(pods, namespace, labelSelector === '' ? {} : { labelSelector }),
      changed,
    );
  }
  const { apiVersion, kind, namespace, name } = source;
  const resource = discovery.find(apiVersion, kind);
  if (!resource) return unknown(`the server has no kind ${kind} of ${apiVersion}`);
  if (hasLog(resource)) return onePod(source, { resource, namespace, name }, watching);
  return podsOfObject({ resource, namespace, name }, pods, watching);
}

function hasLog({ subresources }: Resource): boolean {
  return subresources.some(({ name }) => name === 'log');
}

function unknown(fault: string): SourcePods {
  return { pods: undefined, why: { fault }, dispose() {} };
}

function podsOf(store: ResourceStore<ContainersRow>, changed: () => void): SourcePods {
  const listening = store.onDidChange(changed);
  const known = lastKnown(() => store.sorted);
  return {
    get pods() {
      return known(store.freshness);
    },
    get why() {
      return whyNotKnown(store.freshness);
    },
    dispose() {
      listening.dispose();
      store.dispose();
    },
  };
}

/** What may not be read any more has not gone for that. */
function lastKnown<Kept extends Row>(read: () => readonly Kept[]) {
  let last: readonly Kept[] | undefined;
  return ({ state }: Freshness): readonly Kept[] | undefined => {
    if (state === 'empty' || state === 'listing' || state === 'forbidden' || state === 'gone') return last;
    // A server that has never answered has told nothing.
    if (last === undefined && state !== 'live') return undefined;
    last = read();
    return last;
  };
}

function whyNotKnown(freshness: Freshness): Explanation | undefined {
  return 'why' in freshness && freshness.state !== 'resyncing' ? freshness.why : undefined;
}

/** One Pod, and others of its name after it. Who may not watch it reads it now and then. */
function onePod(
  source: PodsOfObject,
  pod: ObjectReference,
  { cluster, clock, changed }: Watching,
): SourcePods {
  const watched = podsOf(cluster.watchContainers(pod.resource, pod.namespace, byName(pod.name)), () => {
    if (watched.why !== undefined && watched.pods === undefined) readAlone();
    changed();
  });
  const stop = new AbortController();
  let alone: readonly ContainersRow[] | undefined;
  let isReading = false;
  let cancel = () => {};

  const readAlone = () => {
    if (isReading || stop.signal.aborted) return;
    isReading = true;
    cluster.get(pod, stop.signal).then(
      (object) => readAs([containersRow(object)]),
      // Its log may be readable all the same.
      () => readAs(source.container === undefined ? undefined : [assumed(pod, source.container)]),
    );
  };
  const readAs = (rows: readonly ContainersRow[] | undefined) => {
    isReading = false;
    alone = rows;
    if (stop.signal.aborted) return;
    changed();
    cancel();
    if (watched.pods === undefined) cancel = clock.after(readAgain, readAlone);
  };
  return {
    get pods() {
      return watched.pods ?? alone;
    },
    get why() {
      return watched.pods === undefined && alone !== undefined ? undefined : watched.why;
    },
    dispose() {
      stop.abort(new Error('the log is closed'));
      cancel();
      watched.dispose();
    },
  };
}

function containersRow(object: KubeObject): ContainersRow {
  const { metadata } = object;
  const [name, uid] = [metadata.name ?? '', metadata.uid ?? ''];
  return {
    uid,
    name,
    namespace: metadata.namespace,
    cells: [],
    metadata,
    containers: containerRunsOf(object),
    claims: claimsOf(object),
  };
}

/** A Pod of which nothing may be read but a log. */
function assumed({ namespace, name }: ObjectReference, container: string): ContainersRow {
  const containers = [{ name: container, role: 'container', run: '', state: 'running' }] as const;
  return { uid: '', name, namespace, cells: [], metadata: { name }, containers, claims: [] };
}

/** Those of an object that has Pods, by what selects them now; others, if that becomes another. */
function podsOfObject(
  { resource, namespace, name }: ObjectReference,
  pods: Resource,
  { cluster, discovery, changed }: Watching,
): SourcePods {
  let selected: SourcePods | undefined;
  let by: string | undefined;
  let fault: Explanation | undefined;
  const store = watchOne(cluster, { resource, namespace, name });

  const select = (labelSelector: string | undefined, uid: string): SourcePods => {
    if (labelSelector !== undefined) {
      return podsOf(cluster.watchContainers(pods, namespace, { labelSelector }), changed);
    }
    const owner = { uid, resource, namespace: namespace ?? '' };
    const owned = watchOwnedContainers(owner, cluster, discovery, changed);
    if (!owned) return unknown('the server has no Pods');
    const known = lastKnown(() => owned.rows());
    return {
      get pods() {
        return known(owned.freshness);
      },
      get why() {
        return whyNotKnown(owned.freshness);
      },
      dispose: () => owned.dispose(),
    };
  };
  const objectChanged = () => {
    const { freshness } = store;
    const [row] = store.rows.values();
    fault = whyNotKnown(freshness);
    if (row === undefined && freshness.state === 'live') {
      fault = { fault: `not found: ${resource.plural} "${name}" not found` };
    }
    if (row !== undefined) {
      const { object, uid } = row;
      const labelSelector = selectorOf(object);
      const next = labelSelector ?? `owner ${uid}`;
      if (next !== by) {
        const before = selected;
        by = next;
        selected = select(labelSelector, uid);
        before?.dispose();
      }
    }
    changed();
  };
  const listening = store.onDidChange(objectChanged);
  objectChanged();
  return {
    get pods() {
      return selected?.pods;
    },
    get why() {
      return selected?.why ?? (selected ? undefined : fault);
    },
    dispose() {
      listening.dispose();
      store.dispose();
      selected?.dispose();
    },
  };
}

/** Kinds that are scaled by what they only know themselves tell it in their status. */
function selectorOf({ spec, status }: KubeObject): string | undefined {
  return podSelectorText(field(spec, 'selector')) ?? textOf(status, 'selector');
}
