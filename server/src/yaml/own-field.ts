/**
 * Fields by names that come from outside. `__proto__`, `constructor` and `toString` are names like any other to
 * Kubernetes (of a ConfigMap's data, of a map in a custom resource), but a plain assignment or read of these reaches what
 * every object inherits.
 */

/** Sets an own field whatever its name is; plain assignment of `__proto__` would change what the object inherits from. */
export function setField(object: object, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, ...ofAssignment });
  else (object as Record<string, unknown>)[name] = value;
}

/** The value of an own field; undefined where there is none, even if every object inherits something of that name. */
export function ownField<Value>(
  object: { readonly [name: string]: Value } | undefined,
  name: string,
): Value | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

const ofAssignment = { enumerable: true, configurable: true, writable: true };
