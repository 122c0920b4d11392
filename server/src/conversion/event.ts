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

/** A `v1` Event with the names of `events.k8s.io/v1`, where an empty reporter is left out. */
export function eventFromCore(event: JsonObject): JsonObject {
  const { reportingController, reportingInstance, ...rest } = renamed(event, new Map(fields));
  return {
    ...rest,
    ...(reportingController ? { reportingController } : {}),
    ...(reportingInstance ? { reportingInstance } : {}),
  };
}

/** An `events.k8s.io/v1` Event with the names of `v1`, where the reporter is always there. */
export function eventToCore(event: JsonObject): JsonObject {
  const core = renamed(event, new Map(fields.map(([name, eventsName]) => [eventsName, name])));
  return {
    ...core,
    reportingComponent: core.reportingComponent ?? '',
    reportingInstance: core.reportingInstance ?? '',
  };
}

function renamed(object: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value]));
}
