// Runs the tests, in a fresh clone too: sets up, builds, then every stage in turn; goes on after a failed stage.
//   node scripts/test.mjs [STAGE [FILTER...]]     (npm test, npm run unit -- FILTER, ...)
//   node scripts/test.mjs contract --real [--kubernetes-version 1.34|1.35|1.36] [FILTER...]
//                       the API suite against a real control plane, or the cluster of KUBECONFIG_REAL
//   node scripts/test.mjs extension --real [--kubernetes-version 1.34|1.35|1.36] [TITLE]
//                       the tests of the tree against a real control plane
// Its last lines are one `✗ STAGE: TEST: WHY` for each that failed, and `N passed, N failed, N skipped` over everything that ran.
import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { installChromium } from './setup/chromium.mjs';
import { installPackages, projectNode } from './setup/packages.mjs';
import { failWith, progress, root, StepFailure } from './setup/step.mjs';
import { currentWorkbench, installWorkbench, oldestWorkbench } from './setup/workbench.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {(filter: readonly string[]) => Promise<Counts>} Stage
 */

/** In the order of a whole run: what fails fast comes first.
 * @type {Record<string, Stage>} */
const stages = {
  types: () => check('types', ['node_modules/typescript/bin/tsc', '-b', '--pretty', 'false']),
  lint: () => check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
  unit: (filter) => vitest('unit', filter),
  contract,
  manifests: goodManifests,
  extension: extensionHost,
  hostile: (filter) => vitest('hostile', filter),
  e2e: (filter) => vitest('e2e', filter),
};

const [stage, ...filter] = process.argv.slice(2);
if (stage !== undefined && !(stage in stages)) {
  console.error(`no stage is called ${stage}; there are ${Object.keys(stages).join(', ')}`);
  process.exit(2);
}
try {
  await setUp();
} catch (error) {
  failWith(error);
}

/** One line for each test that failed: who sees only the end of what is printed learns which.
 * @type {string[]} */
const failures = [];
/** @type {Counts} */
const total = { passed: 0, failed: 0, skipped: 0 };
for (const [name, run] of Object.entries(stages)) {
  if (stage !== undefined && stage !== name) continue;
  progress(name);
  const started = Date.now();
  const counts = await run(filter);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  progress(`${name}: ${describe(counts)} in ${Math.round((Date.now() - started) / 1000)} s`);
}
for (const failure of failures) console.log(`✗ ${failure}`);
console.log(describe(total));
process.exitCode = total.failed > 0 ? 1 : 0;

async function setUp() {
  await installPackages();
  if (stage === undefined || stage === 'e2e' || stage === 'extension' || stage === 'hostile') {
    await installWorkbench(currentWorkbench);
    await installChromium();
  }
  // The unit tests colour texts with the grammars that both bring.
  if (stage === 'unit') await installWorkbench(currentWorkbench);
  if (stage === undefined || stage === 'e2e' || stage === 'unit') await installWorkbench(oldestWorkbench);
  await mkdir(join(root, 'out', 'results'), { recursive: true });
  if (stage === 'types' || stage === 'lint' || stage === 'unit') return;
  progress('build');
  if ((await run(['scripts/build.mjs', '--if-changed'])) !== 0) failWith('the build failed');
}

/** @param {Counts} counts */
function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * A stage that is one check: passed or failed as a whole.
 * @param {string} name
 * @param {readonly string[]} args
 */
