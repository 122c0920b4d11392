import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atCursor } from '../support/cursor.ts';
import { openWorkbench, type Workbench } from '../support/workbench.ts';
import { readScreen } from '../typing/screen.ts';
import { runScript, tallPage } from '../typing/script.ts';
import { Typist } from '../typing/typist.ts';

const folder = resolve(import.meta.dirname, '../typing');
/** What is a second for a person may take a busy machine many. */
const timeout = 600_000;
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    folder: join(folder, 'workspace'),
    extension: 'development',
    // As VS Code ships, but for what the extension sets.
    settings: { 'editor.wordBasedSuggestions': undefined },
  });
  await workbench.page.setViewportSize(tallPage);
});

afterAll(async () => {
  await workbench?.close();
});

describe('a whole document, typed key by key, is what was meant', () => {
  test.each([
    ['service.yaml', 'ignore'],
    ['custom.yaml', 'ignore'],
    ['networkpolicy.yaml', 'ignore'],
    ['service.yaml', 'tab'],
    ['custom.yaml', 'enter'],
    ['custom.yaml', 'ctrl-space'],
    ['networkpolicy.yaml', 'paste'],
  ] as const)(
    '%s, %s',
    async (name, style) => {
      const meant = await readFile(join(folder, 'documents', name), 'utf8');
      const outcome = await runScript(workbench, { name, meant, style, delay: 20 });
      if (outcome.error !== undefined) throw new Error(outcome.error);
      expect(outcome.text).toBe(meant);
    },
    timeout,
  );
});

/** Keys that are pressed from one text to another, with the cursor at `|`: names of keys, or `"text"` to type. */
interface Presses {
  readonly name: string;
  readonly before: string;
  readonly keys: readonly string[];
  readonly after: string;
}

const head = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n';

describe('keys do in a manifest what they do elsewhere', () => {
  presses({
    name: 'Enter behind an empty item begins a line',
    before: `${head}spec:\n  containers:\n    - |`,
    keys: ['Enter', '"x"'],
    after: `${head}spec:\n  containers:\n    - \n    x|`,
  });
  presses({
    name: 'Enter behind an item without keys, and the next dash',
    before: `${head}spec:\n  containers:\n    - args:\n        - run|`,
    keys: ['Enter', '"- fast"'],
    after: `${head}spec:\n  containers:\n    - args:\n        - run\n        - fast|`,
  });
  presses({
    name: 'Backspace goes back one step of the indentation',
    before: `${head}spec:|`,
    keys: ['Enter', 'Backspace', '"x"'],
    after: `${head}spec:\nx|`,
  });
  presses({
    name: 'a word of a comment and Enter',
    before: `${head}# nam|`,
    keys: ['"e"', 'Enter', '"x"'],
    after: `${head}# name\nx|`,
  });
  presses({
    name: 'a word of a block scalar and Enter',
    before: `${head}data:\n  a: |-\n    spe|`,
    keys: ['"c"', 'Enter', '"kin"', 'Enter'],
    after: `${head}data:\n  a: |-\n    spec\n    kin\n    |`,
  });
  presses({
    name: 'a word of a script that another of the file is like, and Enter',
    before: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: scripts\ndata:\n  run.sh: |-\n    if [ "$DONE" ]; then\n      echo do|`,
    keys: ['"ne"', 'Enter', '"x"'],
    after: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: scripts\ndata:\n  run.sh: |-\n    if [ "$DONE" ]; then\n      echo done\n      x|`,
  });
  presses({
    name: 'text at two cursors, and Enter',
    before: `${head}  labels:\n    app|: a\n    two: b\n`,
    keys: ['Shift+Alt+ArrowDown', '"s"', 'End', 'Enter'],
    after: `${head}  labels:\n    apps: a\n    |\n    twos: b\n    \n`,
  });
  presses({
    name: 'a line moved up',
    before: `${head}  labels:\n    app: a\n    two: b|\n`,
    keys: ['Alt+ArrowUp'],
    after: `${head}  labels:\n    two: b|\n    app: a\n`,
  });
  presses({
    name: 'a line duplicated below',
    before: `${head}  labels:\n    app: a|\n`,
    keys: ['Control+Shift+Alt+ArrowDown'],
    after: `${head}  labels:\n    app: a\n    app: a|\n`,
  });
  presses({
    name: 'a name that another begins with, and Enter',
    before: `${head}spec:\n  volumes:\n    - name: database\n      emptyDir: {}\n  containers:\n    - name: web\n      volumeMounts:\n        - name:|\n`,
    keys: ['" data"', 'Enter', '"mountPath: /data"'],
    after: `${head}spec:\n  volumes:\n    - name: database\n      emptyDir: {}\n  containers:\n    - name: web\n      volumeMounts:\n        - name: data\n          mountPath: /data|\n`,
  });
  presses({
    name: 'a kind of somebody else that a known one begins with, and Enter',
    before: 'apiVersion: cert-manager.io/v1\nkind:|',
    keys: ['" Certificate"', 'Enter', '"x"'],
    after: 'apiVersion: cert-manager.io/v1\nkind: Certificate\nx|',
  });
  presses({
    name: 'kind before apiVersion, and Enter',
    before: 'kind:|',
    keys: ['" Role"', 'Enter', '"apiVersion: rbac.authorization.k8s.io/v1"'],
    after: 'kind: Role\napiVersion: rbac.authorization.k8s.io/v1|',
  });
  presses({
    name: 'one step takes an accepted suggestion back',
    before: 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n|',
    keys: ['"spe"', 'suggestion spec', 'Tab', 'Control+z'],
    after: 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspe|',
  });
  presses({
    name: 'Tab behind the text of a stop that the list shows goes to the next stop',
    before: `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  selector:\n    matchLabels:\n      app: hello\n  tem|\n`,
    keys: [
      'Control+Space',
      'suggestion template',
      'Tab',
      '"app: hel"',
      'suggestion hello',
      '"lo"',
      'suggestion hello',
      'Tab',
      '"web"',
    ],
    after: `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  selector:\n    matchLabels:\n      app: hello\n  template:\n    metadata:\n      labels:\n        app: hello\n    spec:\n      containers:\n        - name: web|\n`,
  });
  presses({
    name: 'one step takes a kind with its apiVersion back',
    before: 'kind: |\n',
    keys: ['"Dep"', 'suggestion Deployment', 'Enter', 'Control+z'],
    after: 'kind: Dep|\n',
  });
});

