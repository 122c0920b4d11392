import type { ObjectReference, Resource } from '../../kube-object.ts';
import type { ContainerRun, ContainersRow } from '../../objects/container-runs.ts';
import type { Clock } from '../../watch/clock.ts';
import type { LogNote, LogOrigin } from './log-row.ts';
import type { LogSource } from './log-source.ts';
import type { SourcePods } from './source-pods.ts';

/** A container whose log is to be read now. */
export interface FollowedContainer<OfCluster> {
  readonly origin: LogOrigin;
  readonly cluster: OfCluster;
  readonly pod: ObjectReference;
  /** Whether it ran before anybody asked, so that what it wrote before may be much. */
  readonly from: 'the tail' | 'the beginning';
  /** Ends the reading: the Pod is none of those that are meant any more, or everything ends. */
  readonly signal: AbortSignal;
}

/** Says something behind what was read. */
export type SayBehind = (note: LogNote) => void;

/** Which containers of the Pods of some sources are read, as these come and go. */
export interface FollowedContainers<OfCluster> {
  add(source: LogSource, cluster: OfCluster, pods: Resource): FollowedSource;
  dispose(): void;
}

export interface FollowedSource {
  /** From now on its Pods are these. */
  have(pods: SourcePods): void;
  /** They may be others. */
  changed(): void;
}

