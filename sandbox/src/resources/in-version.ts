import type { KubeObject } from '../object-store.ts';
import type { Resource } from './resource.ts';

/** A stored object in the version that a request asks for. */
export function inVersion(object: KubeObject, resource: Resource): KubeObject {
  const { apiVersion, kind } = resource.kind;
  if (object.apiVersion === apiVersion) return object;
  const convert = conversions[`${object.apiVersion} ${apiVersion} ${kind}`];
  return { ...(convert ? convert(object) : object), apiVersion, kind };
}

type Conversion = (object: KubeObject) => KubeObject;

/** Where two versions that share their storage differ in more than their name. */
const conversions: Record<string, Conversion> = {
  'v1 events.k8s.io/v1 Event': (event) =>
    rename(
      event,
      eventFields.map(([core, events]) => [core, events]),
    ),
  'events.k8s.io/v1 v1 Event': (event) =>
    rename(
      event,
      eventFields.map(([core, events]) => [events, core]),
    ),
};

/** Fields of an Event in the core group, and in its own. */
const eventFields: readonly [string, string][] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];

function rename(object: KubeObject, names: readonly (readonly [string, string])[]): KubeObject {
  const renamed = new Map(names);
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [renamed.get(name) ?? name, value]),
  ) as KubeObject;
}
