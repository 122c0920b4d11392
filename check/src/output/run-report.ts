import type { Result } from '../report.ts';
import type { Summary } from './summary.ts';

/** All that a run has to tell, for programs. */
export interface RunReport {
  /** Of this program. */
  readonly version: string;
  readonly kubernetesVersion: string;
  /** The folder that relative paths start from, as a URI with a slash at its end. */
  readonly folder: string;
  /** The address of what is said of a code, which stands in it as `CODE`; undefined where nobody named one. */
  readonly rulePage: string | undefined;
  readonly results: readonly Result[];
  readonly summary: Summary;
  readonly exitCode: number;
}
