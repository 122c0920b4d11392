import type { Reporter, TestCase } from 'vitest/node';

/** Prints why tests were skipped, which vitest's own reporters leave out: each reason once, with how many it is of. */
export default class SkipReporter implements Reporter {
  readonly #skipped = new Map<string, string[]>();

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state !== 'skipped' || !result.note) return;
    const names = this.#skipped.get(result.note);
    if (names) names.push(test.fullName);
    else this.#skipped.set(result.note, [test.fullName]);
  }

  onTestRunEnd(): void {
    for (const [note, [first, ...others]] of this.#skipped) {
      const rest = others.length > 0 ? ` and ${others.length} others` : '';
      console.log(`skipped: ${first}${rest}: ${note}`);
    }
  }
}
