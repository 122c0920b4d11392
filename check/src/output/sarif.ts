import type { Severity } from '../../../server/src/checks/finding.ts';
import { type Code, codes } from '../../../server/src/codes/codes.ts';
import {
  type FileReport,
  isReport,
  isUnreadable,
  type Problem,
  type ProblemFix,
  type Region,
} from '../report.ts';
import type { RunReport } from './run-report.ts';

/**
 * A run as SARIF 2.1.0 (the OASIS standard), in pieces of text. Paths below the folder of the run are relative to
 * `%SRCROOT%`, which is what code hosts take for the root of a repository.
 */
export function* sarifReport(run: RunReport): Generator<string> {
  const files = run.results.filter(isReport);
  const used = [...new Set(files.flatMap(({ problems }) => problems.map(({ code }) => code)))].sort();
  const ruleIndexes = new Map(used.map((code, index) => [code, index]));
  const head = {
    tool: {
      driver: {
        name: 'kubewright',
        semanticVersion: run.version,
        rules: used.map((code) => ruleOf(code, run.rulePage)),
      },
    },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [sourceRoot]: { uri: run.folder } },
    invocations: [invocationOf(run)],
  };
  yield '{\n  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",\n';
  yield `  "version": "2.1.0",\n  "runs": [\n    ${JSON.stringify(head).slice(0, -1)},\n    "results": [`;
  let separator = '\n      ';
  for (const file of files) {
    for (const problem of file.problems) {
      yield separator + JSON.stringify(resultOf(problem, file, run.folder, ruleIndexes.get(problem.code)!));
      separator = ',\n      ';
    }
  }
  yield separator.startsWith(',') ? '\n    ]}\n  ]\n}\n' : ']}\n  ]\n}\n';
}

const sourceRoot = '%SRCROOT%';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** A page that was not named is a file of this machine, which is no address to whoever reads the run elsewhere. */
function ruleOf(code: Code, page: string | undefined) {
  const { about } = codes[code];
  const text = about.replaceAll('`', '');
  const whole = { ...message(text), markdown: withoutPlaceholders(about) };
  return {
    id: code,
    shortDescription: message(firstSentence(text)),
    fullDescription: whole,
    help: whole,
    ...(page !== undefined && { helpUri: page.replace('CODE', encodeURIComponent(code)) }),
  };
}

/** A text as a message that says just that: what is in brackets would be a link (3.11.6 of the standard). */
function message(text: string) {
  return { text: withoutPlaceholders(text.replaceAll(/[\\[\]]/g, '\\$&')) };
}

/** In messages, also in those of Markdown, a number in braces would stand for an argument (3.11.5). */
function withoutPlaceholders(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&');
}

function firstSentence(text: string): string {
  return /^.+?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

function invocationOf({ results, exitCode }: RunReport) {
  const unreadable = results.filter(isUnreadable);
  return {
    executionSuccessful: unreadable.every(({ counts }) => counts === 'as note'),
    exitCode,
    ...(unreadable.length > 0 && {
      toolExecutionNotifications: unreadable.map(({ file, reason, counts }) => ({
        level: counts === 'as note' ? 'note' : 'error',
        message: message(`${file} could not be read: ${reason}`),
      })),
    }),
  };
}

function resultOf(problem: Problem, { uri }: FileReport, folder: string, ruleIndex: number) {
  const { code, severity, headline, detail, region, related, fix } = problem;
  const artifactLocation = locationOf(uri, folder);
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: message(detail === undefined ? headline : `${headline}\n${detail}`),
    locations: [{ physicalLocation: { artifactLocation, region: sarifRegion(region) } }],
    ...(related && {
      relatedLocations: [
        {
          physicalLocation: { artifactLocation, region: sarifRegion(related) },
          message: message('This is the other end.'),
        },
      ],
    }),
    ...(fix && { fixes: [fixOf(fix, artifactLocation)] }),
  };
}

function fixOf({ title, edits }: ProblemFix, artifactLocation: object) {
  const replacements = edits.map(({ region, newText }) => ({
    deletedRegion: sarifRegion(region),
    ...(newText !== '' && { insertedContent: { text: newText } }),
  }));
  return { description: message(title), artifactChanges: [{ artifactLocation, replacements }] };
}

function sarifRegion({ start, end }: Region) {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** Relative where the file is below the folder. A colon in its first part would end a scheme. */
function locationOf(uri: string, folder: string): { uri: string; uriBaseId?: string } {
  if (!uri.startsWith(folder)) return { uri };
  const relative = uri.slice(folder.length).replace(/^[^/]*/, (part) => part.replaceAll(':', '%3A'));
  return { uri: relative, uriBaseId: sourceRoot };
}
