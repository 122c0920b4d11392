import { isUnreadable } from '../report.ts';
import type { RunReport } from './run-report.ts';

/** A run as one JSON value, a problem on each line, in pieces of text. */
export function* jsonReport({ version, kubernetesVersion, results, summary }: RunReport): Generator<string> {
  yield `{\n  "version": ${JSON.stringify(version)},\n`;
  yield `  "kubernetesVersion": ${JSON.stringify(kubernetesVersion)},\n`;
  yield '  "problems": ';
  yield* list(problemsOf(results));
  yield ',\n  "unreadable": ';
  yield* list(results.filter(isUnreadable));
  yield `,\n  "summary": ${JSON.stringify(summary)}\n}\n`;
}

function* problemsOf(results: RunReport['results']): Generator<object> {
  for (const result of results) {
    if (isUnreadable(result)) continue;
    for (const problem of result.problems) yield { file: result.file, ...problem };
  }
}

function* list(items: Iterable<object>): Generator<string> {
  let separator = '[\n    ';
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n    ';
  }
  yield separator.startsWith('[') ? '[]' : '\n  ]';
}
