import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { perTest } from '../support/per-test.ts';
import type { Workbench } from '../support/workbench.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();

test('a file is dragged onto a cluster and asked about there, and an object into an editor, where it is a manifest', async () => {
  const sandbox = await startSandbox({ content: 'samples' });
  const cluster: string = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
  const opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
  });
  await opened.showView('Kubewright');
  await opened.openFile('shop/list.yaml');
  await opened.treeRow(cluster).first().waitFor();

  await drag(opened, '.tab.active', opened.treeRow(cluster).first(), { shows: '.part.sidebar .drop-target' });
  const question = opened.quickPickRow(/Apply \d/).first();
  await question.waitFor();
  expect(await question.textContent()).toContain(cluster);
  await opened.screenshot('drag-file');
  await opened.press('Escape');
  await opened.quickInput().waitFor({ state: 'detached' });

  await opened.openFile('shop/list.yaml');
  await opened.expand(cluster);
  await opened.expand(/^Config$/);
  await opened.expand('ConfigMaps');
  const row = opened.treeRow(/^web.*shop/).first();
  await row.waitFor();
  const file = join(opened.folder, 'shop/list.yaml');
  const before = parseAllDocuments(await readFile(file, 'utf8')).length;
  const lines = opened.page.locator('.editor-instance .view-lines').first();
  const dirty = opened.page.locator('.tab.active.dirty');
  // A drop carries nothing while VS Code, busy, has not asked the view what is dragged: who sees that drags again.
  for (let left = 3; left > 0; left--) {
    await drag(opened, row, lines, { shows: '.monaco-editor .dnd-target', key: 'Shift' });
    // What is pressed meanwhile gives the drop up.
    const isThere = await dirty.waitFor({ timeout: left > 1 ? 10_000 : 30_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) break;
  }
  await dirty.waitFor();
  await opened.screenshot('drag-object');
  await opened.press('Control+s');
  await opened.page.locator('.tab.active:not(.dirty)').waitFor();
  const documents = parseAllDocuments(await readFile(file, 'utf8')).map((one) => one.toJS());
  expect(documents.length).toBe(before + 1);
  const { kind, metadata } = documents.at(-1);
  expect([kind, Object.keys(metadata)]).toEqual(['ConfigMap', ['name', 'namespace', 'labels']]);
});

type Place = ReturnType<Workbench['treeRow']>;

/**
 * Drags by the mouse, with a key held where it is let go: once the page shows that it would be taken there. VS Code drags nothing where
 * it shows the line anew in that moment: who sees that drags again.
 */
async function drag(
  { page }: Workbench,
  from: Place | string,
  to: Place,
  { shows, key }: { shows: string; key?: string },
): Promise<void> {
  const middle = async (place: Place) => {
    const { x, y, width, height } = (await place.boundingBox())!;
    return [x + Math.min(width / 2, 120), y + Math.min(height / 2, 60)] as const;
  };
  const place = typeof from === 'string' ? page.locator(from).first() : from;
  const isDragged = async () => {
    await page.mouse.move(...(await middle(place)));
    await page.mouse.down();
    const [x, y] = await middle(to);
    await page.mouse.move(x + 5, y + 5, { steps: 5 });
    if (key !== undefined) await page.keyboard.down(key);
    for (let left = 40; left > 0; left--) {
      await page.mouse.move(x + 1, y);
      await page.mouse.move(x, y);
      if ((await page.locator(shows).count()) > 0) return true;
      await page.waitForTimeout(100);
    }
    return false;
  };
  const letGo = async () => {
    await page.mouse.up();
    if (key !== undefined) await page.keyboard.up(key);
  };
  for (let left = 5; !(await isDragged()); left--) {
    await letGo();
    expect(left).toBeGreaterThan(1);
  }
  // VS Code asks the view what is dragged, and a drop before the answer carries nothing: nobody's hand is as quick.
  await page.waitForTimeout(1_000);
  await letGo();
}
