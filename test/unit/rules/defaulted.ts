import { applyDefaults } from '../../../server/src/defaults/apply-defaults.ts';
import type { JsonObject } from '../../../server/src/defaults/draft.ts';

/** An object of a built-in kind with what a Kubernetes 1.35 fills in without its schema: as a rule is given it. */
export function defaulted(object: JsonObject): JsonObject {
  const [version = '', group = ''] = String(object.apiVersion).split('/').reverse();
  const kind = { group, version, kind: String(object.kind), origin: { from: 'bundled' } } as const;
  return applyDefaults(object, kind, undefined, { version: '1.35' }).object;
}
