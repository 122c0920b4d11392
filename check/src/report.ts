import type { Severity } from '../../server/src/checks/finding.ts';
import type { Code } from '../../server/src/codes/codes.ts';

/** A place in a file: line and column from 1, columns in UTF-16 units as editors count them. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a file; `end` is behind its last character. */
export interface Region {
  readonly start: Place;
  readonly end: Place;
}

/** Something that is wrong in a file, or worth knowing, in words for a person. */
export interface Problem {
  readonly code: Code;
  readonly severity: Severity;
  readonly headline: string;
  /** What else there is to say: the server's own words, what is supported. */
  readonly detail?: string;
  readonly region: Region;
  /** The other end of a contradiction. */
  readonly related?: Region;
  /** The edit that very likely mends it. */
  readonly fix?: ProblemFix;
}

/** Edits of one file that belong together. */
export interface ProblemFix {
  /** `Change to "replicas"`. */
  readonly title: string;
  readonly edits: readonly { readonly region: Region; readonly newText: string }[];
}

/** How much of a file was looked at. */
export interface Counts {
  /** Documents in which anything is written. */
  readonly documents: number;
  /** Those of them that are too large, or too deeply nested, to be checked. */
  readonly unchecked: number;
  /** Kubernetes objects, items of lists included. */
  readonly objects: number;
  /** Objects of kinds that nothing is known of. */
  readonly unknownKinds: number;
}

/** What was found in one file. */
export interface FileReport {
  /** Its path, as a person is told of it. */
  readonly file: string;
  readonly uri: string;
  readonly problems: readonly Problem[];
  readonly counts: Counts;
}

/** A path that was to be checked and could not be read. */
export interface Unreadable {
  readonly file: string;
  readonly reason: string;
  /** Whether the run fails by it; nobody asked for a file that a folder has and that is no text. */
  readonly counts: 'as failure' | 'as note';
}

/** What there is to say of one of the paths. */
export type Result = FileReport | Unreadable;

/** Whether a path was not read. */
export function isUnreadable(result: Result): result is Unreadable {
  return 'reason' in result;
}

/** Whether a file was judged. */
export function isReport(result: Result): result is FileReport {
  return !isUnreadable(result);
}
