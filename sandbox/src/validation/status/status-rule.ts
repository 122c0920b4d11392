import type { KubernetesVersion } from '../../../../server/src/catalog/catalog.ts';
import type { Causes } from '../../../../server/src/rules/shared/causes.ts';
import type { Field } from '../../../../server/src/rules/shared/field.ts';

/** What is judged of a status that somebody writes. */
export interface WrittenStatus {
  readonly object: Field;
  readonly status: Field;
  /** What is stored. */
  readonly before: Field;
  readonly version: KubernetesVersion;
}

/** What the API server refuses in the status of a kind. */
export type StatusRule = (written: WrittenStatus, causes: Causes) => void;

/** A number as Go has it where nothing is written. */
export function numberAt(field: Field): number {
  return field.number ?? 0;
}
