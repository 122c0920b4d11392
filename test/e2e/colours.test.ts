import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { perTest } from '../support/per-test.ts';
import type { Workbench } from '../support/workbench.ts';

const folder = join(resolve(import.meta.dirname, '../fixtures'), 'colours');
const { openWorkbench } = perTest();

const files = [
  'templates/deployment.yaml',
  'templates/_helpers.tpl',
  'configmap.yaml',
  'policy.yaml',
  'rule.cel',
];

const patience = { timeout: 60_000 };

describe('colours', () => {
  test.each([
    ['dark', 'Default Dark Modern'],
    ['light', 'Default Light Modern'],
    ['high-contrast', 'Default High Contrast'],
  ])('%s', async (name, theme) => {
    const workbench = await openWorkbench({
      folder,
      extension: 'development',
      settings: { 'workbench.colorTheme': theme, 'editor.minimap.enabled': false },
    });
    for (const file of files) {
      await workbench.openFile(file);
      // A grammar's colours are there at once or soon; those of the server when it has read the file.
      const first = firstWords[file]!;
      await expect.poll(() => differ(workbench, first), patience).toBe(true);
      if (file === 'policy.yaml') await expectMeaning(workbench);
      await workbench.screenshot(`colours-${name}-${file.split('/').at(-1)!}`);
    }
  });
});

/** Fields look as keys of YAML do, and what the API knows of values shows. */
async function expectMeaning(workbench: Workbench): Promise<void> {
  await expect
    .poll(
      async () => [
        await sameColour(workbench, 'failurePolicy', 'app'),
        await sameColour(workbench, 'Fail', 'replicas'),
        await sameColour(workbench, 'ValidatingAdmissionPolicy', 'replicas'),
      ],
      patience,
    )
    .toEqual([true, false, false]);
}

/** Two words of each file that are coloured otherwise than each other as soon as it is coloured. */
const firstWords: Readonly<Record<string, readonly [string, string]>> = {
  'templates/deployment.yaml': ['Deployment', 'web'],
  'templates/_helpers.tpl': ['define', 'nobody'],
  'configmap.yaml': ['ConfigMap', 'settings'],
  'policy.yaml': ['ValidatingAdmissionPolicy', 'most'],
  'rule.cel': ['startsWith', 'number'],
};

async function differ(workbench: Workbench, [one, other]: readonly [string, string]): Promise<boolean> {
  const colours = [await colourOf(workbench, one), await colourOf(workbench, other)];
  return !colours.includes(undefined) && colours[0] !== colours[1];
}

async function sameColour(workbench: Workbench, one: string, other: string): Promise<boolean> {
  return (await colourOf(workbench, one)) === (await colourOf(workbench, other));
}

/** The colour of a word in the editor, where it is a word of its own there. */
async function colourOf({ page }: Workbench, word: string): Promise<string | undefined> {
  const spans = page.locator('.view-line span > span').filter({ hasText: new RegExp(`^\\s*${word}\\s*$`) });
  if ((await spans.count()) === 0) return undefined;
  return spans.first().evaluate((span) => `${Reflect.get(globalThis, 'getComputedStyle')(span).color}`);
}
