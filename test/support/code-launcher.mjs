#!/usr/bin/env node
// Takes the place of the `code` program where no desktop VS Code can be had: takes its arguments, runs the same
// product as a web workbench in a headless Chromium, prints what its extension host prints, and ends with its code. Each
// time that VS Code did not find a line of a tree view counts as a test that failed.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { format, parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/setup/chromium.mjs';
import { pageUrl, startWorkbench } from '../../scripts/workbench.mjs';
import { treeError } from './tree-errors.ts';

const limit = Number(process.env.EXTENSION_LIMIT ?? 10 * 60_000);
const { values, positionals } = parseArgs({ strict: false, allowPositionals: true });
const [folder] = positionals;
const data = values['user-data-dir'];
if (!folder || typeof data !== 'string') {
  console.error('usage: code-launcher.mjs --user-data-dir=FOLDER --extensionDevelopmentPath=... FOLDER');
  process.exit(2);
}

const server = await startWorkbench({
  data,
  flags: [
    '--enable-smoke-test-driver',
    ...(values['disable-workspace-trust'] ? ['--disable-workspace-trust'] : []),
  ],
});
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
});
/** What is said of tree views that are asked for lines which they have not.
 * @type {Set<string>} */
const treeErrors = new Set();
let code = 1;
try {
  const context = await browser.newContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  const page = await context.newPage();
  const exited = new Promise((done) => page.exposeFunction('codeAutomationExit', done));
  await page.exposeFunction(
    'codeAutomationLog',
    /** @param {string} _type @param {unknown[]} args */ (_type, args) => {
      const line = format(...args);
      // The workbench is installed without its native logger, and says so at each start.
      if (!line.includes('spdlog')) console.log(line);
      const error = treeError(line);
      if (error !== undefined) treeErrors.add(error);
    },
  );
  /** @type {Record<string, string>} */
  const payload = {};
  for (const key of ['extensionDevelopmentPath', 'extensionTestsPath']) {
    const path = values[key];
    if (typeof path === 'string') payload[key] = path;
  }
  await page.goto(pageUrl(server.origin, { folder, payload }));
  const late = new Promise((done) => setTimeout(done, limit, 'late').unref());
  const result = await Promise.race([exited, late, server.ended.then(() => 'server')]);
  if (result === 'late') console.error(`the tests had not ended after ${limit} ms`);
  else if (result === 'server') console.error('the workbench ended before the tests did');
  else code = Number(result);
} finally {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}
if (treeErrors.size > 0) {
  code ||= 1;
  await addFailures(process.env.EXTENSION_RESULTS);
}
process.exit(code);

/**
 * To the results that the extension host has left behind, if it has.
 * @param {string | undefined} path
 */
async function addFailures(path) {
  const text = path === undefined ? undefined : await readFile(path, 'utf8').catch(() => undefined);
  if (path === undefined || text === undefined) return;
  /** @type {import('./extension-run.ts').ExtensionResults} */
  const results = JSON.parse(text);
  results.failed += treeErrors.size;
  results.failures.push(...[...treeErrors].map((why) => ({ title: 'the console of the workbench', why })));
  await writeFile(path, JSON.stringify(results));
}
