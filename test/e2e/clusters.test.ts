import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { clickRow } from '../support/click-row.ts';
import { type FaultyLine, openFaultyLine } from '../support/faulty-line.ts';
import { perTest } from '../support/per-test.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import type { Workbench, WorkbenchOptions } from '../support/workbench.ts';

const root = resolve(import.meta.dirname, '../..');
const { openWorkbench, startSandbox } = perTest();

function open(options: Partial<WorkbenchOptions>): Promise<Workbench> {
  return openWorkbench({ folder: join(root, 'samples'), extension: 'development', ...options });
}

describe('the Clusters view', () => {
  test('says what next where there is no kubeconfig, and starts a sandbox', async () => {
    const opened = await open({ settings: { 'workbench.colorTheme': 'Default High Contrast' } });
    await opened.showView('Kubewright');
    const welcome = opened.page.locator('.part.sidebar .welcome-view-content');
    // Until VS Code knows that the folder is trusted, the view says that it waits for that.
    await welcome.filter({ hasText: 'No cluster is known: there is no kubeconfig at KUBECONFIG' }).waitFor();
    await opened.screenshot('clusters-none');
    await welcome.getByText('Start Sandbox').click();
    await opened.expand('Sandbox');
    await opened.expand('Workloads');
    await opened.expand('Deployments');
    await opened
      .treeRow(/1\/1|2\/2|3\/3/)
      .first()
      .waitFor();
    await opened.expand(/^web.*3\/3/);
    await opened.expand(/^web-[a-z0-9]+.*3\/3/);
    await opened
      .treeRow(/^web-[a-z0-9]+-[a-z0-9]+.*Running/)
      .nth(2)
      .waitFor();
    await opened.screenshot('clusters-sandbox');
  });

  test('shows a namespace whose name is typed, and asks about an apply object by object', async () => {
    const sandbox = await startSandbox({ content: 'samples' });
    const cluster = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
    const opened = await open({
      kubeconfig: sandbox.kubeconfig,
      settings: { 'workbench.colorTheme': 'Default Dark Modern' },
    });
    await opened.showView('Kubewright');
    await opened.expand(cluster);
    // A menu closes when the lines below it change: they are all there first.
    await opened.expand('Workloads');
    await opened.treeRow(/^Pods/).waitFor();
    await opened.contextMenu(opened.treeRow(cluster).first(), 'Select Namespaces');
    await opened.quickPickRow('kube-system').waitFor();
    await opened.quickInput().fill('kept-for-later');
    await opened.quickPickRow(/kept-for-later.*as typed/).waitFor();
    await opened.screenshot('clusters-namespaces');
    await opened.press('Enter');
    await opened.treeRow('kept-for-later').waitFor();
    await opened.expand('Pods');
    await opened.treeRow('No Pods in kept-for-later').waitFor();
    await opened.screenshot('clusters-namespace');
    await opened.openFile('shop/list.yaml');
    await opened.command('Kubewright: Apply Manifest');
    await opened.chooseTarget(cluster, 'shop');
    await opened.quickPickRow(/Apply \d+ objects? to/).waitFor();
    for (let row = 0; row < 3; row++) await opened.press('ArrowDown');
    await opened.screenshot('clusters-question');
  });

  test('moves while a cluster changes, keeps an expanded line, and closes what is collapsed', async () => {
    const sandbox = await startSandbox({ content: 'samples' });
    const cluster = parse(await readFile(sandbox.kubeconfig, 'utf8'))['current-context'];
    const counter = '/api/v1/namespaces/default/configmaps';
    await ask(sandbox, 'POST', counter, { metadata: { name: 'counter' } });
    const opened = await open({ kubeconfig: sandbox.kubeconfig });
    await opened.showView('Kubewright');
    await opened.expand(cluster);
    await opened.expand(/^Config$/);
    await opened.expand('ConfigMaps');
    const row = opened.treeRow(/^counter/).first();
    await row.waitFor();
    const texts = new Set<string>();
    const end = Date.now() + 10_000;
    for (let change = 0; Date.now() < end; change++) {
      const patch = JSON.stringify({ data: { [`key-${change}`]: 'x' } });
      const headers = { 'content-type': 'application/merge-patch+json' };
      await ask(sandbox, 'PATCH', `${counter}/counter`, patch, headers);
      texts.add((await row.textContent()) ?? '');
      await new Promise((next) => setTimeout(next, 100));
    }
    expect(texts.size).toBeGreaterThanOrEqual(10);
    // A collapsed heading keeps what was expanded under it, as it is then.
    await clickRow(
      opened
        .treeRow(/^Config$/)
        .first()
        .locator('.monaco-tl-twistie'),
    );
    await row.waitFor({ state: 'detached' });
    await ask(sandbox, 'DELETE', `${counter}/counter`);
    await opened.expand(/^Config$/);
    await opened.treeRow(/^web.*shop/).waitFor();
    // What VS Code has kept of the time before may show for a moment.
    await row.waitFor({ state: 'detached' });
  });

  test('says since when a cluster is not there, and shows what it is once it is back', async () => {
    await overLine(async ({ opened, sandbox, line }) => {
      line.state = 'gone';
      await opened.treeRow(/^ConfigMaps.*stale since/).waitFor();
      await opened.treeRow(/^Secrets.*stale since/).waitFor();
      await opened.screenshot('clusters-stale');
      await ask(sandbox, 'POST', '/api/v1/namespaces/default/configmaps', {
        metadata: { name: 'meanwhile' },
      });
      line.state = 'there';
      await opened.treeRow(/^meanwhile/).waitFor();
      for (const kind of ['ConfigMaps', 'Secrets']) {
        await opened.treeRow(new RegExp(`^${kind}.*stale since`)).waitFor({ state: 'detached' });
      }
      await opened.screenshot('clusters-back');
    });
  });

  test('asks for nothing any more a minute after nobody sees it, and goes on from there when somebody does', async () => {
    await overLine(async ({ opened, sandbox, line }) => {
      await opened.command('View: Toggle Primary Side Bar Visibility');
      await opened.treeRow(/^ConfigMaps/).waitFor({ state: 'hidden' });
      await new Promise((done) => setTimeout(done, 65_000));
      const { carried } = line;
      await ask(sandbox, 'POST', '/api/v1/namespaces/default/configmaps', {
        metadata: { name: 'meanwhile' },
      });
      // A quiet cluster that is watched is asked every 15 s whether it is there.
      await new Promise((done) => setTimeout(done, 16_000));
      expect(line.carried).toBe(carried);
      await opened.command('View: Toggle Primary Side Bar Visibility');
      await opened.treeRow(/^meanwhile/).waitFor();
      await opened.treeRow(/^ConfigMaps.*paused/).waitFor({ state: 'detached' });
      await opened.screenshot('clusters-seen-again');
    });
  }, 180_000);

  test('logs in to a cluster in a terminal, where its plugin asks', async () => {
    const sandbox = await startSandbox({ content: 'samples' });
    const folder = await mkdtemp(join(tmpdir(), 'kubewright-login-test-'));
    try {
      const plugin = join(folder, 'ask-for-password');
      const script = `#!${process.execPath}
process.stderr.write('Password for ada: ');
process.stdin.once('data', (typed) => {
  const right = String(typed).trim() === 'open sesame';
  if (!right) { console.error('That is not the password.'); process.exit(1); }
  const status = { token: ${JSON.stringify(sandbox.token)} };
  console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }));
  process.exit(0);
});`;
      await writeFile(plugin, script);
      await chmod(plugin, 0o755);
      const config = parse(await readFile(sandbox.kubeconfig, 'utf8'));
      const cluster = config['current-context'];
      const exec = {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: plugin,
        interactiveMode: 'Always',
      };
      for (const each of config.users) each.user = { exec };
      const kubeconfig = join(folder, 'kubeconfig');
      await writeFile(kubeconfig, JSON.stringify(config));
      const opened = await open({ kubeconfig });
      await opened.showView('Kubewright');
      await opened.expand(cluster);
      const problem = opened.treeRow(/terminal/i).first();
      await problem.waitFor();
      await opened.screenshot('clusters-login-asked');
      await opened.contextMenu(problem, 'Log In in a Terminal');
      await untilShown(opened, 'Password for ada:');
      await opened.screenshot('clusters-login-terminal');
      await opened.page.keyboard.type('open sesame');
      await opened.press('Enter');
      await opened.expand('Workloads');
      await opened.treeRow(/^Pods/).waitFor();
      await opened.screenshot('clusters-logged-in');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Shows ConfigMaps and Secrets of a sandbox that is reached over a line, does `work` with them, and takes the line away. */
async function overLine(
  work: (scene: { opened: Workbench; sandbox: Sandbox; line: FaultyLine }) => Promise<void>,
): Promise<void> {
  const sandbox = await startSandbox({ content: 'samples' });
  const line = await openFaultyLine({ port: Number(new URL(sandbox.url).port) });
  const text = await readFile(sandbox.kubeconfig, 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-line-'));
  try {
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(kubeconfig, text.replaceAll(sandbox.url, `https://127.0.0.1:${line.port}`));
    const opened = await open({ kubeconfig });
    await opened.showView('Kubewright');
    await opened.expand(parse(text)['current-context']);
    await opened.expand(/^Config$/);
    await opened.expand('ConfigMaps');
    await opened.expand('Secrets');
    await opened.treeRow(/^web/).first().waitFor();
    await work({ opened, sandbox, line });
  } finally {
    await line.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function untilShown(opened: Workbench, text: string): Promise<void> {
  await expect
    .poll(async () => (await opened.terminalLines()).join('\n'), { timeout: 30_000 })
    .toContain(text);
}
