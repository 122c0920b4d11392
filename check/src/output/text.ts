import type { Severity } from '../../../server/src/checks/finding.ts';
import type { FileReport, Problem } from '../report.ts';

/** Whether a text is shown in colours. */
export type Paint = 'coloured' | 'plain';

/**
 * The problems of a file as compilers print them: `FILE:LINE:COLUMN: SEVERITY: HEADLINE [CODE]`, a line each, with what
 * else there is to say indented below. Signs that would do something to a terminal are shown instead.
 */
export function reportText({ file, problems }: FileReport, paint: Paint): string {
  return problems.map((problem) => problemText(file, problem, paint)).join('');
}

function problemText(
  file: string,
  { region, severity, headline, detail, code }: Problem,
  paint: Paint,
): string {
  const { line, column } = region.start;
  const place = painted(`${visible(file)}:${line}:${column}:`, bold, paint);
  const grade = painted(`${severity}:`, colours[severity], paint);
  const lines = [`${place} ${grade} ${visible(headline)} ${painted(`[${code}]`, faint, paint)}`];
  for (const more of detail?.split('\n') ?? []) lines.push(`    ${visible(more)}`);
  return lines.map((text) => `${text}\n`).join('');
}

const bold = '1';
const faint = '2';
const colours: Readonly<Record<Severity, string>> = {
  error: '1;31',
  warning: '1;33',
  information: '1;34',
  hint: '1;36',
};

function painted(text: string, style: string, paint: Paint): string {
  return paint === 'plain' ? text : `\u001b[${style}m${text}\u001b[0m`;
}

/** Control characters, which may come from a file's name or text, by their pictures. */
export function visible(text: string): string {
  return text.replaceAll(controls, (sign) => {
    const unit = sign.charCodeAt(0);
    return unit < 0x20 ? String.fromCharCode(0x2400 + unit) : unit === 0x7f ? '\u2421' : '\ufffd';
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are meant
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
