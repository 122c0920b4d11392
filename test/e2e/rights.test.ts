import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { clickRow } from '../support/click-row.ts';
import { perTest } from '../support/per-test.ts';
import { themes } from '../support/themes.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();

test.each(themes)(
  'what a viewer may not do is dimmed, and its line says which right is missing (%s)',
  async (theme) => {
    const sandbox = await startSandbox({ content: 'samples' });
    const opened = await openWorkbench({
      folder: join(root, 'samples'),
      extension: 'development',
      kubeconfig: sandbox.kubeconfig,
      settings: { 'workbench.colorTheme': theme },
    });
    await opened.showView('Kubewright');
    await opened.expand('viewer');
    await opened.expand(/^Config$/);
    await opened.expand('ConfigMaps');
    const line = opened.treeRow(/^web.*shop/).first();
    await line.waitFor();
    const menu = opened.page.locator('.context-view .monaco-menu');
    const action = (name: string) =>
      menu.locator('.action-item', { has: opened.page.locator('.action-label', { hasText: name }) });
    // The rights are asked for once the line is there.
    await expect
      .poll(
        async () => {
          await clickRow(line, { button: 'right' });
          await menu.waitFor();
          const isDimmed = (await action('Delete').getAttribute('class'))?.includes('disabled');
          if (!isDimmed) await opened.page.keyboard.press('Escape');
          return isDimmed;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    expect(await action('Open YAML').getAttribute('class')).not.toContain('disabled');
    await opened.screenshot(`rights-menu-${theme.replaceAll(' ', '-').toLowerCase()}`);
    await opened.page.keyboard.press('Escape');
    await line.hover();
    const tooltip = opened.page.locator('.monaco-hover', { hasText: 'You may not' });
    await tooltip.waitFor();
    expect((await tooltip.textContent())?.replace(/\s+/g, ' ')).toContain('delete configmaps');
    await opened.screenshot(`rights-tooltip-${theme.replaceAll(' ', '-').toLowerCase()}`);
  },
);

test('what is picked says which right is missing', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
  await opened.command('Kubewright: Delete an Object…');
  await opened.quickPickRow('viewer').waitFor();
  await opened.pick('viewer');
  await opened.quickPickRow(/^shop/).waitFor();
  await opened.pick(/^shop/);
  await opened.quickPickRow(/^ConfigMap.*you may not delete configmaps/).waitFor();
  await opened.screenshot('rights-kinds');
  await opened.pick(/^ConfigMap/);
  await opened.quickPickRow(/^web.*shop · you may not delete configmaps/).waitFor();
  await opened.screenshot('rights-objects');
});
