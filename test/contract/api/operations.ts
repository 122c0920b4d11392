import rows from './operations.json' with { type: 'json' };

/** One operation of the API's description. */
export interface Operation {
  /** The path of its group-version; `/apis/{group}/{version}` for custom objects. */
  prefix: string;
  /** Its identifier, which is its own within the group-version: `createNamespacedPod`. */
  identifier: string;
  method: string;
  path: string;
}

/** The operations that the specification names, all of them. */
export const specifiedOperations: readonly Operation[] = (rows as [string, string, string, string][]).map(
  ([prefix, identifier, method, path]) => ({ prefix, identifier, method, path }),
);

/** What an operation is told from all others by. */
export function operationKey({ prefix, identifier }: Pick<Operation, 'prefix' | 'identifier'>): string {
  return `${prefix} ${identifier}`;
}
