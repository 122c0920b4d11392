import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { parse } from 'yaml';
import { historyOf } from './page-history.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

const samples = join(import.meta.dirname, '../../samples');

/** What a test starts for itself alone. */
export interface PerTest {
  openWorkbench(options: WorkbenchOptions): Promise<Workbench>;
  startSandbox(options: SandboxOptions): Promise<Sandbox>;
  /** Opens the samples with the Clusters view, in which the cluster of a sandbox and then these lines are expanded. */
  openClusters(
    sandbox: Pick<Sandbox, 'kubeconfig'>,
    lines: readonly (string | RegExp)[],
    options?: Pick<WorkbenchOptions, 'latency' | 'settings'>,
  ): Promise<Workbench>;
}

/**
 * Starts workbenches and sandboxes, each of which ends with the test that started it, workbenches first. Of a test that
 * fails there is a screenshot, and what keys and clicks the page got last is printed.
 */
export function perTest(): PerTest {
  const workbenches: Workbench[] = [];
  const sandboxes: Sandbox[] = [];

  afterEach(async ({ task }) => {
    try {
      for (const workbench of workbenches.splice(0)) {
        if (task.result?.state === 'fail') {
          await workbench.screenshot(`failed-${task.name}`);
          console.log((await historyOf(workbench.page)).join('\n'));
        }
        await workbench.close();
      }
    } finally {
      for (const sandbox of sandboxes.splice(0)) await sandbox.stop();
    }
  });

  const open = async (options: WorkbenchOptions) => {
    const workbench = await openWorkbench(options);
    workbenches.push(workbench);
    return workbench;
  };

  return {
    openWorkbench: open,
    async openClusters({ kubeconfig }, lines, options) {
      const cluster: string = parse(await readFile(kubeconfig, 'utf8'))['current-context'];
      const workbench = await open({ folder: samples, extension: 'development', kubeconfig, ...options });
      await workbench.showView('Kubewright');
      for (const line of [cluster, ...lines]) await workbench.expand(line);
      return workbench;
    },
    async startSandbox(options) {
      const sandbox = await startSandbox(options);
      sandboxes.push(sandbox);
      return sandbox;
    },
  };
}
