import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a run in the extension host leaves behind in the file that EXTENSION_RESULTS names. */
export interface ExtensionResults {
  passed: number;
  failed: number;
  skipped: number;
  /** The full title of each that failed, and why. */
  failures: { title: string; why: string }[];
}

/**
 * VS Code's entry into the tests: called once, in the extension host. Runs every bundled `test/extension/*.test.ts`
 * with mocha (those of the files in EXTENSION_FILES, whose full title matches EXTENSION_FILTER), writes the counts and ends with `[tests-done]`: a
 * host that dies looks like success to its starter, unless that line is missed. Rejects when a test failed.
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const filter = process.env.EXTENSION_FILTER;
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, ...(filter ? { grep: filter } : {}) });
  const folder = join(__dirname, '..', 'extension');
  const chosen = process.env.EXTENSION_FILES?.split(',');
  for (const file of readdirSync(folder)) {
    const name = /^(.+)\.test\.js$/.exec(file)?.[1];
    if (name !== undefined && (chosen?.includes(name) ?? true)) mocha.addFile(join(folder, file));
  }
  const results = await new Promise<ExtensionResults>((done) => {
    const failures: ExtensionResults['failures'] = [];
    const runner = mocha.run((failed) =>
      done({ passed: runner.stats?.passes ?? 0, failed, skipped: runner.stats?.pending ?? 0, failures }),
    );
    runner.on('fail', (test, error: Error) => failures.push({ title: test.fullTitle(), why: error.message }));
  });
  if (process.env.EXTENSION_RESULTS) writeFileSync(process.env.EXTENSION_RESULTS, JSON.stringify(results));
  console.log('[tests-done]');
  if (results.failed > 0) throw new Error(`${results.failed} tests failed`);
}
