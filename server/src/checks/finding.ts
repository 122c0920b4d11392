import type { Code } from '../codes/codes.ts';
import type { KindName } from '../protocol.ts';
import type { Span } from '../yaml/nodes.ts';
import type { Path } from '../yaml/path.ts';
import type { About } from './about.ts';

/** How much a finding matters. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Something to say about a stretch of a document. */
export interface Finding {
  readonly code: Code;
  readonly severity: Severity;
  /** What its sentence is made of. */
  readonly about: About;
  readonly span: Span;
  /** The other end of a contradiction: either may be the mistake. */
  readonly related?: { readonly span: Span; readonly path: Path };
  /** The file of the definition that it was found by, where there are several of the kind. */
  readonly definition?: { readonly uri: string; readonly kind: string };
  /** It says that something is not there, and holds only where all of the document could be read. */
  readonly holdsFor?: 'whole';
  /** Editors strike it through. */
  readonly deprecated?: true;
  /** The kind that nothing is known of, where a cluster may know it. */
  readonly unknown?: KindName;
  /** The text is no YAML there: nobody means that, and nothing is to be left out. */
  readonly syntax?: true;
  /** Editors show it faded. */
  readonly unnecessary?: true;
  /** The edit that very likely mends it. */
  readonly fix?: Fix;
}

/** An edit of one stretch of the text, and of others that go with it. */
export interface Fix extends TextChange {
  /** What a person chooses: `Change to "replicas"`. */
  readonly title: string;
  /** Further edits, none of which overlaps another. */
  readonly more?: readonly TextChange[];
  /** `newText` as a snippet, for editors that let a person fill in what is to be replaced. */
  readonly snippet?: string;
  /**
   * `sure`: there is no other right answer. `possible`: one of several, or it takes something away. Left out, it is very
   * likely what a person wants.
   */
  readonly likelihood?: 'sure' | 'possible';
}

/** What is written in the place of a stretch of the text. */
export interface TextChange {
  readonly span: Span;
  readonly newText: string;
}

/** How many findings of one document are looked at; what is beyond is said. */
export const mostFound = 10_000;

/** Takes what a check finds. */
export type Report = (finding: Finding) => void;

/** The field that is not there, where that is the fault; undefined for all others. */
export function missingField({ about }: Finding): string | undefined {
  switch (about.is) {
    case 'missing-field':
    case 'empty-field':
      return about.field;
    case 'operation-without':
      return about.member;
    case 'patch-without-target':
      return 'target';
    case 'patch-without-text':
      return 'patch';
    default:
      return undefined;
  }
}
