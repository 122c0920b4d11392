import type { Reporter, TestCase } from 'vitest/node';

/** Prints why a test was skipped, which vitest's own reporters leave out. */
export default class SkipReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state !== 'skipped' || !result.note) return;
    console.log(`skipped: ${test.fullName}: ${result.note}`);
  }
}
