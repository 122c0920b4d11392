import { beforeEach, describe, expect, test } from 'vitest';
import { BufferedOutput } from '../../../check/src/output/buffered-output.ts';
import { jsonReport } from '../../../check/src/output/json.ts';
import { ProgressLine, type ProgressShown } from '../../../check/src/output/progress.ts';
import type { RunReport } from '../../../check/src/output/run-report.ts';
import { sarifReport } from '../../../check/src/output/sarif.ts';
import { SummaryCount, summaryText } from '../../../check/src/output/summary.ts';
import { reportText } from '../../../check/src/output/text.ts';
import type { FileReport, Problem } from '../../../check/src/report.ts';

const problem: Problem = {
  code: 'unknown-field',
  severity: 'error',
  headline: 'Unknown field `replicaz`. Did you mean `replicas`?',
  region: { start: { line: 7, column: 3 }, end: { line: 7, column: 11 } },
  fix: {
    title: 'Change to "replicas"',
    edits: [
      {
        region: { start: { line: 7, column: 3 }, end: { line: 7, column: 11 } },
        newText: 'replicas',
      },
    ],
  },
};
const report: FileReport = {
  file: 'deploy/web.yaml',
  uri: 'file:///project/deploy/web.yaml',
  problems: [problem],
  counts: { documents: 3, unchecked: 1, objects: 2, unknownKinds: 1 },
};

describe('text', () => {
  test('names place, severity, headline and code, and the rest below', () => {
    const detailed: Problem = { ...problem, detail: 'Supported: "a", "b".\nAnd more.' };
    expect(reportText({ ...report, problems: [detailed] }, 'plain')).toBe(
      'deploy/web.yaml:7:3: error: Unknown field `replicaz`. Did you mean `replicas`? [unknown-field]\n' +
        '    Supported: "a", "b".\n    And more.\n',
    );
  });

  test('is coloured where it is asked for', () => {
    expect(reportText(report, 'coloured')).toBe(
      '\u001b[1mdeploy/web.yaml:7:3:\u001b[0m \u001b[1;31merror:\u001b[0m ' +
        'Unknown field `replicaz`. Did you mean `replicas`? \u001b[2m[unknown-field]\u001b[0m\n',
    );
  });

  test('shows signs that would do something to a terminal', () => {
    const hostile = {
      ...report,
      file: 'a\u001b]0;x\u0007.yaml',
      problems: [{ ...problem, headline: '\u001b[2J\u202eabc' }],
    };
    expect(reportText(hostile, 'plain')).toBe(
      'a\u241b]0;x\u2407.yaml:7:3: error: \u241b[2J\ufffdabc [unknown-field]\n',
    );
  });

  test('sums up', () => {
    const count = new SummaryCount();
    count.add(report);
    count.add({ file: 'gone.yaml', reason: 'there is no such file or folder', counts: 'as failure' });
    expect(summaryText(count.after(1.26))).toBe(
      `1 file, 3 documents, 2 objects: 1 error, 0 warnings in 1.3 s
not judged: 1 object of kinds without a CustomResourceDefinition (--schemas names some)
not judged: 1 document too large or too deeply nested
not read: 1 path
`,
    );
  });
});

function runOf(results: RunReport['results']): RunReport {
  const count = new SummaryCount();
  for (const result of results) count.add(result);
  return {
    version: '1.2.3',
    kubernetesVersion: '1.36',
    folder: 'file:///project/',
    rulePage: 'https://example.com/rules#CODE',
    results,
    summary: count.after(0.5),
    exitCode: 1,
  };
}

const unreadable = {
  file: 'gone.yaml',
  reason: 'there is no such file or folder',
  counts: 'as failure',
} as const;

describe('JSON', () => {
  test('has the problems, what could not be read, and the sum', () => {
    const text = [...jsonReport(runOf([report, unreadable]))].join('');
    expect(JSON.parse(text)).toEqual({
      version: '1.2.3',
      kubernetesVersion: '1.36',
      problems: [{ file: 'deploy/web.yaml', ...problem }],
      unreadable: [unreadable],
      summary: {
        files: 1,
        documents: 3,
        objects: 2,
        problems: { error: 1, warning: 0, information: 0, hint: 0 },
        notJudged: { unknownKinds: 1, documents: 1, unreadableFiles: 1 },
        seconds: 0.5,
      },
    });
    expect(text).toContain('\n    {"file":"deploy/web.yaml","code":"unknown-field"');
  });

  test('is whole where nothing is wrong', () => {
    expect(JSON.parse([...jsonReport(runOf([]))].join(''))).toMatchObject({ problems: [], unreadable: [] });
  });
});

