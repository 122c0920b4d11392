import type { ExtensionContext } from 'vscode';
import type { PickableTargets } from '../connections/pick-target.ts';
import type { Refresh } from '../connections/refresh.ts';
import { on, onOptional } from '../prompts/command-handler.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { ClustersView, type ShownClusters } from './clusters-view.ts';
import { contextLine, loginPlace, moreLine, refreshable } from './command-arguments.ts';

/** What the Clusters view shows, and who tells it to read again. */
export interface ExplorerSources extends ShownClusters, PickableTargets {
  readonly refresh: Refresh;
}

/** The Clusters view with the commands on its own lines. */
export function register(context: ExtensionContext, sources: ExplorerSources): ClustersView {
  const { refresh, log } = sources;
  const loginProgram = context.asAbsolutePath('dist/login.js');
  const view = new ClustersView(sources);
  context.subscriptions.push(
    view,
    refresh.onDidAsk((scope) => {
      if (scope === 'everything') return view.reload();
      if ('contextId' in scope) return view.reload(scope.contextId);
    }),
  );
  registerCommands(context, log, {
    'kubewright.selectNamespace': onOptional(contextLine, async (node) =>
      (await import('./select-namespace-command.ts')).selectNamespace(sources, node),
    ),
    'kubewright.useContext': onOptional(contextLine, async (node) =>
      (await import('./use-context-command.ts')).useContext(sources, node),
    ),
    'kubewright.logIn': onOptional(loginPlace, async (contextId) =>
      (await import('./log-in-command.ts')).logIn({ ...sources, program: loginProgram }, contextId),
    ),
    'kubewright.showMore': on(moreLine, ({ parent }) => parent.showMore()),
    'kubewright.refresh': onOptional(refreshable, async (target) =>
      (await import('./refresh-command.ts')).refreshTarget(refresh, target),
    ),
  });
  return view;
}
