import type { Field } from './field.ts';

/** An object's group and kind, whatever its version: `apps/Deployment`, `Pod`. */
export function groupKindOf(object: Field): string {
  if (object !== asked) {
    answer = readGroupKind(object);
    asked = object;
  }
  return answer;
}

/** Every judge of an object asks, one after the other. */
let asked: Field | undefined;
let answer = '';

function readGroupKind(object: Field): string {
  const apiVersion = object.at('apiVersion').text ?? '';
  const kind = object.at('kind').text ?? '';
  const slash = apiVersion.indexOf('/');
  if (slash < 0) return kind;
  const kinds = known.get(apiVersion);
  return kinds?.get(kind) ?? keep(apiVersion, kind, apiVersion.slice(0, slash + 1) + kind);
}

/** By apiVersion, then by kind: a text that is put together is dear to look up. */
const known = new Map<string, Map<string, string>>();
/** Whoever writes more of them waits a little longer. */
const mostVersions = 500;
const mostKinds = 100;

function keep(apiVersion: string, kind: string, groupKind: string): string {
  const kinds = known.get(apiVersion);
  if (kinds && kinds.size < mostKinds) kinds.set(kind, groupKind);
  else if (!kinds && known.size < mostVersions) known.set(apiVersion, new Map([[kind, groupKind]]));
  return groupKind;
}
