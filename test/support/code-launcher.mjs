#!/usr/bin/env node
// Takes the place of the `code` program where no desktop VS Code can be had: takes its arguments, runs the same
// product as a web workbench in a headless Chromium, prints what its extension host prints, and ends with its code, or
// with another one where a tree view had lines that VS Code did not find.
import { rm } from 'node:fs/promises';
import { format, parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/setup/chromium.mjs';
import { pageUrl, startWorkbench } from '../../scripts/workbench.mjs';

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
/** What is said of tree views that are asked for lines which they have not. */
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
      if (line.startsWith('TreeError')) treeErrors.add(line.split('\n')[0]);
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
for (const error of treeErrors) console.error(`✗ ${error}`);
process.exit(code === 0 && treeErrors.size > 0 ? 1 : code);