test(
  'the list, in a light and a dark theme',
  async () => {
    await workbench.page.setViewportSize({ width: 1400, height: 500 });
    const toggle = 'Preferences: Toggle between Light/Dark Themes';
    for (const theme of ['light', 'dark']) {
      for (const [what, text] of [
        ['fields', `${head}spec:\n  containers:\n    - name: web\n      re`],
        ['values', `${head}spec:\n  dnsPolicy:`],
      ] as const) {
        const path = `list-of-${what}-${theme}.yaml`;
        await writeFile(join(workbench.folder, path), text);
        await workbench.openFile(path);
        await workbench.press('Control+End');
        await workbench.type(what === 'values' ? ' ' : 's');
        expect(await workbench.suggestions()).toContain(what === 'values' ? 'ClusterFirst' : 'resources');
        await workbench.screenshot(`typing-${what}-${theme}`);
        await workbench.press('Escape');
        await workbench.savedText(path);
      }
      await workbench.command(toggle);
    }
    await workbench.page.setViewportSize(tallPage);
  },
  timeout,
);

function presses({ name, before, keys, after }: Presses): void {
  test(
    name,
    async () => {
      const { text, offset } = atCursor(before);
      const path = `${name.replace(/\W+/g, '-')}.yaml`;
      await writeFile(join(workbench.folder, path), text);
      await workbench.openFile(path);
      const typist = new Typist(workbench.page, 20);
      const lines = text.slice(0, offset).split('\n');
      await typist.press('Control+Home');
      await typist.press('ArrowDown', lines.length - 1);
      await typist.press('Home');
      await typist.press('Home');
      // Home stops at the first word of a line, and from there at its start.
      const { before: above } = await readScreen(workbench.page);
      await typist.press('ArrowRight', lines.at(-1)!.length - above.split('\n').at(-1)!.length);
      for (const key of keys) {
        const [, label] = /^suggestion (.*)$/.exec(key) ?? [];
        if (key.startsWith('"')) await typist.type(key.slice(1, -1));
        else if (label === undefined) await typist.press(key);
        else await typist.suggestions((seen) => seen?.labels[seen.selected] === label, 20_000);
        if (key === 'Tab' || key === 'Enter') await typist.look();
      }
      const seen = await typist.screen((screen) => `${screen.before}|${screen.behind}` === after, 5_000);
      await typist.press('Escape');
      await workbench.savedText(path);
      await workbench.press('Control+F4');
      expect(`${seen.before}|${seen.behind}`).toBe(after);
    },
    timeout,
  );
}
