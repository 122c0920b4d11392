import type { Path } from '../../yaml/path.ts';
import type { Field } from './field.ts';

/** A number that a cluster has to give out and has not: the API server finds out when it creates the object, and in no dry run. */
export interface AllocationProblem {
  readonly path: Path;
  readonly number: number;
  /** Whether any cluster may have it: those that are configured for it, or none. */
  readonly lacking: 'unless configured' | 'everywhere';
}

/** Judges what an object asks a cluster to give out. */
export type AllocationRule = (object: Field) => readonly AllocationProblem[];
