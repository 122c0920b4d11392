import { afterEach } from 'vitest';
import { historyOf } from './page-history.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

/** What a test starts for itself alone. */
export interface PerTest {
  openWorkbench(options: WorkbenchOptions): Promise<Workbench>;
  startSandbox(options: SandboxOptions): Promise<Sandbox>;
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

  return {
    async openWorkbench(options) {
      const workbench = await openWorkbench(options);
      workbenches.push(workbench);
      return workbench;
    },
    async startSandbox(options) {
      const sandbox = await startSandbox(options);
      sandboxes.push(sandbox);
      return sandbox;
    },
  };
}
