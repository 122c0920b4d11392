import type { YamlDocument, YamlProblem } from '../../yaml/nodes.ts';
import type { Fix } from '../finding.ts';

/** The edit that mends a fault of syntax, where there is only one that anybody would make. */
export function syntaxFix({ code, span }: YamlProblem, document: YamlDocument): Fix | undefined {
  const { start } = document.span;
  const written = document.text.slice(Math.max(0, span.start - start), Math.max(0, span.end - start));
  const newText = fixes[code]?.(written);
  return newText === undefined ? undefined : { title: titles[code] ?? 'Put it in quotes', span, newText };
}

const titles: Readonly<Record<string, string>> = {
  'unclosed-quote': 'Close the quote',
  'missing-space': 'Insert a space',
  'missing-colon': 'Insert `:`',
  'control-character': 'Remove the character',
};

/** What is written in the place of a problem. */
const fixes: Readonly<Record<string, (written: string) => string | undefined>> = {
  'unclosed-quote': (written) => (written.length > 1 ? written + written[0] : undefined),
  'missing-space': (written) => `${written} `,
  'missing-colon': (written) => (/^[\w.-]+$/.test(written) ? `${written}:` : undefined),
  'nested-colon': quoted,
  'no-json-number': quoted,
  'null-key': (written) => (written === '' ? undefined : quoted(written)),
  'control-character': () => '',
};

function quoted(text: string): string | undefined {
  return /["\\\n]/.test(text) ? undefined : `"${text}"`;
}
