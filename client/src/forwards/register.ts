import type { ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import type { PickableClusters } from '../connections/pick-object.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { Forwards } from './forwards.ts';
import { ForwardsView } from './forwards-view.ts';

/** The port-forwards of a window, with their view and commands. */
export function register(
  context: ExtensionContext,
  { log, ...clusters }: PickableClusters & { readonly log: Log },
): ForwardsView {
  const forwards = new Forwards(clusters.connections, log);
  const view = new ForwardsView(forwards);
  context.subscriptions.push(view, forwards);
  registerCommands(context, log, {
    'kubewright.portForward': async (target) =>
      (await import('./port-forward-command.ts')).portForward(clusters, forwards, target, log),
    'kubewright.openForward': async (forward) =>
      (await import('./forward-commands.ts')).openForward(forwards, forward),
    'kubewright.copyForwardUrl': async (forward) =>
      (await import('./forward-commands.ts')).copyForwardUrl(forwards, forward),
    'kubewright.stopForward': async (forward) =>
      (await import('./forward-commands.ts')).stopForward(forwards, forward),
  });
  return view;
}