async function check(name, args) {
  const code = await run(args);
  if (code !== 0) tellFailure(name, 'the whole stage', `exit code ${code}`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * @param {string} stage
 * @param {string} test its file and title
 * @param {string | undefined} why of which the lines before the stack are told, as one and without their colours
 */
function tellFailure(stage, test, why = 'no reason was given') {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it begins a colour
  const lines = why.replace(/\u001b\[[0-9;]*m/g, '').split('\n');
  const stack = lines.findIndex((line) => line.startsWith('    at '));
  const told = lines.slice(0, stack < 0 ? lines.length : stack).map((line) => line.trim());
  failures.push(
    `${stage}: ${test}: ${told
      .filter((line) => line !== '')
      .join(' | ')
      .slice(0, 2_000)}`,
  );
}

/** The samples, less the file that shows mistakes. */
async function goodManifests() {
  const folder = join(root, 'out', 'good-samples');
  await rm(folder, { recursive: true, force: true });
  await cp(join(root, 'samples'), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('mistakes.yaml'),
  });
  return check('manifests', ['scripts/run.mjs', 'scripts/check-manifests.ts', folder]);
}

/**
 * @param {string} project
 * @param {readonly string[]} filter
 */
async function vitest(project, filter) {
  const results = join(root, 'out', 'results', `${project}.json`);
  await rm(results, { force: true });
  const reporters = [
    '--reporter=default',
    '--reporter=./test/support/skip-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${results}`,
  ];
  const code = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    ...reporters,
    ...filter,
  ]);
  const report = await readJson(results);
  if (!report) {
    tellFailure(project, 'the whole stage', `no report, exit code ${code}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  /** @type {Counts} */
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  // A file that cannot be loaded and an error outside every test fail no test of the report.
  /** @type {{ name: string, status: string, message?: string,
   *   assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} */
  const files = report.testResults;
  for (const { name, status, message, assertionResults } of files) {
    const file = relative(root, name);
    if (status === 'failed' && assertionResults.length === 0) {
      counts.failed++;
      tellFailure(project, file, message);
    }
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed') tellFailure(project, `${file} > ${fullName}`, failureMessages[0]);
    }
  }
  countExit(project, counts, code);
  return counts;
}

/**
 * A program that fails although no test of it did has failed once, of what it prints elsewhere.
 * @param {string} stage
 * @param {Counts} counts
 * @param {number} code
 */
function countExit(stage, counts, code) {
  if (code === 0 || counts.failed > 0) return;
  counts.failed = 1;
  tellFailure(stage, 'outside every test', `exit code ${code}`);
}

/**
 * All tests against the sandbox, or those of the tree against a real server.
 * @type {Stage}
 */
async function extensionHost(given) {
  const { filter, real, version } = serverArguments(given);
  const server = real ? ['--real', await builtControlPlane(version)] : [];
  const results = join(root, 'out', 'results', real ? 'extension-real.json' : 'extension.json');
  await rm(results, { force: true });
  const code = await run(['test/support/extension-tests.ts', '--results', results, ...server, ...filter]);
  /** @type {Counts & { failures: { title: string, why: string }[] }} */
  const { failures, ...counts } = (await readJson(results)) ?? {
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: [],
  };
  for (const { title, why } of failures) tellFailure('extension', title, why);
  countExit('extension', counts, code);
  return counts;
}

/**
 * The whole stage against the sandbox, or what speaks to a real server alone: the API suite, the client, and streams.
 * @type {Stage}
 */
async function contract(given) {
  const { filter, real, version } = serverArguments(given);
  if (version !== undefined) process.env.KUBEWRIGHT_CONTRACT_VERSION = version;
  if (!real && !process.env.KUBECONFIG_REAL) return vitest('contract', filter);
  process.env.KUBEWRIGHT_CONTRACT_SERVER = 'real';
  if (!process.env.KUBECONFIG_REAL) await builtControlPlane(version);
  return vitest(
    'contract',
    filter.length > 0
      ? filter
      : ['test/contract/api/suite', 'test/contract/api/client-', 'test/contract/streams/'],
  );
}

/**
 * Builds the control plane of this version, or of the usual one, and gives the version.
 * @param {string | undefined} asked
 */
async function builtControlPlane(asked) {
  const { buildControlPlane, isControlPlaneVersion, releases } = await import(
    '../test/control-plane/build.mjs'
  );
  const wanted = asked ?? '1.35';
  if (!isControlPlaneVersion(wanted)) {
    failWith(
      new StepFailure(`--kubernetes-version takes ${Object.keys(releases).join(', ')}, not ${wanted}`),
    );
  }
  await buildControlPlane(wanted).catch(failWith);
  return wanted;
}

/**
 * What `npm run contract` and `npm run extension` are given: flags, and the rest, which filters the tests.
 * @param {readonly string[]} words
 */
function serverArguments(words) {
  const filter = words.filter((word) => word !== '--real');
  const at = filter.findIndex((word) => /^--kubernetes-version(=|$)/.test(word));
  if (at < 0) return { filter, real: filter.length < words.length, version: undefined };
  const [flag, written] = filter[at]?.split('=') ?? [];
  const version = written ?? filter[at + 1] ?? '';
  filter.splice(at, flag !== undefined && written !== undefined ? 1 : 2);
  return { filter, real: words.includes('--real'), version };
}

/** @param {string} path */
async function readJson(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * Runs a program by the project's own Node, as npm scripts would.
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
function run(args) {
  const bin = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const child = spawn(projectNode, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}
