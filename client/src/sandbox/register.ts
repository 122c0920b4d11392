import type { ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { type Argument, onOptional } from '../prompts/command-handler.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { isShownLine } from '../views/shown-lines.ts';
import { Sandbox } from './sandbox.ts';

/** A button above the Clusters view gives the line that has focus, whichever that is. */
const line: Argument<object> = {
  what: 'a line of the Clusters view',
  read: ([given]) => (isShownLine(given) ? given : undefined),
};

/** The sandbox cluster, not started, with its commands. */
export function register(context: ExtensionContext, log: Log): Sandbox {
  const sandbox = new Sandbox(context.asAbsolutePath('dist/sandbox.js'), log);
  context.subscriptions.push(sandbox);
  registerCommands(context, log, {
    'kubewright.startSandbox': onOptional(line, async () =>
      (await import('./sandbox-commands.ts')).startSandbox(sandbox),
    ),
    'kubewright.stopSandbox': onOptional(line, async () =>
      (await import('./sandbox-commands.ts')).stopSandbox(sandbox),
    ),
  });
  return sandbox;
}
