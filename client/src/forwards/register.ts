import type { ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { objectOrContainerLine } from '../connections/object-target.ts';
import type { PickableClusters } from '../connections/pick-object.ts';
import { type Argument, onOptional } from '../prompts/command-handler.ts';
import type { MenuLines } from '../prompts/menu-lines.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { type Forward, Forwards } from './forwards.ts';
import { ForwardsView } from './forwards-view.ts';

/** The port-forwards of a window, with their view and commands. */
export function register(
  context: ExtensionContext,
  clusters: PickableClusters & { readonly log: Log; readonly menuLines: MenuLines },
): ForwardsView {
  const { log, menuLines } = clusters;
  const forwards = new Forwards(clusters.connections, log);
  const view = new ForwardsView(forwards);
  context.subscriptions.push(view, forwards);
  const running: Argument<Forward> = {
    what: 'a line of the Port Forwards view',
    read: ([line]) => forwards.all.find((forward) => forward === line),
  };
  registerCommands(
    context,
    { log, menuLines },
    {
      'kubewright.portForward': onOptional(objectOrContainerLine, async (target) =>
        (await import('./port-forward-command.ts')).portForward(clusters, forwards, target, log),
      ),
      'kubewright.openForward': onOptional(running, async (forward) =>
        (await import('./forward-commands.ts')).openForward(forwards, forward),
      ),
      'kubewright.copyForwardUrl': onOptional(running, async (forward) =>
        (await import('./forward-commands.ts')).copyForwardUrl(forwards, forward),
      ),
      'kubewright.stopForward': onOptional(running, async (forward) =>
        (await import('./forward-commands.ts')).stopForward(forwards, forward),
      ),
    },
  );
  return view;
}
