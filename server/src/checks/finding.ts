import type { Code } from '../codes/codes.ts';
import type { KindName } from '../protocol.ts';
import type { Span } from '../yaml/nodes.ts';

/** How much a finding matters. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Something to say about a stretch of a document. */
export interface Finding {
  readonly code: Code;
  readonly severity: Severity;
  /** One sentence or two, for a person; no Markdown. */
  readonly message: string;
  readonly span: Span;
  /** The field that is not there, where that is the fault. */
  readonly missing?: string;
  /** It says that something is not there, and holds only where all of the document could be read. */
  readonly holdsFor?: 'whole';
  /** The name of an unknown field, and what is marked of the object that it was meant for. */
  readonly belongsIn?: { readonly name: string; readonly mark: Span };
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
export interface Fix {
  /** What a person chooses: `Change to "replicas"`. */
  readonly title: string;
  readonly span: Span;
  readonly newText: string;
  /** Further edits, none of which overlaps another. */
  readonly more?: readonly { readonly span: Span; readonly newText: string }[];
}

/** Takes what a check finds. */
export type Report = (finding: Finding) => void;
