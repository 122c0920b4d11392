import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cleanup, mockServer, secureMockServer } from '../contract/cluster/mock-server.ts';
import { openWorkbench, type Workbench } from '../support/workbench.ts';
import { answerWith } from './support/hostile-api.ts';
import { hostileText, mark, quoted } from './support/hostile-text.ts';

/** A way of foreign text onto the screen: what a person does to see it, and what comes from where. */
interface WayIn {
  readonly way: string;
  readonly look: () => Promise<unknown>;
  /** Where the text must be seen; the test is none where it never came. */
  readonly seen: string;
}

const after = cleanup();
const fetched: string[] = [];
const tree = '.part.sidebar .monaco-list-row';
const picked = '.quick-input-widget .monaco-list-row';
const notification = '.notifications-center .notification-list-item-message';
const hovered = '.monaco-hover:not(.hidden) .hover-contents, .workbench-hover';
const fileName = `[${mark}](command:workbench.action.terminal.new) $(flame).yaml`;

let text: string;
let folder: string;
let workbench: Workbench;

beforeAll(async () => {
  const web = await mockServer(after, ({ url = '' }, response) => {
    fetched.push(url);
    response.end();
  });
  text = hostileText(web.url);
  const { cluster } = await secureMockServer(after, answerWith(text));
  folder = await mkdtemp(join(tmpdir(), 'kubewright-hostile-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const plugin = join(folder, 'plugin.sh');
  await writeFile(plugin, `#!/bin/sh\nprintf '%s' ${shellQuoted(text)} >&2\nexit 1\n`);
  await chmod(plugin, 0o755);
  const exec = (command: string) => ({
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command,
      interactiveMode: 'Never',
      installHint: text,
    },
  });
  const context = (name: string, user: string) => ({
    name,
    context: { cluster: text, user, namespace: 'shop' },
  });
  await writeFile(
    kubeconfig,
    JSON.stringify({
      clusters: [{ name: text, cluster }],
      users: [
        { name: text, user: { token: 'x' } },
        { name: 'failing', user: exec(plugin) },
        { name: 'missing', user: exec('kubewright-no-such-plugin') },
      ],
      contexts: [
        context(`first ${text}`, text),
        context('failing plugin', 'failing'),
        context('missing plugin', 'missing'),
        { name: `broken ${text}`, context: { cluster: `no ${text}`, user: text } },
      ],
    }),
  );
  workbench = await openWorkbench({
    folder: resolve(import.meta.dirname, '../fixtures/workspace'),
    extension: 'development',
    kubeconfig,
    settings: { 'kubewright.placeholders': [`(${text}`] },
  });
  await writeFiles();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await workbench.screenshot(`failed-${task.name.slice(0, 60).replaceAll('/', '-')}`);
});

afterAll(async () => {
  await workbench?.close();
  await after.run();
  await rm(folder, { recursive: true, force: true });
});

/** In the order in which a person comes by. */
const waysIn: readonly WayIn[] = [
  {
    way: 'names of contexts, clusters and users in the tree',
    look: async () => workbench.showView('Kubewright'),
    seen: tree,
  },
  {
    way: 'the tooltip of a context',
    look: async () => workbench.treeRow(`first ${mark}`).first().hover(),
    seen: hovered,
  },
  {
    way: "a context's fault",
    look: async () => workbench.expand(`broken ${mark}`),
    seen: tree,
  },
  {
    way: "the server's version, kinds and cells of rows",
    look: async () => {
      await workbench.expand(`first ${mark}`);
      await workbench.expand('Workloads');
      await workbench.expand('Pods');
      await workbench.treeRow(/^web/).first().waitFor();
    },
    seen: `${tree}:has-text("web")`,
  },
  {
    way: 'the offer to protect a cluster',
    look: async () => workbench.notification('looks like a cluster of production'),
    seen: notification,
  },
  {
    way: 'the tooltip of an object, with the names of columns',
    look: async () => {
      await hoverUntil(workbench.treeRow(/^web/).first().locator('.label-name'), 'Wide');
    },
    seen: hovered,
  },
  {
    way: 'names, images and states of containers',
    look: async () => {
      await workbench.expand(/^web/);
      await workbench
        .treeRow(/^second/)
        .first()
        .waitFor();
    },
    seen: `${tree}:has-text("second")`,
  },
  {
    way: 'kinds and groups of custom resources',
    look: async () => {
      await workbench.expand('Custom Resources');
      await workbench.expand('hostile.example.com');
    },
    seen: tree,
  },
  {
    way: 'the tooltip of a 403 in the tree',
    look: async () => {
      await workbench.expand(/^Config$/);
      await workbench.expand('ConfigMaps');
      // The line says which right is missing, its tooltip what the server says.
      await hoverUntil(workbench.treeRow('You may not list configmaps').first(), mark);
    },
    seen: hovered,
  },
  {
    way: 'what a plugin writes to its standard error',
    look: async () => {
      await workbench.expand('failing plugin');
      await workbench.treeRow('ended with code 1').first().waitFor();
    },
    seen: `${tree}:has-text("ended with code 1")`,
  },
  {
    way: "a plugin's installHint",
    look: async () => {
      await workbench.expand('missing plugin');
      await workbench.treeRow('kubewright-no-such-plugin').first().waitFor();
    },
    seen: `${tree}:has-text("kubewright-no-such-plugin")`,
  },
  {
    way: 'containers to pick from',
    look: async () => {
      await workbench.contextMenu(workbench.treeRow(/^web/).first(), 'Logs');
      await workbench.quickPickRow('second').first().waitFor();
    },
    seen: picked,
  },
  {
    way: 'a terminal with its name, and what fails in it',
    look: async () => {
      await workbench.quickPickRow(mark).first().click();
      await workbench.page.locator('.part.panel .terminal-wrapper').first().waitFor();
    },
    seen: '.part.panel',
  },
  {
    way: 'a failed port-forward',
    look: async () => {
      await workbench.contextMenu(workbench.treeRow(/^web/).first(), 'Port-Forward');
      const row = await workbench.notification('leads to Pod');
      const url = /http:\/\/127\.0\.0\.1:\d+\/\d+\//.exec((await row.textContent()) ?? '')![0];
      await fetch(url).catch(() => undefined);
      await workbench.notification('port-forward');
    },
    seen: notification,
  },
  {
    way: 'a refused deletion, first as a question',
    look: async () => {
      await workbench.contextMenu(workbench.treeRow(/^web/).first(), 'Delete');
      await workbench.quickPickRow('Delete Pod web from').waitFor();
    },
    seen: picked,
  },
  {
    way: 'a message about what was refused',
    look: async () => {
      await workbench.pick('Delete Pod web from');
      await workbench.notification('delete');
    },
    seen: notification,
  },
  {
    way: "an object's document, and its title",
    look: async () => {
      await workbench.contextMenu(workbench.treeRow(/^web/).first(), 'Open YAML');
      await workbench.page.locator('.tab.active', { hasText: 'web.yaml' }).waitFor();
    },
    seen: '.tabs-and-actions-container, .breadcrumbs-control, .part.editor',
  },
  {
    way: 'a pattern of the settings',
    look: async () => workbench.notification('kubewright.placeholders'),
    seen: notification,
  },
  {
    way: 'the name of a file without objects',
    look: async () => {
      await workbench.command('View: Show Explorer');
      const row = workbench.page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: mark });
      await workbench.contextMenu(row.first(), 'Apply Manifest');
      await workbench.notification('There are no Kubernetes objects');
    },
    seen: notification,
  },
  {
    way: 'clusters to pick from',
    look: async () => {
      await workbench.openFile('hostile.yaml');
      await workbench.command('Kubewright: Apply Manifest');
      await workbench.quickPickRow(`first ${mark}`).first().waitFor();
    },
    seen: picked,
  },
  {
    way: 'the question for a namespace',
    look: async () => {
      await workbench.pick(`first ${mark}`);
      await workbench.quickPickRow(/^shop/).waitFor();
    },
    seen: '.quick-input-widget:visible .quick-input-title',
  },
  {
    way: "a manifest's kind, name and namespace, and who owns its fields, in the question and on the page",
    look: async () => {
      await workbench.pick(/^shop/);
      await workbench.quickPickRow('Take over').first().waitFor();
    },
    seen: picked,
  },
  {
    way: 'the page of an apply, and what the server warns of',
    // It goes when the question does.
    look: async () => workbench.quickPickRow('Take over').first().waitFor(),
    seen: '.part.editor .view-line:has-text("Warning:")',
  },
  {
    way: 'the target in the status bar',
    look: async () => {
      await workbench.press('Escape');
      await workbench.targetStatus().waitFor();
    },
    seen: '.part.statusbar [id$="kubewright.target"]',
  },
  {
    way: 'where the target comes from',
    look: async () => workbench.targetStatus().locator('a').hover(),
    seen: hovered,
  },
  {
    way: 'problems and hovers of a manifest and of a definition',
    look: async () => {
      await workbench.openFile('hostile-resource.yaml');
      await workbench.page.locator('.editor-instance .view-line', { hasText: 'payload' }).first().waitFor();
      await hoverUntil(workbench.page.getByText('payload').first(), 'Pattern');
    },
    seen: '.monaco-hover',
  },
  {
    way: 'the documentation of what is completed',
    look: async () => {
      await workbench.press('Control+End');
      await workbench.press('Control+Space');
      await workbench.page
        .locator('.suggest-widget.visible .monaco-list-row', { hasText: 'other' })
        .waitFor();
      await workbench.press('Control+Space');
      await workbench.page.locator('.suggest-details:visible').waitFor();
    },
    seen: '.suggest-details',
  },
  {
    way: 'the list of problems',
    look: async () => {
      await workbench.press('Escape');
      await workbench.press('Control+Shift+KeyM');
      await workbench.page.locator('.markers-panel .monaco-list-row').first().waitFor();
    },
    seen: '.part.panel',
  },
];