interface Following<OfCluster> {
  /** Reads to the end, or until the signal; never rejects. */
  readonly read: (container: FollowedContainer<OfCluster>) => Promise<SayBehind>;
  readonly say: (note: LogNote) => void;
  /** Whether one of this name, of a Pod of that name, is to be read. */
  readonly isMeant: (pod: string, container: string) => boolean;
  /** How many of a cluster are read at a time. */
  readonly mostStreams: number;
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** Pods change in crowds: what follows from it is done at most this often, in milliseconds. */
const interval = 100;
/** And where it takes long, with thousands of Pods, so many times less often. */
const restAfter = 10;
/** The last lines of a Pod that has gone are still on their way. */
const lastWords = 5_000;
/** So often, at most, is said which containers are left out. */
const leftOutInterval = 2_000;
/** So many of them are named. */
const mostNamed = 10;

/**
 * Reads every container that has begun, at most `mostStreams` of a cluster at a time: those that run first, in the order of
 * their sources, Pods and roles; the others when one of these ends. One that several sources name is read once.
 */
export function followContainers<OfCluster>(following: Following<OfCluster>): FollowedContainers<OfCluster> {
  const { read, say, isMeant, mostStreams, signal, clock } = following;
  const sources: Source<OfCluster>[] = [];
  const targets = new Map<string, Target<OfCluster>>();
  const pods = new Map<string, FollowedPod>();
  const leftOut = new Map<string, { count: number; at: number }>();
  let ranAt = Number.NEGATIVE_INFINITY;
  let took = 0;
  let isPlanned = false;
  let isTellingLater = false;
  const timers = new Set<() => void>();

  const later = (milliseconds: number, call: () => void): (() => void) => {
    const cancel = clock.after(milliseconds, () => {
      timers.delete(cancel);
      call();
    });
    timers.add(cancel);
    return () => {
      timers.delete(cancel);
      cancel();
    };
  };
  const plan = () => {
    if (isPlanned || signal.aborted) return;
    isPlanned = true;
    const rest = Math.max(interval, restAfter * took);
    later(timeLeft(ranAt, rest, clock), () => {
      isPlanned = false;
      ranAt = clock.now();
      reconcile();
      took = clock.now() - ranAt;
    });
  };

  const reconcile = () => {
    const wanted = new Set<string>();
    for (const source of sources) {
      tellUnsure(source);
      const rows = source.pods?.pods;
      if (!rows) continue;
      for (const row of rows) want(source, row, wanted);
      tellEmpty(source, rows);
      source.isKnown = true;
    }
    for (const [key, target] of targets) if (!wanted.has(key)) leave(key, target);
    fill();
    tellLeftOut();
  };

  /** The containers of a Pod that have begun. */
  const want = (source: Source<OfCluster>, row: ContainersRow, wanted: Set<string>) => {
    for (const run of meantOf(source, row)) {
      if (run.run === undefined) continue;
      const key = keyOf(source.of.cluster, row, run.name);
      wanted.add(key);
      const target = targets.get(key) ?? begin(key, source, row, run);
      target.stay();
      const isAnother = target.run !== run.run;
      target.isRunning = run.state === 'running';
      if (target.state !== 'ended') target.run = run.run;
      else if (!target.isRunning) target.isOver = true;
      else if (isAnother && target.isOver) {
        Object.assign(target, { state: 'waiting', run: run.run, from: 'the beginning', isOver: false });
      }
    }
  };

  const meantOf = ({ of }: Source<OfCluster>, { name, containers }: ContainersRow): readonly ContainerRun[] =>
    containers.filter(
      (one) => (of.container === undefined || of.container === one.name) && isMeant(name, one.name),
    );

  const begin = (key: string, source: Source<OfCluster>, row: ContainersRow, run: ContainerRun) => {
    const origin: LogOrigin = {
      cluster: source.of.cluster,
      namespace: row.namespace ?? '',
      pod: row.name,
      container: run.name,
    };
    const ofPod = keyOf(origin.cluster, row, '');
    const pod = pods.get(ofPod) ?? { targets: 0, hasBegun: false };
    pods.set(ofPod, pod);
    pod.targets++;
    const target: Target<OfCluster> = {
      origin,
      cluster: source.cluster,
      pod: { resource: source.resource, namespace: origin.namespace, name: row.name },
      ofPod,
      from: source.isKnown ? 'the beginning' : 'the tail',
      state: 'waiting',
      run: run.run,
      isRunning: false,
      isOver: false,
      isMeant: true,
      stop: undefined,
      sayBehind: undefined,
      stay() {
        this.isMeant = true;
        this.cancelLeaving();
        this.cancelLeaving = () => {};
      },
      cancelLeaving: () => {},
    };
    targets.set(key, target);
    return target;
  };

  /** Reads on for a moment what is under way. */
  const leave = (key: string, target: Target<OfCluster>) => {
    if (!target.isMeant) return;
    target.isMeant = false;
    if (target.state !== 'following') return forget(key, target);
    const stop = () => target.stop?.abort(new Error('the Pod is gone'));
    target.cancelLeaving = later(lastWords, stop);
  };

  const forget = (key: string, { ofPod, origin, sayBehind = say }: Target<OfCluster>) => {
    targets.delete(key);
    const pod = pods.get(ofPod)!;
    pod.targets--;
    if (pod.targets > 0) return;
    pods.delete(ofPod);
    const { cluster, namespace, pod: name } = origin;
    if (pod.hasBegun) sayBehind({ is: 'gone', origin: { cluster, namespace, pod: name } });
  };

  /** Begins to read as many as may be read. */
  const fill = () => {
    const free = new Map<string, number>();
    const freeOf = ({ origin }: Target<OfCluster>) => free.get(origin.cluster) ?? mostStreams;
    for (const target of targets.values()) {
      if (target.state === 'following') free.set(target.origin.cluster, freeOf(target) - 1);
    }
    for (const isRunning of [true, false]) {
      for (const [key, target] of targets) {
        if (target.state !== 'waiting' || target.isRunning !== isRunning || freeOf(target) <= 0) continue;
        free.set(target.origin.cluster, freeOf(target) - 1);
        void follow(key, target);
      }
    }
  };

  const follow = async (key: string, target: Target<OfCluster>) => {
    const { origin, cluster, pod, from } = target;
    const stop = new AbortController();
    target.stop = stop;
    target.state = 'following';
    pods.get(target.ofPod)!.hasBegun = true;
    target.sayBehind = await read({
      origin,
      cluster,
      pod,
      from,
      signal: AbortSignal.any([stop.signal, signal]),
    });
    if (signal.aborted) return;
    target.cancelLeaving();
    target.state = 'ended';
    if (!target.isMeant) forget(key, target);
    plan();
  };

  const tellUnsure = (source: Source<OfCluster>) => {
    const why = source.pods?.why;
    if (why && why.fault !== source.told) say({ is: 'unsure', source: source.of, why });
    source.told = why?.fault;
  };

  const tellEmpty = (source: Source<OfCluster>, rows: readonly ContainersRow[]) => {
    if (source.isKnown) return;
    let waiting = 0;
    for (const row of rows) {
      for (const { run } of meantOf(source, row)) {
        if (run !== undefined) return;
        waiting++;
      }
    }
    say({ is: 'empty', source: source.of, waiting });
  };

  /** What is true then. */
  const tellLater = (milliseconds: number) => {
    if (isTellingLater) return;
    isTellingLater = true;
    later(milliseconds, () => {
      isTellingLater = false;
      plan();
    });
  };

  const tellLeftOut = () => {
    const waiting = new Map<string, LogOrigin[]>();
    for (const { state, origin } of targets.values()) {
      if (state !== 'waiting') continue;
      const others = waiting.get(origin.cluster);
      if (others) others.push(origin);
      else waiting.set(origin.cluster, [origin]);
    }
    for (const cluster of new Set([...waiting.keys(), ...leftOut.keys()])) {
      const all = waiting.get(cluster) ?? [];
      const before = leftOut.get(cluster) ?? { count: 0, at: Number.NEGATIVE_INFINITY };
      if (all.length === before.count) continue;
      const wait = timeLeft(before.at, leftOutInterval, clock);
      if (wait > 0) {
        tellLater(wait);
        continue;
      }
      leftOut.set(cluster, { count: all.length, at: clock.now() });
      say({ is: 'left out', cluster, count: all.length, most: mostStreams, some: all.slice(0, mostNamed) });
    }
  };

  return {
    add(of, cluster, resource) {
      const source: Source<OfCluster> = {
        of,
        cluster,
        resource,
        pods: undefined,
        isKnown: false,
        told: undefined,
      };
      sources.push(source);
      return {
        have(own) {
          source.pods = own;
          plan();
        },
        changed: plan,
      };
    },
    dispose() {
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}

/** What is left of a time that began then; all of it, at most, where the clock was set back. */
function timeLeft(begun: number, milliseconds: number, { now }: Pick<Clock, 'now'>): number {
  return Math.min(milliseconds, Math.max(0, begun + milliseconds - now()));
}

interface Source<OfCluster> {
  readonly of: LogSource;
  readonly cluster: OfCluster;
  /** The kind of its Pods. */
  readonly resource: Resource;
  pods: SourcePods | undefined;
  /** Whether its Pods were known before: those that come now are new. */
  isKnown: boolean;
  /** Why they were not known, as it was said last. */
  told: string | undefined;
}

/** A container that has begun. */
interface Target<OfCluster> {
  readonly origin: LogOrigin;
  readonly cluster: OfCluster;
  readonly pod: ObjectReference;
  readonly ofPod: string;
  from: FollowedContainer<OfCluster>['from'];
  state: 'waiting' | 'following' | 'ended';
  run: string | undefined;
  isRunning: boolean;
  /** Whether its end is known from the Pod, too, so that what runs then is another run. */
  isOver: boolean;
  isMeant: boolean;
  stop: AbortController | undefined;
  /** Once it was read. */
  sayBehind: SayBehind | undefined;
  stay(): void;
  cancelLeaving: () => void;
}

/** A Pod with containers that have begun. */
interface FollowedPod {
  targets: number;
  hasBegun: boolean;
}

/** Another Pod of the same name is another one. */
function keyOf(cluster: string, { namespace, name, uid }: ContainersRow, container: string): string {
  return [cluster, namespace ?? '', name, uid, container].join('\n');
}
