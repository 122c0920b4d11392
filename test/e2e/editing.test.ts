import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../support/workbench.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          image: nginx
          ports:
            - containerPort: 80
`;

/** A busy machine makes no test fail. */
const patience = { timeout: 30_000 };

let workbench: Workbench;
let files = 0;

beforeAll(async () => {
  workbench = await openWorkbench({ folder: join(fixtures, 'workspace'), extension: 'development' });
  // Until the extension is there, which the first file starts, a paste is VS Code's own.
  await workbench.openFile('deployment.yaml');
  await workbench.page.locator('.breadcrumbs-control').getByText('Deployment/').waitFor(patience);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await workbench?.screenshot(`failed-${task.name.slice(0, 40)}`);
});

afterAll(async () => {
  await workbench?.close();
});

test('a paste goes to the indentation of its place, and one undo takes it back', async () => {
  const file = await edit(`${deployment}          ‸\n`);
  await workbench.paste('- name: sidecar\n  image: busybox');
  const after = `${deployment}        - name: sidecar\n          image: busybox\n`;
  await shows('busybox');
  await workbench.screenshot('paste-at-the-indentation-of-its-place');
  expect(await workbench.savedText(file)).toBe(after);
  await workbench.press('Control+KeyZ');
  expect(await workbench.savedText(file)).toBe(`${deployment}          \n`);
});

test.each([
  {
    name: 'behind a key',
    text: 'spec:\n  strategy: ‸\n  replicas: 1\n',
    pasted: 'type: RollingUpdate\n          rollingUpdate:\n            maxSurge: 1',
    after:
      'spec:\n  strategy:\n    type: RollingUpdate\n    rollingUpdate:\n      maxSurge: 1\n  replicas: 1\n',
  },
  {
    name: 'behind a dash',
    text: 'containers:\n  - ‸\n',
    pasted: '- name: web\n      image: nginx\n    - name: sidecar',
    after: 'containers:\n  - name: web\n    image: nginx\n  - name: sidecar\n',
  },
  {
    name: 'at the start of an empty line',
    text: 'metadata:\n  labels:\n‸\n',
    pasted: 'app: web\ntier: front',
    after: 'metadata:\n  labels:\n    app: web\n    tier: front\n',
  },
  {
    name: 'into a block scalar, with Windows line ends',
    text: 'data:\n  run.sh: |\n    set -e\n    ‸\n',
    pasted: 'if true; then\r\n  echo $HOME $1 \\n\r\nfi',
    after: 'data:\n  run.sh: |\n    set -e\n    if true; then\n      echo $HOME $1 \\n\n    fi\n',
  },
  {
    name: 'of words, as they are',
    text: 'spec:\n  ‸\n',
    pasted: 'some words\n     and more',
    after: 'spec:\n  some words\n     and more\n',
  },
])('a paste $name', async ({ text, pasted, after }) => {
  const file = await edit(text);
  await workbench.paste(pasted);
  // What is typed at once goes behind what is pasted, once that is there: VS Code gives up a paste that one types into.
  await shows(pasted.split(/\s+/).findLast((word) => !text.includes(word))!);
  await workbench.type('x');
  expect(await workbench.savedText(file)).toBe(
    `${after.slice(0, endOf(after, text))}x${after.slice(endOf(after, text))}`,
  );
});

test('a copy knows where it came from', async () => {
  const file = await edit(`${deployment.replace('ports:', '‸ports:')}`);
  await workbench.press('Shift+ArrowDown');
  await workbench.press('Shift+End');
  await workbench.press('Control+KeyC');
  await workbench.press('Control+End');
  await workbench.type('other:\n');
  await workbench.press('Home');
  await workbench.press('Control+KeyV');
  await shows('containerPort: 80', 2);
  await workbench.type('80');
  expect(await workbench.savedText(file)).toBe(`${deployment}other:\n  ports:\n    - containerPort: 8080`);
});

test('a line that is copied without a selection goes above the line of the cursor', async () => {
  const file = await edit('a:\n  b: ‸1\n  c: 2\n');
  await workbench.press('Control+KeyC');
  await workbench.press('ArrowDown');
  await workbench.press('Control+KeyV');
  await shows('b: 1', 2);
  expect(await workbench.savedText(file)).toBe('a:\n  b: 1\n  b: 1\n  c: 2\n');
});

test('several cursors paste a line each', async () => {
  const file = await edit('a:\n  ‸b: 1\n  c: 2\nd:\n  \n  \n');
  await workbench.press('Shift+Alt+ArrowDown');
  await workbench.press('Shift+End');
  await workbench.press('Control+KeyC');
  await workbench.press('Escape');
  await workbench.press('Escape');
  await goTo(5, 3);
  await workbench.press('Shift+Alt+ArrowDown');
  await workbench.press('Control+KeyV');
  await shows('b: 1', 2);
  expect(await workbench.savedText(file)).toBe('a:\n  b: 1\n  c: 2\nd:\n  b: 1\n  c: 2\n');
});

test('Tab and Shift+Tab move an item with what belongs to it, in one step', async () => {
  const text = `${deployment}        - name: https\n          containerPort: 443\n`;
  const deeper = `${deployment}            - name: https\n              containerPort: 443\n`;
  const file = await edit(text.replace('- name: https', '‸- name: https'));
  // Where the cursor stands is told to VS Code's keys by the extension, in a process of its own: nobody goes to a line and
  // presses Tab at once.
  await workbench.page.waitForTimeout(1_000);
  await workbench.press('Tab');
  await shows('            - name: https');
  await workbench.screenshot('tab-moves-an-item');
  expect(await workbench.savedText(file)).toBe(deeper);
  await workbench.press('Shift+Tab');
  await shows('\n        - name: https');
  expect(await workbench.savedText(file)).toBe(text);
  await workbench.press('Control+KeyZ');
  expect(await workbench.savedText(file)).toBe(deeper);
});

test.each([
  { name: 'in the text of a block scalar', text: 'a: |\n  ‸- b\n    c\n', after: 'a: |\n    - b\n    c\n' },
  { name: 'behind the dash', text: 'a:\n  - ‸b: 1\n    c: 2\n', after: 'a:\n  -   b: 1\n    c: 2\n' },
  { name: 'in front of a key', text: 'a:\n  ‸b: 1\n', after: 'a:\n    b: 1\n' },
  {
    name: 'with lines selected',
    text: 'a:\n  ‸- b: 1\n    c: 2\n    d: 3\n',
    keys: ['Shift+ArrowDown'],
    after: 'a:\n    - b: 1\n      c: 2\n    d: 3\n',
  },
  {
    name: 'at several cursors',
    text: 'a:\n  ‸- b: 1\n    c: 2\n    d: 3\n',
    keys: ['Shift+Alt+ArrowDown'],
    after: 'a:\n    - b: 1\n      c: 2\n    d: 3\n',
  },
])('Tab does what it does $name', async ({ text, keys = [], after }) => {
  const file = await edit(text);
  // Where it would move the item, the extension has told VS Code's keys so by then.
  await workbench.page.waitForTimeout(1_000);
  for (const key of keys) await workbench.press(key);
  await workbench.press('Tab');
  await shows(after.split('\n')[1]!);
  expect(await workbench.savedText(file)).toBe(after);
});

test('Tab leaves the editor where it moves the focus', async () => {
  const text = 'a:\n  - b: 1\n    c: 2\n';
  const file = await edit(text.replace('- b', '‸- b'));
  await workbench.page.waitForTimeout(1_000);
  await workbench.press('Control+KeyM');
  await workbench.page.locator('.statusbar-item').getByText('Tab Moves Focus').waitFor(patience);
  await workbench.press('Tab');
  await workbench.page.locator('.editor-instance .monaco-editor.focused').waitFor({ state: 'detached' });
  await workbench.press('Control+KeyM');
  await workbench.page.locator('.statusbar-item').getByText('Tab Moves Focus').waitFor({ state: 'detached' });
  expect(await workbench.savedText(file)).toBe(text);
});

/** Opens a new file with a text, and puts the cursor where `‸` is. */
async function edit(marked: string): Promise<string> {
  const [before, behind] = marked.split('‸');
  const file = `editing-${++files}.yaml`;
  await writeFile(join(workbench.folder, file), before! + behind!);
  await workbench.openFile(file);
  const lines = before!.split('\n');
  await goTo(lines.length, lines.at(-1)!.length + 1);
  return file;
}

/** Puts the cursor at a line and a column, both counted from 1. */
async function goTo(line: number, column: number): Promise<void> {
  await workbench.press('Control+KeyG');
  await workbench.quickInput().waitFor();
  await workbench.quickInput().fill(`:${line}:${column}`);
  await workbench.press('Enter');
  await workbench.quickInput().waitFor({ state: 'hidden' });
}

/** Waits until the editor shows a text, so many times. */
async function shows(text: string, times = 1): Promise<void> {
  const lines = workbench.page.locator('.editor-instance .view-line');
  await expect
    .poll(async () => {
      const shown = (await lines.allTextContents()).join('\n').replaceAll('\u00a0', ' ').replaceAll('·', ' ');
      return shown.split(text).length - 1;
    }, patience)
    .toBeGreaterThanOrEqual(times);
}

/** Where a paste ends: what stood behind the cursor is behind it. */
function endOf(after: string, marked: string): number {
  return after.length - marked.split('‸')[1]!.length;
}
