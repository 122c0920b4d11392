import type { Finding } from '../../../server/src/checks/finding.ts';
import { sentenceOf } from '../../../server/src/checks/sentences.ts';
import type { LineIndex } from '../../../server/src/yaml/lines.ts';
import type { Span } from '../../../server/src/yaml/nodes.ts';
import type { Problem, Region } from '../report.ts';

/** A finding as a person is told of it: here its sentence is made. `lines` are those of the text that it was found in. */
export function problemOf({ code, severity, about, span, related, fix }: Finding, lines: LineIndex): Problem {
  const { headline, detail } = sentenceOf(about);
  return {
    code,
    severity,
    headline,
    ...(detail !== undefined && { detail }),
    region: regionOf(span, lines),
    ...(related && { related: regionOf(related.span, lines) }),
    ...(fix && {
      fix: {
        title: fix.title,
        edits: [fix, ...(fix.more ?? [])].map((edit) => ({
          region: regionOf(edit.span, lines),
          newText: edit.newText,
        })),
      },
    }),
  };
}

function regionOf(span: Span, lines: LineIndex): Region {
  const { start, end } = lines.range(span);
  return {
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
  };
}
