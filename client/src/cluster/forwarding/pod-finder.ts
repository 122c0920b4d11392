import type { Cluster, ResourceStore } from '../cluster.ts';
import { ClusterError } from '../errors.ts';
import type { Explanation } from '../explanation.ts';
import { podError } from '../http/failures.ts';
import { untilAborted } from '../http/until-aborted.ts';
import type { KubeObject, ObjectReference, ObjectRow } from '../kube-object.ts';
import type { Clock } from '../watch/clock.ts';
import { mayPass } from './may-pass.ts';
import { podConditionOf } from './pod-condition.ts';
import { type ForwardTarget, isPod, type PodPlan, planOfPod, readPodPlan } from './pod-plan.ts';
import { type TakenPod, takenPods } from './taken-pods.ts';

/** A Pod that connections go to. */
export interface FoundPod {
  readonly pod: ObjectReference;
  /** The very Pod: another of the same name has another one. Undefined where nothing but its name is known. */
  readonly uid: string | undefined;
  readonly port: number;
}

/** What a finder asks of its cluster. */
export type PodSource = Pick<Cluster, 'get' | 'list' | 'discover' | 'watchObjects'>;

/** Finds the Pod that a forward leads to. It asks for nothing while nobody holds it. */
export interface PodFinder {
  /** Somebody is connected: what is found is kept up to date until all have let go. */
  hold(): () => void;
  /**
   * The Pod to take now; `again` where what was found before is doubtful. Where there is none, waits for one until `deadline` (by
   * the clock); rejects then with a `ClusterError` that says why there is none, at once with one that will not pass, or with the
   * signal's reason.
   */
  find(who: Asking, deadline: number, signal: AbortSignal): Promise<FoundPod>;
  /**
   * What is known of a Pod that was found: which one it is, or that it has ended or is gone, so that its connections are of no use.
   * Asks for it where it is no longer among those that are selected. Never rejects.
   */
  known(found: FoundPod, signal: AbortSignal): Promise<FoundPod | 'gone'>;
  /**
   * Asks whether a Pod that refuses was not ready, or is another one by now, so that it is worth waiting for; of one that nobody has
   * looked at it may be so, whatever it is now. Never rejects.
   */
  isUnready(found: FoundPod, signal: AbortSignal): Promise<boolean>;
  /** Asks whether a Pod is gone or about to go, for a moment: where nobody says so it is not. Never rejects. */
  isGone(found: FoundPod, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/** Whether what is known will do, or the cluster is to be asked. */
export type Asking = 'first' | 'again';

/** Which Pods are selected is kept for who comes next. */
const keptFor = 10_000;
/** A Pod that is named is watched for the sake of connections that last: others need not ask for anything. */
const shortConnection = 500;
/** So long an answer is waited for that somebody waits for who is connected. */
const glance = 1_000;
/** How often it is looked again for what tells nothing by itself. */
const lookAgain = 1_000;
/** An object that is read may lead elsewhere by now. */
const planAge = 10_000;

/** `changed` is called when Pods have come, gone or changed. */
export function createPodFinder(
  cluster: PodSource,
  target: ForwardTarget,
  clock: Pick<Clock, 'now' | 'after'>,
  changed: () => void,
): PodFinder {
  const { of, intent, asker } = target;
  const closing = new AbortController();
  const waiting = new Set<() => void>();
  /** Nothing has to be asked for before somebody connects to it. */
  const isNamed = isPod(of) && typeof target.port === 'number';
  let holders = 0;
  let cancelForget = () => {};
  let reading: { since: number; plan: Promise<PodPlan> } | undefined;
  let watched: { readonly plan: PodPlan; readonly store: ResourceStore<ObjectRow> } | undefined;
  let last: TakenPod | undefined;
  let cancelWatch = () => {};

  const wake = () => {
    for (const go of [...waiting]) go();
  };
  const forget = () => {
    cancelWatch();
    watched?.store.dispose();
    watched = undefined;
    reading = undefined;
  };
  const follow = (plan: PodPlan): ResourceStore<ObjectRow> => {
    closing.signal.throwIfAborted();
    if (watched && isSamePlan(watched.plan, plan)) {
      watched = { plan, store: watched.store };
      return watched.store;
    }
    watched?.store.dispose();
    const store = cluster.watchObjects(plan.pods, plan.namespace, plan.selection);
    watched = { plan, store };
    store.onDidChange(() => {
      if (watched?.store !== store) return;
      changed();
      wake();
    });
    return store;
  };
  const read = (): Promise<PodPlan> =>
    isPod(of) ? Promise.resolve(planOfPod(target)) : readPodPlan(cluster, target, closing.signal);
  const readNow = (): Promise<PodPlan> => {
    const own = { since: clock.now(), plan: read() };
    reading = own;
    own.plan.catch(() => {
      if (reading === own) reading = undefined;
    });
    return own.plan;
  };
  /** What the object says is read once; again for who finds no Pod by it, and beside when it is old. */
  const planFor = (who: Asking): Promise<PodPlan> => {
    const known = reading;
    if (!known) return readNow();
    const age = clock.now() - known.since;
    if (who === 'again' && age >= lookAgain) return readNow();
    if (age >= planAge && !isPod(of)) {
      known.since = clock.now();
      read().then(
        (plan) => {
          if (reading === known) known.plan = Promise.resolve(plan);
        },
        // Its Pods may be there still.
        () => undefined,
      );
    }
    return known.plan;
  };
  const reference = ({ pods, namespace }: PodPlan, { name, uid, port }: TakenPod): FoundPod => ({
    pod: { resource: pods, namespace, name },
    uid,
    port,
  });
  const choose = (plan: PodPlan, pods: readonly KubeObject[]): FoundPod | ClusterError => {
    const { taken, left } = takenPods(plan, pods);
    const same = taken.find(({ name, uid }) => name === last?.name && uid === last.uid);
    last = same ?? taken[0];
    return last ? reference(plan, last) : nothingReady(plan, left);
  };
  const nothingReady = ({ names }: PodPlan, left: readonly string[]): ClusterError => {
    if (left.length > 0) {
      const some = left.slice(0, 3).join(', ');
      const more = left.length > 3 ? `, and ${left.length - 3} more` : '';
      const none = names === 'selected' ? 'none of its Pods is ready' : 'its Pod cannot be connected to';
      return podError(intent, asker, {
        fault: `${none}: ${some}${more}`,
        wayOut: 'Look at its events and its logs',
      });
    }
    if (names === 'selected')
      return podError(intent, asker, { fault: 'it has no Pods', wayOut: 'Look at its events' });
    const fault = `not found: pods "${names.pod}" not found`;
    return podError(intent, asker, { fault, wayOut: 'It may have been deleted' });
  };
  /** Without a watch: what is there now. */
  const readPods = async (plan: PodPlan, signal: AbortSignal): Promise<readonly KubeObject[]> => {
    if (plan.names === 'selected') {
      return await cluster.list(plan.pods, plan.namespace, { ...plan.selection, signal });
    }
    const { pods: resource, namespace, names } = plan;
    return [await cluster.get({ resource, namespace, name: names.pod }, signal)];
  };
  /** A Pod whose name and port are known needs no leave to look at it. */
  const unseen = (plan: PodPlan): FoundPod | undefined => {
    if (plan.names === 'selected' || typeof plan.port !== 'number') return undefined;
    return reference(plan, { name: plan.names.pod, uid: undefined, port: plan.port });
  };
  /** A Pod as it is, if that is answered at once. */
  const glanceAt = async (
    { pod }: FoundPod,
    signal: AbortSignal,
  ): Promise<KubeObject | 'gone' | 'unknown'> => {
    const limit = new AbortController();
    const cancel = clock.after(glance, () => limit.abort(new Error('no answer')));
    try {
      return await cluster.get(pod, AbortSignal.any([signal, limit.signal]));
    } catch (error) {
      return error instanceof ClusterError && error.code === 404 ? 'gone' : 'unknown';
    } finally {
      cancel();
    }
  };
  const look = async (who: Asking, signal: AbortSignal): Promise<FoundPod | ClusterError> => {
    const plan = await untilAborted(planFor(who), signal);
    const named = unseen(plan);
    // What is wrong with it comes out when it is connected to.
    if (named && !watched && who === 'first') return named;
    const store = follow(plan);
    const { freshness } = store;
    switch (knowledgeOf(store)) {
      case 'known':
        return choose(plan, objectsOf(store));
      case 'coming':
        return (
          unseen(plan) ??
          podError(intent, asker, { fault: 'its Pods are not known yet', wayOut: 'Try again' })
        );
      case 'cut off':
        return named ?? podError(intent, asker, (freshness as { why: Explanation }).why);
      case 'not to be watched':
        return named ?? choose(plan, await readPods(plan, signal));
    }
  };

  return {
    hold() {
      cancelForget();
      if (holders++ === 0 && isNamed) {
        cancelWatch = clock.after(shortConnection, () => void follow(planOfPod(target)));
      }
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        if (--holders > 0) return;
        if (isNamed) forget();
        else cancelForget = clock.after(keptFor, forget);
      };
    },
    async find(asking, deadline, signal) {
      for (let who = asking; ; who = 'again') {
        signal.throwIfAborted();
        closing.signal.throwIfAborted();
        const found = await look(who, signal).catch((error: unknown) => {
          signal.throwIfAborted();
          if (error instanceof ClusterError && mayPass(error)) return error;
          throw error;
        });
        if (!(found instanceof ClusterError)) return found;
        const left = deadline - clock.now();
        if (left <= 0) throw found;
        await change(Math.min(left, lookAgain), signal);
      }
    },
    async known(found, signal) {
      if (watched?.store.freshness.state !== 'live') return found;
      const { name } = found.pod;
      const pod = objectsOf(watched.store).find(({ metadata }) => metadata.name === name);
      if (pod) return identified(found, pod);
      // Others may be selected now, and this one be there.
      const read = await glanceAt(found, signal);
      return typeof read === 'string' ? (read === 'gone' ? 'gone' : found) : identified(found, read);
    },
    async isUnready(found, signal) {
      const read = await glanceAt(found, signal);
      if (typeof read === 'string') return read === 'gone';
      const isKnown = found.uid !== undefined;
      return !isKnown || podConditionOf(read).is !== 'ready' || identified(found, read) === 'gone';
    },
    async isGone(found, signal) {
      const read = await glanceAt(found, signal);
      if (typeof read === 'string') return read === 'gone';
      return read.metadata.deletionTimestamp !== undefined || identified(found, read) === 'gone';
    },
    close() {
      closing.abort(new Error('the forward is closed'));
      cancelForget();
      forget();
      wake();
    },
  };

  /** Until something has changed, or so much time has passed. */
  function change(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        waiting.delete(go);
        cancel();
        signal.removeEventListener('abort', go);
        resolve();
      };
      waiting.add(go);
      const cancel = clock.after(milliseconds, go);
      signal.addEventListener('abort', go, { once: true });
    });
  }
}

