import { withProgress } from '../prompts/progress.ts';
import type { Sandbox } from './sandbox.ts';

/** Start Sandbox: resolves when it answers and its context is in the Clusters view. */
export async function startSandbox(sandbox: Sandbox): Promise<void> {
  await withProgress('Starting the sandbox cluster', () => sandbox.start());
}

/** Dismiss: the line of a sandbox that has ended by itself goes. */
export function dismissSandbox(sandbox: Sandbox): void {
  sandbox.dismissEnd();
}

/** Stop Sandbox: its objects are gone with it. */
export async function stopSandbox(sandbox: Sandbox): Promise<void> {
  await sandbox.stop();
}
