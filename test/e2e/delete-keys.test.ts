import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { perTest } from '../support/per-test.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import type { Workbench } from '../support/workbench.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();
const path = '/api/v1/namespaces/keys/configmaps';
const names = Array.from({ length: 40 }, (_, at) => `key-${String(at + 10)}`);

let sandbox: Sandbox;
let opened: Workbench;

beforeEach(async () => {
  sandbox = await startSandbox({ content: 'samples' });
  const cluster: string = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
  await ask(sandbox, 'POST', '/api/v1/namespaces', { metadata: { name: 'keys' } });
  for (const name of names) await make(name);
  opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
  });
  await opened.showView('Kubewright');
  await opened.expand(cluster);
  await opened.expand('Configuration');
  await opened.expand('ConfigMaps');
  await row('key-10').waitFor();
});
afterEach(async () => {
  expect(await left()).toEqual([]);
});

describe('the key Delete asks about the line that the keyboard is at', () => {
  /** What a person does after a click on `key-12`, and which objects they mean then. */
  const ways: readonly {
    readonly way: string;
    readonly does: () => Promise<void>;
    readonly means: string | RegExp;
  }[] = [
    { way: 'the mouse', does: async () => {}, means: 'ConfigMap key-12' },
    { way: 'an arrow', does: () => press('ArrowDown'), means: 'ConfigMap key-13' },
    {
      way: 'arrows',
      does: () => press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'),
      means: 'ConfigMap key-14',
    },
    { way: 'a page', does: () => press('PageDown'), means: /^ConfigMap key-\d\d$/ },
  ];

  test('and a menu offers what can be done to all that it is about', async () => {
    await row('key-12').click();
    await row('key-13').click({ modifiers: ['Control'] });
    const menus: string[][] = [];
    for (const name of ['key-13', 'key-15']) {
      await row(name).click({ button: 'right' });
      const items = opened.page.locator('.context-view .action-item .action-label');
      await items.filter({ hasText: 'Delete' }).waitFor();
      menus.push((await items.allTextContents()).filter((label) => label !== ''));
      await opened.press('Escape');
    }
    // VS Code does not tell a menu of another line that it is none of those that are selected.
    expect(menus).toEqual([
      ['Copy Name', 'Delete'],
      ['Copy Name', 'Delete'],
    ]);
  });

  test('in every way to get there, and the question names it', async () => {
    for (const { way, does, means } of ways) {
      await row('key-12').click();
      await does();
      const at = await focused();
      await opened.press('Delete');
      const question = await asked();
      await opened.press('Escape');
      await opened.quickInput().waitFor({ state: 'detached' });
      if (question.startsWith('ConfigMap')) expect.soft(question, way).toBe(`ConfigMap ${at}`);
      expect.soft(question, way).toMatch(means);
    }
  });
});

/** Presses keys one after the other. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await opened.press(key);
}

/** The name in the line that the keyboard is at, as the page shows it; empty where it is at none. */
async function focused(): Promise<string> {
  const label = opened.page.locator('.part.sidebar .monaco-list-row.focused .label-name');
  return (await label.count()) === 0 ? '' : ((await label.first().textContent()) ?? '');
}

/** What the question is about: `ConfigMap key-12`, `2 objects`. */
async function asked(): Promise<string> {
  const text = opened.quickPickRow(/^Delete .* from/).first();
  await text.waitFor({ timeout: 5_000 });
  return /^Delete (.*) from/.exec((await text.locator('.label-name').first().textContent()) ?? '')?.[1] ?? '';
}

function row(name: string) {
  return opened.treeRow(new RegExp(`^${name}`)).first();
}

async function make(name: string): Promise<void> {
  await ask(sandbox, 'POST', path, { metadata: { name } });
}

/** The objects that were deleted though nobody has confirmed it. */
async function left(): Promise<string[]> {
  const { body } = await ask(sandbox, 'GET', path);
  const there = new Set(body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name));
  return names.filter((name) => !there.has(name));
}
