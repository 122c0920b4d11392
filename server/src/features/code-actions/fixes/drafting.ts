import type { Catalog, KubernetesVersion } from '../../../catalog/catalog.ts';
import type { EnclosingObject } from '../../completion/enclosing-object.ts';
import type { FileObject } from '../../completion/file-objects.ts';
import type { FaultyObject } from './fixing.ts';

/** What is asked about an object while something is written into it. */
export interface Drafting {
  readonly object: FaultyObject;
  readonly catalog: Catalog;
  readonly version: KubernetesVersion;
  /** Whether what is not written is not there; else it may be, and only what is asked for is written. */
  readonly isWhole: boolean;
  /** The objects of the file, whose names and labels may be meant. */
  readonly objects: () => readonly FileObject[];
  /** Whether the rules may be asked once more, which takes time. */
  readonly mayAsk: () => boolean;
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
