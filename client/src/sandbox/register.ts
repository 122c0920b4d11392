import type { ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { Sandbox } from './sandbox.ts';

/** The sandbox cluster, not started, with its commands. */
export function register(context: ExtensionContext, log: Log): Sandbox {
  const sandbox = new Sandbox(context.asAbsolutePath('dist/sandbox.js'), log);
  context.subscriptions.push(sandbox);
  registerCommands(context, log, {
    'kubewright.startSandbox': async () => (await import('./sandbox-commands.ts')).startSandbox(sandbox),
    'kubewright.stopSandbox': async () => (await import('./sandbox-commands.ts')).stopSandbox(sandbox),
  });
  return sandbox;
}