describe('hostile text is text', () => {
  test.each(waysIn)('in $way', async ({ look, seen }) => {
    await look();
    // The centre of notifications closes when another one comes.
    if (seen === notification) await workbench.notification(mark);
    else if (seen === hovered) await hoverAgainUntil(look);
    else await workbench.page.locator(seen).filter({ hasText: mark }).first().waitFor();
    expect(await traces()).toEqual([]);
    expect(fetched).toEqual([]);
    if (seen === notification) await workbench.clearNotifications();
  });

  test('and has opened nothing', async () => {
    // A second terminal would be listed beside the one of the log.
    await workbench.command('View: Toggle Terminal');
    await workbench.page.locator('.part.panel .terminal-wrapper').first().waitFor();
    expect(await workbench.page.locator('.part.panel .terminal-wrapper').count()).toBe(1);
    await workbench.screenshot('hostile-texts');
  });
});

/** VS Code takes a hover away when its line is shown anew: the mouse is rested there again then. */
async function hoverAgainUntil(look: () => Promise<unknown>): Promise<void> {
  const shown = workbench.page.locator(hovered).filter({ hasText: mark }).first();
  for (let left = 5; left > 0; left--) {
    const isThere = await shown.waitFor({ timeout: 6_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await workbench.page.mouse.move(700, 890);
    await look();
  }
  await shown.waitFor();
}

/** Rests the mouse until a hover comes that says so: one that is asked for too early does not. */
async function hoverUntil(place: Locator, says: string): Promise<void> {
  const shown = workbench.page.locator('.monaco-hover:visible').filter({ hasText: says }).first();
  for (let left = 15; left > 0; left--) {
    await workbench.page.mouse.move(700, 890);
    await place.hover();
    const came = await shown.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
    if (came) return;
  }
  throw new Error(`no hover says ${says}`);
}

/** What hostile text has become anywhere on the page. */
async function traces(): Promise<string[]> {
  return await workbench.page.evaluate(`(() => {
    const found = [];
    for (const link of document.querySelectorAll('a, [data-href]')) {
      const leads = [link.getAttribute('href'), link.getAttribute('data-href')].join(' ');
      // The address of a web page that is shown as what it is may be followed.
      const shown = /^https?:[\\w.:/-]+/.exec(link.textContent.trim());
      if (shown && (link.getAttribute('data-href') ?? '').startsWith(shown[0])) continue;
      if (/command:workbench\\.action\\.terminal|${mark}|\\/(?:link|html|image)/.test(leads)) found.push('link ' + leads + ' as ' + link.textContent);
    }
    for (const image of document.querySelectorAll('img')) {
      if (/\\/(?:html|image)$/.test(image.src)) found.push('image ' + image.src);
    }
    for (const icon of document.querySelectorAll('.codicon-flame')) found.push('icon ' + icon.outerHTML.slice(0, 200));
    const turned = /[\\u202a-\\u202e\\u2066-\\u2069\\u200f]/;
    if (turned.test(document.body.innerText)) {
      for (const one of document.querySelectorAll('span, div, a, label')) {
        if (one.children.length === 0 && turned.test(one.textContent)) found.push('turned ' + one.className + ' ' + one.textContent.slice(0, 200));
      }
    }
    for (const named of document.querySelectorAll('[aria-label], [title]')) {
      const said = named.getAttribute('aria-label') + ' ' + named.getAttribute('title');
      if (turned.test(said)) found.push('turned ' + said.slice(0, 200));
    }
    const lines = [...document.querySelectorAll('.part.editor .view-line')].map((line) => line.textContent.replaceAll('\\u00a0', ' '));
    if (lines.some((line) => line.startsWith('=== Deployment'))) found.push('forged line');
    return found;
  })()`);
}

async function writeFiles(): Promise<void> {
  const name = quoted(text);
  // What looks like another tool's placeholder may be anything, and is no problem.
  const unfilled = text.replaceAll('$(', '(');
  const files = {
    [fileName]: '# no object\nname: x\n',
    'hostile.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: conflict, namespace: ${name}}
data: {${name}: ${name}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}}
---
apiVersion: ${name}
kind: ${name}
metadata: {name: ${name}}
`,
    'hostile-definition.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: evils.hostile.example.com}
spec:
  group: hostile.example.com
  scope: Namespaced
  names: {kind: Evil, plural: evils, singular: evil}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          description: ${name}
          properties:
            payload:
              type: string
              description: ${name}
              format: ${name}
              default: ${name}
              enum: [${name}]
              pattern: ${quoted('^[(]')}
              x-kubernetes-validations: [{rule: ${name}, message: ${name}}]
            other: {type: string, description: ${name}}
            "$(flame)": {type: string, description: ${name}}
`,
    'hostile-resource.yaml': `apiVersion: hostile.example.com/v1
kind: Evil
metadata: {name: evil}
payload: ${quoted(unfilled)}
${quoted(unfilled)}: 1
`,
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(workbench.folder, path), content);
}

function shellQuoted(words: string): string {
  return `'${words.replaceAll("'", "'\\''")}'`;
}
