import { newestKubernetesVersion } from '../../catalog/catalog.ts';
import { toInternalObject } from '../../checks/object-rules/check-rules.ts';
import type { JsonObject } from '../../defaults/draft.ts';
import type { Violation } from '../../rules/shared/violation.ts';
import { violations } from '../../rules/violations.ts';
import type { Path } from '../../yaml/path.ts';
import type { EnclosingObject } from './enclosing-object.ts';
import type { Surroundings } from './surroundings.ts';

/** An object or a list of JSON. */
export type Container = Record<string | number, unknown>;

export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/**
 * What the API server would refuse a value for that stands in the place of the object; nothing where only a cluster knows
 * the rules of its kind. The value is not to be used any more.
 */
export function refusalsOf(
  value: Container,
  { known }: EnclosingObject,
  { catalog, version = newestKubernetesVersion }: Pick<Surroundings, 'catalog' | 'version'>,
): readonly Violation[] {
  if (known?.origin.from !== 'bundled') return [];
  return violations({
    object: toInternalObject(value as JsonObject, known, { catalog, version }),
    operation: 'create',
    scope: known.scope,
    kubernetesVersion: version,
  });
}

/** What two refusals have in common that are the same: the value that the server prints may be a whole list. */
export function identityOf({ code, reason, path, mark, detail, supported }: Violation): string {
  return JSON.stringify([code, reason, path, mark, detail, supported]);
}

/** Writes a value at a path of an object, with what has to be around it: the cursor's word may stand where that begins. */
export function putValue(object: Container, path: Path, value: unknown): void {
  let container = object;
  for (const [index, part] of path.slice(0, -1).entries()) {
    const inner: unknown = Object.hasOwn(container, part) ? container[part] : undefined;
    const next = isContainer(inner) ? inner : typeof path[index + 1] === 'number' ? [] : {};
    if (next !== inner) write(container, part, next);
    container = next as Container;
  }
  write(container, path.at(-1)!, value);
}

/** A key may be one that every object inherits. */
function write(container: Container, name: string | number, value: unknown): void {
  Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true });
}
