import type { KubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import type { Severity } from '../../../server/src/checks/finding.ts';
import type { Severities } from '../../../server/src/diagnostics/severities.ts';

/** The forms in which findings are printed. */
export const outputs = ['text', 'json', 'sarif'] as const;
export type Output = (typeof outputs)[number];

/** What is to be checked, and how. */
export interface CheckOptions {
  /** Files and folders as they were named; `-` is standard input. */
  readonly paths: readonly string[];
  /** `found` by a hook: of those that are files nobody says that they are manifests. */
  readonly pathsAre: 'named' | 'found';
  readonly output: Output;
  readonly kubernetesVersion: KubernetesVersion;
  /** Files and folders whose CustomResourceDefinitions are known. */
  readonly schemas: readonly string[];
  /** The folder whose files are known too; the repository of each path where none is named. */
  readonly workspace: string | undefined;
  /** Patterns of what other tools fill in later, beside the known notations. */
  readonly placeholders: readonly string[];
  /** Severities that a person gives to codes. */
  readonly severities: Severities;
  /** The least severity that is told. */
  readonly show: Severity;
  /** The least severity that makes the run fail. */
  readonly failOn: Severity | 'never';
  /** The path that standard input is to be judged as. */
  readonly stdinName: string | undefined;
  /** How many threads judge; as many as are worth it where none is said. */
  readonly threads: number | undefined;
  /** The address of what is said of a code, which stands in it as `CODE`. */
  readonly rulePage: string | undefined;
}

/** What a command line asks for. */
export type Command =
  | { readonly do: 'check'; readonly options: CheckOptions }
  | { readonly do: 'help' }
  | { readonly do: 'version' }
  /** It makes no sense: why, in one line. */
  | { readonly do: 'refuse'; readonly problem: string };
