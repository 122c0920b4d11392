import type { JudgeOptions, Source } from '../judging/judge.ts';
import type { Result } from '../report.ts';

/** What a thread is told when it starts. */
export interface ThreadData {
  readonly options: JudgeOptions;
  /** The folder of the catalog. */
  readonly catalog: string;
  /** Files that tell of others, in the order in which they count. */
  readonly known: readonly { readonly uri: string; readonly text: string }[];
  /** What is no file on disk, by its URI: standard input. */
  readonly given: ReadonlyMap<string, string>;
}

/** What a thread is asked. */
export interface BatchRequest {
  readonly id: number;
  readonly sources: readonly Source[];
}

/** What it answers: a result for each source, in their order, or why it can give none at all. */
export type BatchAnswer =
  | { readonly id: number; readonly results: readonly Result[] }
  | { readonly id: number; readonly failure: string };
