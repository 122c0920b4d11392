import type { KubeObject } from '../object-store.ts';

/** The objects of `--samples`, in the order in which they are created. */
export function sampleObjects(): KubeObject[] {
  return [];
}
