import type { EnclosingObject } from '../../completion/enclosing-object.ts';
import type { FaultyObject, Fixing } from './fixing.ts';

/** What is asked about an object while something is written into it. */
export interface Drafting extends Omit<Fixing, 'finding' | 'written' | 'object'> {
  readonly object: FaultyObject;
}

/** The object as completion knows it. */
export function enclosingOf({ kind, schema }: FaultyObject): EnclosingObject {
  return {
    path: [],
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    known: kind,
    schema,
    empty: false,
  };
}
