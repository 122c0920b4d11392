import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { requireKubectl } from '../support/kubectl.ts';
import { until } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { openWorkbench, type Workbench } from '../support/workbench.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
const typed = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: hello
spec:
  selector:
    matchLabels:
      app: hello
  template:
    metadata:
      labels:
        app: hello
    spec:
      containers:
        - name: web
          image: hello:1
          ports:
            - containerPort: 8080
  replicas: 2
`;

let sandbox: Sandbox;
let cluster: string;
let workbench: Workbench;

beforeAll(async () => {
  sandbox = await startSandbox();
  cluster = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
  workbench = await openWorkbench({
    folder: join(fixtures, 'workspace'),
    extension: 'development',
    kubeconfig: sandbox.kubeconfig,
  });
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await workbench?.screenshot(`failed-${task.name}`);
});

afterAll(async () => {
  await workbench?.close();
  await sandbox?.stop();
});

/** Chooses the target, as the first command that needs one asks to, and comes to the question. */
async function askToApply(): Promise<void> {
  await workbench.chooseTarget(cluster, 'default');
  await workbench.quickPickRow(/Apply 1 object to/).waitFor();
}

describe('a person at work', () => {
  test('types a Deployment with completion', async () => {
    await workbench.openFile('empty.yaml');
    await workbench.complete('api', 'apiVersion');
    await workbench.complete('app', 'apps/v1');
    await workbench.press('Enter');
    await workbench.complete('ki', 'kind');
    await workbench.suggestions();
    await workbench.screenshot('story-1-typing');
    await workbench.complete('', 'Deployment');
    await workbench.press('Enter');
    await workbench.complete('me', 'metadata');
    await workbench.type('hello\n');
    await workbench.press('Backspace');
    // The block of a Deployment's spec, with a tab stop for each label and the container's name.
    await workbench.complete('sp', 'spec');
    for (let left = 2; left > 0; left--) {
      await workbench.type('app: hello');
      // A person's fingers take that long; `typing` presses Tab at once.
      await workbench.page.waitForTimeout(200);
      await workbench.press('Tab');
    }
    await workbench.type('web\n');
    // Enter in an item puts the cursor below its first field.
    await workbench.complete('im', 'image');
    await workbench.type('hello:1\n');
    await workbench.complete('po', 'ports');
    await workbench.type('8080\n');
    for (let left = 6; left > 0; left--) await workbench.press('Backspace');
    await workbench.complete('re', 'replicas');
    await workbench.type('2\n');
    await workbench.press('Backspace');
    expect(await workbench.savedText('empty.yaml')).toBe(typed);
    await workbench.screenshot('story-2-typed');
  });

  test('sees the cluster, which nothing contacts before', async () => {
    await workbench.showView('Kubewright');
    await workbench.expand(cluster);
    await workbench.expand('Workloads');
    await workbench.expand(/^Deployment/);
    await workbench.expand(/^Pod(?!Template|Disruption)/);
    await workbench.screenshot('story-3-tree');
  });

  test('applies it, and sees it and its Pods appear without a refresh', async () => {
    await workbench.command('Kubewright: Apply Manifest');
    await askToApply();
    await workbench.screenshot('story-4-preview');
    await workbench.press('ArrowDown');
    await workbench.press('Enter');
    await workbench.treeRow(/^hello.*2\/2/).waitFor();
    await workbench
      .treeRow(/^hello-[a-z0-9]+-[a-z0-9]+.*Running/)
      .nth(1)
      .waitFor();
    await workbench.screenshot('story-5-applied');
  });

  test('follows the logs of a Pod', async () => {
    const pod = workbench.treeRow(/^hello-[a-z0-9]+-[a-z0-9]+.*Running/).first();
    await workbench.contextMenu(pod, 'Logs');
    await until('the log is shown', async () => (await workbench.terminalLines()).length > 1);
    const first = await workbench.terminalLines();
    await until('the log grows', async () => (await workbench.terminalLines()).length > first.length);
    expect((await workbench.terminalLines()).slice(0, first.length)).toEqual(first);
    await workbench.screenshot('story-6-logs');
  });

  test('forwards a port to it and fetches through it', async () => {
    const pod = workbench.treeRow(/^hello-[a-z0-9]+-[a-z0-9]+.*Running/).first();
    await workbench.contextMenu(pod, 'Port-Forward');
    const notification = await workbench.notification(', port 8080.');
    const url = /http:\/\/127\.0\.0\.1:\d+\/\d+\//.exec((await notification.textContent())!)![0];
    const answer = await fetch(`${url}through/the/forward`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('GET /through/the/forward');
    await workbench.screenshot('story-7-forward');
  });

  test('takes over a field that kubectl apply had made', async (context) => {
    const kubectl = requireKubectl(context);
    const path = join(workbench.folder, 'settings.yaml');
    const settings = (colour: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  colour: ${colour}\n`;
    await writeFile(path, settings('blue'));
    const env = { ...process.env, KUBECONFIG: sandbox.kubeconfig };
    await promisify(execFile)(kubectl, ['apply', '-f', path], { env });

    await writeFile(path, settings('green'));
    await workbench.openFile('settings.yaml');
    await workbench.command('Kubewright: Apply Manifest');
    await workbench.quickPickRow('Take over').waitFor();
    await workbench.screenshot('story-8-conflict');
    await workbench.pick('Take over');
    await workbench.quickPickRow(/Apply 1 object to/).waitFor();
    await workbench.pick('Apply 1 object to');
    await workbench.notification('1 changed');
    const { stdout } = await promisify(execFile)(
      kubectl,
      ['get', 'configmap', 'settings', '-o', 'jsonpath={.data.colour}'],
      { env },
    );
    expect(stdout).toBe('green');
  });

  test('deletes it and sees it go', async () => {
    await workbench.showView('Kubewright');
    await workbench.contextMenu(workbench.treeRow(/^hello.*2\/2/), 'Delete');
    await workbench.quickPickRow('Delete Deployment hello from').waitFor();
    await workbench.screenshot('story-9-delete');
    await workbench.press('ArrowDown');
    await workbench.press('Enter');
    await workbench
      .treeRow(/^hello/)
      .first()
      .waitFor({ state: 'detached' });
    await workbench.screenshot('story-10-gone');
  });
});
