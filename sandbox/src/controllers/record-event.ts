import type { KubeObject, ObjectStore } from '../object-store.ts';
import { resources } from './objects.ts';
import { stableDigest } from './stable-hash.ts';

/** What a controller tells of an object. */
export interface ToldEvent {
  readonly about: KubeObject;
  readonly reason: string;
  readonly message: string;
  /** Who tells it: `deployment-controller`. */
  readonly component: string;
  /** RFC 3339, to the second. */
  readonly now: string;
}

/** Stores an event beside its object, as client-go does: what is told again is counted. */
export function recordEvent(store: ObjectStore, { about, reason, message, component, now }: ToldEvent): void {
  const { namespace = 'default', name = '', uid, resourceVersion } = about.metadata;
  const eventName = `${name}.${stableDigest(`${uid} ${reason} ${message}`, 16)}`;
  const again = store.update(resources.events, namespace, eventName, component, (copy) => {
    copy.count = Number(copy.count ?? 1) + 1;
    copy.lastTimestamp = now;
  });
  if (again) return;
  const { apiVersion, kind } = about;
  store.create(
    resources.events,
    {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: eventName, namespace },
      involvedObject: { kind, namespace, name, uid, apiVersion, resourceVersion },
      reason,
      message,
      source: { component },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type: 'Normal',
      eventTime: null,
      reportingComponent: component,
      reportingInstance: '',
    },
    component,
  );
}
