import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { perTest } from '../support/per-test.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import type { Workbench } from '../support/workbench.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();

/** Lists of what the keys could change. */
const lists = [
  '/api/v1/configmaps',
  '/api/v1/namespaces',
  '/apis/apps/v1/deployments',
  '/apis/batch/v1/jobs',
];

let sandbox: Sandbox;
let opened: Workbench;
let cluster: string;

beforeEach(async () => {
  sandbox = await startSandbox({ content: 'samples' });
  cluster = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
  opened = await openWorkbench({
    folder: join(root, 'samples'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
  });
});

describe('a person who holds Enter', () => {
  test('applies nothing and deletes nothing', async () => {
    await opened.showView('Kubewright');
    await opened.expand(cluster);
    await opened.expand(/^Config$/);
    await opened.expand('ConfigMaps');
    const settings = opened.treeRow(/^web.*shop/).first();
    await settings.waitFor();
    await opened.openFile('shop/list.yaml');
    const before = await objects();

    await opened.command('Kubewright: Apply Manifest');
    await holdEnter();
    await opened.command('Kubewright: Delete Objects of Manifest');
    await holdEnter();
    await opened.contextMenu(settings, 'Delete');
    await opened.quickPickRow('Delete ConfigMap web from').waitFor();
    await opened.screenshot('question-delete');
    await holdEnter();

    expect(await objects()).toEqual(before);
    expect(await opened.quickInput().count()).toBe(0);
  });

  test('writes no kubeconfig', async () => {
    const kubeconfig = parse(await readFile(sandbox.kubeconfig, 'utf8'));
    const another = { ...kubeconfig.contexts[0], name: 'another' };
    const texts = [
      stringify({ ...kubeconfig, contexts: [another, ...kubeconfig.contexts] }),
      stringify({ ...kubeconfig, contexts: [another, ...kubeconfig.contexts], 'current-context': undefined }),
    ];
    for (const [index, text] of texts.entries()) {
      await writeFile(sandbox.kubeconfig, text);
      await opened.command('Kubewright: Use Context');
      await opened.quickPickRow('another').waitFor();
      await opened.screenshot(`question-use-context-${index}`);
      await holdEnter();
      expect(await readFile(sandbox.kubeconfig, 'utf8')).toBe(text);
    }
  });

  test('takes nothing over from another field manager', async () => {
    const path = '/api/v1/namespaces/shop/configmaps/prices?fieldManager=somebody-else&force=true';
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'prices', namespace: 'shop' },
      data: { tea: '1.00', coffee: '1.00' },
    };
    const answer = await ask(sandbox, 'PATCH', path, object, {
      'content-type': 'application/apply-patch+yaml',
    });
    expect(answer.code, answer.text).toBe(201);
    await opened.openFile('shop/list.yaml');
    const before = await objects();
    await opened.command('Kubewright: Apply Manifest');
    await opened.chooseTarget(cluster, 'shop');
    await opened.quickPickRow('Take over ConfigMap shop/prices').waitFor();
    await opened.screenshot('question-conflict');
    await holdEnter();
    expect(await objects()).toEqual(before);
  });
});

/** As a keyboard repeats a key that is down: longer than the commands take to ask. */
async function holdEnter(): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    await opened.page.keyboard.down('Enter');
    await new Promise((next) => setTimeout(next, 50));
  }
  await opened.page.keyboard.up('Enter');
}

interface Metadata {
  readonly namespace?: string;
  readonly name: string;
  readonly uid: string;
  readonly generation?: number;
  readonly managedFields: readonly { readonly manager: string; readonly subresource?: string }[];
}

/** What the cluster has: each object by what changes when a person changes it. */
async function objects(): Promise<string[]> {
  const answers = await Promise.all(lists.map((path) => ask(sandbox, 'GET', path)));
  return answers.flatMap(({ body }) =>
    body.items.map(({ metadata }: { metadata: Metadata }) => {
      const { namespace, name, uid, generation, managedFields } = metadata;
      const managers = managedFields.filter(({ subresource }) => !subresource).map(({ manager }) => manager);
      return [namespace, name, uid, generation, ...managers].join(' ');
    }),
  );
}
