import { timestamp } from '../clock.ts';
import type { KubeObject, ObjectStore } from '../object-store.ts';
import { nodeName, resources } from './objects.ts';
import { stableDigest } from './stable-hash.ts';

/** What somebody tells of an object. */
export interface ToldEvent {
  readonly about: KubeObject;
  /** `Normal` where nothing is said. */
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Who tells it: `deployment-controller`. */
  readonly component: string;
  /** Which part of the object it is about: `spec.containers{main}`. */
  readonly fieldPath?: string;
  /** What was being done: who says that writes events in the newer way, as the scheduler does. */
  readonly action?: string;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** Stores an event beside its object, as client-go does: what is told again is counted. */
export function recordEvent(store: ObjectStore, told: ToldEvent): void {
  const { about, type = 'Normal', reason, message, component, fieldPath } = told;
  const { namespace = 'default', name = '', uid, resourceVersion } = about.metadata;
  const place = fieldPath === undefined ? '' : ` ${fieldPath}`;
  const eventName = `${name}.${stableDigest(`${uid} ${reason} ${message}${place}`, 16)}`;
  const known = store.get(resources.events, namespace, eventName);
  if (known) {
    countAgain(store, known, told);
    return;
  }
  const { apiVersion, kind } = about;
  const part = fieldPath === undefined ? {} : { fieldPath };
  store.create(
    resources.events,
    {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: eventName, namespace },
      involvedObject: { kind, namespace, name, uid, apiVersion, resourceVersion, ...part },
      reason,
      message,
      type,
      ...(told.action === undefined ? sourceOf(told) : reporterOf(told, told.action)),
    },
    component,
  );
}

function countAgain(
  store: ObjectStore,
  { metadata }: KubeObject,
  { component, action, now }: ToldEvent,
): void {
  store.update(resources.events, metadata.namespace, metadata.name ?? '', component, (copy) => {
    if (action === undefined) {
      copy.count = Number(copy.count ?? 1) + 1;
      copy.lastTimestamp = timestamp(now);
      return;
    }
    const { count = 1 } = (copy.series ?? {}) as { count?: number };
    copy.series = { count: count + 1, lastObservedTime: microTime(now) };
  });
}

/** Who tells it, and when, as most write it. */
function sourceOf({ component, now }: ToldEvent): object {
  const time = timestamp(now);
  const isOfNode = component === 'kubelet';
  return {
    source: { component, ...(isOfNode && { host: nodeName }) },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    eventTime: null,
    reportingComponent: component,
    reportingInstance: isOfNode ? nodeName : '',
  };
}

/** The same in the newer way. */
function reporterOf({ component, now }: ToldEvent, action: string): object {
  return {
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: microTime(now),
    action,
    reportingComponent: component,
    reportingInstance: `${component}-${nodeName}`,
  };
}

/** RFC 3339 with microseconds, of which the clock knows thousands. */
function microTime(now: number): string {
  return new Date(now).toISOString().replace('Z', '000Z');
}