/** The Pod that was found, by its object; gone where that is of another one. */
function identified(found: FoundPod, object: KubeObject): FoundPod | 'gone' {
  const { uid } = object.metadata;
  if (podConditionOf(object).is === 'ended') return 'gone';
  return found.uid === undefined || found.uid === uid ? { ...found, uid } : 'gone';
}

/** What a store tells of Pods. */
type Knowledge = 'known' | 'coming' | 'cut off' | 'not to be watched';

function knowledgeOf({ freshness }: ResourceStore<ObjectRow>): Knowledge {
  switch (freshness.state) {
    case 'live':
    case 'resyncing':
      return 'known';
    case 'empty':
    case 'listing':
      return 'coming';
    case 'stale':
      return freshness.since === 0 ? 'cut off' : 'known';
    case 'polled':
    case 'forbidden':
    case 'gone':
    case 'paused':
      return 'not to be watched';
  }
}

/** What can be read of them; a row that cannot be has no Pod. */
function objectsOf({ rows }: ResourceStore<ObjectRow>): KubeObject[] {
  return [...rows.values()].flatMap(({ object, metadata, problem }) =>
    problem === undefined ? [{ ...object, metadata }] : [],
  );
}

function isSamePlan(one: PodPlan, other: PodPlan): boolean {
  return (
    one.pods === other.pods &&
    one.selection.labelSelector === other.selection.labelSelector &&
    one.selection.fieldSelector === other.selection.fieldSelector
  );
}
