import type { ExtensionContext, LogOutputChannel } from 'vscode';
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

/** The sandbox cluster, not started, with its commands; and the log, in which it says how it ended. */
export function register(
  context: ExtensionContext,
  { log, channel }: { readonly log: Log; readonly channel: Pick<LogOutputChannel, 'show'> },
): Sandbox {
  const sandbox = new Sandbox(context.asAbsolutePath('dist/sandbox.js'), log);
  context.subscriptions.push(sandbox);
  registerCommands(
    context,
    { log },
    {
      'kubewright.startSandbox': onOptional(line, async () =>
        (await import('./sandbox-commands.ts')).startSandbox(sandbox),
      ),
      'kubewright.stopSandbox': onOptional(line, async () =>
        (await import('./sandbox-commands.ts')).stopSandbox(sandbox),
      ),
      'kubewright.dismissSandbox': onOptional(line, async () =>
        (await import('./sandbox-commands.ts')).dismissSandbox(sandbox),
      ),
      'kubewright.showLog': onOptional(line, () => channel.show()),
    },
  );
  return sandbox;
}
