import type { JsonObject } from '../defaults/draft.ts';

/** The names of the same fields in `v1` and in `events.k8s.io/v1`. */
const fields = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
] as const;

/** A `v1` Event with the names of `events.k8s.io/v1`. */
export function eventFromCore(event: JsonObject): JsonObject {
  return renamed(event, new Map(fields));
}

/** An `events.k8s.io/v1` Event with the names of `v1`. */
export function eventToCore(event: JsonObject): JsonObject {
  return renamed(event, new Map(fields.map(([core, events]) => [events, core])));
}

function renamed(object: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value]));
}