describe('SARIF', () => {
  const sarif = (results: RunReport['results']) => JSON.parse([...sarifReport(runOf(results))].join(''));

  test('has a result with its region, its rule and its fix', () => {
    const related = { start: { line: 1, column: 1 }, end: { line: 1, column: 5 } };
    const { version, runs } = sarif([
      { ...report, problems: [problem, { ...problem, related, severity: 'hint' }] },
    ]);
    expect(version).toBe('2.1.0');
    const [run] = runs;
    expect(run.columnKind).toBe('utf16CodeUnits');
    expect(run.originalUriBaseIds).toEqual({ '%SRCROOT%': { uri: 'file:///project/' } });
    expect(run.tool.driver.rules).toMatchObject([
      { id: 'unknown-field', helpUri: 'https://example.com/rules#unknown-field' },
    ]);
    expect(run.tool.driver.rules[0].fullDescription.text).not.toContain('`');
    const artifactLocation = { uri: 'deploy/web.yaml', uriBaseId: '%SRCROOT%' };
    const region = { startLine: 7, startColumn: 3, endLine: 7, endColumn: 11 };
    expect(run.results[0]).toEqual({
      ruleId: 'unknown-field',
      ruleIndex: 0,
      level: 'error',
      message: { text: problem.headline },
      locations: [{ physicalLocation: { artifactLocation, region } }],
      fixes: [
        {
          description: { text: 'Change to "replicas"' },
          artifactChanges: [
            {
              artifactLocation,
              replacements: [{ deletedRegion: region, insertedContent: { text: 'replicas' } }],
            },
          ],
        },
      ],
    });
    expect(run.results[1]).toMatchObject({
      level: 'note',
      relatedLocations: [{ physicalLocation: { region: { startLine: 1, endColumn: 5 } } }],
    });
  });

  test('says in its messages what is in the file, and makes no links and no placeholders of it', () => {
    const hostile: Problem = {
      ...problem,
      headline: 'Unknown field `[see](https://evil.example)`.',
      detail: 'Not x{0}, nor \\d.',
      fix: { ...problem.fix!, title: 'Change to "[a]{1}"' },
    };
    const [run] = sarif([
      { ...report, problems: [hostile] },
      { ...unreadable, file: '[a]{0}.yaml' },
    ]).runs;
    const [result] = run.results;
    expect(result.message.text).toBe(
      'Unknown field `\\[see\\](https://evil.example)`.\nNot x{{0}}, nor \\\\d.',
    );
    expect(result.fixes[0].description.text).toBe('Change to "\\[a\\]{{1}}"');
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toMatch(
      /^\\\[a\\\]\{\{0\}\}\.yaml /,
    );
    // Text that is put into a file is no message.
    expect(result.fixes[0].artifactChanges[0].replacements[0].insertedContent.text).toBe('replicas');
  });

  test('succeeds beside files that nobody named and that are no text', () => {
    const note = { file: 'a.yaml', reason: 'it is no text', counts: 'as note' } as const;
    expect(sarif([report, note]).runs[0].invocations[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [{ level: 'note' }],
    });
  });

  test('names no page of codes where nobody did', () => {
    const text = [...sarifReport({ ...runOf([report]), rulePage: undefined })].join('');
    const [rule] = JSON.parse(text).runs[0].tool.driver.rules;
    expect(Object.keys(rule)).toEqual(['id', 'shortDescription', 'fullDescription', 'help']);
  });

  test('has relative addresses that no colon makes absolute', () => {
    const [run] = sarif([{ ...report, uri: 'file:///project/a:b/c:d.yaml' }]).runs;
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('a%3Ab/c:d.yaml');
  });

  test('tells of what could not be read, and names files elsewhere by their whole address', () => {
    const [run] = sarif([{ ...report, uri: 'file:///tmp/a%20b.yaml' }, unreadable]).runs;
    expect(run.invocations).toEqual([
      {
        executionSuccessful: false,
        exitCode: 1,
        toolExecutionNotifications: [
          {
            level: 'error',
            message: { text: 'gone.yaml could not be read: there is no such file or folder' },
          },
        ],
      },
    ]);
    expect(run.results[0].locations[0].physicalLocation.artifactLocation).toEqual({
      uri: 'file:///tmp/a%20b.yaml',
    });
  });

  test('is whole where nothing is wrong', () => {
    expect(sarif([]).runs[0]).toMatchObject({ results: [], tool: { driver: { rules: [] } } });
  });
});

test('output is written in large pieces, to a terminal at once, and waits for room', async () => {
  const written: string[] = [];
  const full: (() => void)[] = [];
  const stream = {
    isTTY: false,
    write: (text: string) => written.push(text) < 2,
    once: (_: 'drain', listener: () => void) => full.push(listener),
  };
  const output = new BufferedOutput(stream);
  await output.write('a\n');
  expect(written).toEqual([]);
  await output.write('b'.repeat(40_000));
  expect(written).toHaveLength(1);
  stream.isTTY = true;
  const waiting = output.write('c\n');
  expect(written[1]).toBe('c\n');
  expect(full).toHaveLength(1);
  full[0]!();
  await waiting;
  await output.flush();
  expect(written).toHaveLength(2);
});

describe('a progress line', () => {
  let now = 0;
  let written: string[] = [];
  beforeEach(() => {
    now = 0;
    written = [];
  });
  const lineOn = (columns: number | undefined, is: ProgressShown = 'shown') =>
    new ProgressLine({ columns, write: (text: string) => written.push(text) }, is, () => now);

  test('comes late, seldom, and goes', () => {
    const line = lineOn(20);
    line.at('checked', 1, 900);
    line.clear();
    now = 350;
    line.at('checked', 123, 900);
    line.at('checked', 124, 900);
    expect(written).toEqual(['\rchecked 123 of 900 \u001b[K']);
    line.clear();
    line.clear();
    expect(written.slice(1)).toEqual(['\r\u001b[K']);
  });

  test('goes on in the next phase where it is', () => {
    const line = lineOn(80);
    now = 300;
    line.at('read', 900, 900);
    now = 390;
    line.at('checked', 1, 900);
    now = 400;
    line.at('checked', 2, 900);
    expect(written).toEqual(['\rread 900 of 900 files\u001b[K', '\rchecked 2 of 900 files\u001b[K']);
  });

  test.each([0, undefined])('is whole where the terminal says %s of its columns', (columns) => {
    const line = lineOn(columns);
    now = 350;
    line.at('checked', 5, 12_000);
    expect(written).toEqual(['\rchecked 5 of 12000 files\u001b[K']);
  });

  test('is shown to nobody who could not see it go', () => {
    const line = lineOn(80, 'hidden');
    now = 5000;
    line.at('checked', 1, 2);
    line.clear();
    expect(written).toEqual([]);
  });
});
