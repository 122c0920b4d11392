import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  type TextEdit,
} from 'vscode-languageserver';
import type { Finding } from '../checks/finding.ts';
import { nameIn, sentenceOf, textOf } from '../checks/sentences.ts';
import type { KindName } from '../protocol.ts';
import type { LineIndex } from '../yaml/lines.ts';
import { formatPath } from '../yaml/path.ts';

/** What `Diagnostic.data` holds, where there is something to be done about a finding. */
export interface DiagnosticData {
  readonly fix?: { readonly title: string; readonly edits: readonly TextEdit[] };
  readonly unknown?: KindName;
  readonly syntax?: true;
}

/** The text that a finding's spans are of. */
export interface FindingText {
  readonly uri: string;
  readonly lines: LineIndex;
}

/** A finding as LSP has it: here its sentence is made. */
export function lspDiagnostic(
  {
    code,
    severity,
    about,
    span,
    related,
    definition,
    deprecated,
    unnecessary,
    fix,
    unknown,
    syntax,
  }: Finding,
  { uri, lines }: FindingText,
): Diagnostic {
  const data: DiagnosticData = {
    ...(fix && {
      fix: {
        title: fix.title,
        edits: [fix, ...(fix.more ?? [])].map(({ span, newText }) => ({ range: lines.range(span), newText })),
      },
    }),
    ...(unknown && { unknown }),
    ...(syntax && { syntax }),
  };
  return {
    range: lines.range(span),
    severity: severities[severity],
    code,
    source: 'kubewright',
    message: textOf(sentenceOf(about)),
    ...((related || definition) && {
      relatedInformation: [
        ...(related ? [otherEnd(related, { uri, lines })] : []),
        ...(definition ? [judgedBy(definition)] : []),
      ],
    }),
    ...(deprecated && { tags: [DiagnosticTag.Deprecated] }),
    ...(unnecessary && { tags: [DiagnosticTag.Unnecessary] }),
    ...((fix || unknown || syntax) && { data }),
  };
}

function otherEnd(
  { span, path }: NonNullable<Finding['related']>,
  { uri, lines }: FindingText,
): DiagnosticRelatedInformation {
  return {
    location: { uri, range: lines.range(span) },
    message: `\`${nameIn({ field: formatPath(path), path })}\` is the other end.`,
  };
}

function judgedBy({ uri, kind }: NonNullable<Finding['definition']>): DiagnosticRelatedInformation {
  const start = { line: 0, character: 0 };
  return {
    location: { uri, range: { start, end: start } },
    message: `Judged by this definition of "${kind}": there are others, and none takes the object.`,
  };
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;
