import type { ExtensionContext } from 'vscode';
import type { PickableTargets } from '../connections/pick-target.ts';
import type { Refresh } from '../connections/refresh.ts';
import { on, onOptional } from '../prompts/command-handler.ts';
import type { HeldPages } from '../prompts/held-pages.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { colorDimmedLines } from '../prompts/tree-line.ts';
import { ClustersView, type ShownClusters } from './clusters-view.ts';
import {
  contextLine,
  countableLine,
  kindLine,
  loginPlace,
  problemLine,
  refreshable,
  releaseLine,
  turnLine,
} from './command-arguments.ts';
import { PinnedKinds } from './pinned-kinds.ts';
import { ProblemPage } from './problem-page.ts';

/** What the Clusters view shows, and who tells it to read again. */
export interface ExplorerSources extends Omit<ShownClusters, 'pinned'>, PickableTargets {
  readonly refresh: Refresh;
  /** Shows what is read once. */
  readonly pages: HeldPages;
}

/** The Clusters view with the commands on its own lines. */
export function register(context: ExtensionContext, sources: ExplorerSources): ClustersView {
  const { refresh, log } = sources;
  const loginProgram = context.asAbsolutePath('dist/login.js');
  const pinned = new PinnedKinds(context.workspaceState);
  const view = new ClustersView({ ...sources, pinned });
  const problemPage = new ProblemPage();
  context.subscriptions.push(
    view,
    pinned,
    colorDimmedLines(),
    problemPage,
    refresh.onDidAsk((scope) => {
      if (scope === 'everything') return view.reload();
      if ('contextId' in scope) return view.reload(scope.contextId);
    }),
  );
  registerCommands(
    context,
    { log, menuLines: view },
    {
      'kubewright.selectNamespace': onOptional(contextLine, async (node) =>
        (await import('./select-namespace-command.ts')).selectNamespace(sources, node),
      ),
      'kubewright.useContext': onOptional(contextLine, async (node) =>
        (await import('./use-context-command.ts')).useContext(sources, node),
      ),
      'kubewright.logIn': onOptional(loginPlace, async (contextId) =>
        (await import('./log-in-command.ts')).logIn({ ...sources, program: loginProgram }, contextId),
      ),
      'kubewright.nameKubeconfig': onOptional(refreshable, async () =>
        (await import('./name-kubeconfig-command.ts')).nameKubeconfig(),
      ),
      'kubewright.showProblem': on(problemLine, ({ why }) => problemPage.show(why)),
      'kubewright.copyProblem': on(problemLine, async (node) =>
        (await import('./problem-commands.ts')).copyProblem(node),
      ),
      'kubewright.retryProblem': on(problemLine, async (node) =>
        (await import('./problem-commands.ts')).retryProblem(node, sources.connections),
      ),
      'kubewright.countObjects': on(countableLine, async (line) =>
        (await import('./count-command.ts')).countUnder(line),
      ),
      'kubewright.pinKind': on(kindLine, ({ resource }) => pinned.pin(resource)),
      'kubewright.unpinKind': on(kindLine, ({ resource }) => pinned.unpin(resource)),
      'kubewright.openReleaseValues': on(releaseLine, async (line) =>
        (await import('./release-page.ts')).openReleasePage(sources, line, 'values'),
      ),
      'kubewright.openReleaseManifest': on(releaseLine, async (line) =>
        (await import('./release-page.ts')).openReleasePage(sources, line, 'manifest'),
      ),
      'kubewright.turnPage': on(turnLine, (line) => view.turnPage(line)),
      'kubewright.filterObjects': onOptional(kindLine, async (node) =>
        (await import('./filter-command.ts')).filterObjects(view, node),
      ),
      'kubewright.sortObjects': onOptional(kindLine, async (node) =>
        (await import('./sort-command.ts')).sortObjects(view, node),
      ),
      'kubewright.groupObjects': onOptional(kindLine, async (node) =>
        (await import('./group-command.ts')).groupObjects(view, node),
      ),
      'kubewright.showOnlyUnhealthy': onOptional(kindLine, async (node) =>
        (await import('./health-command.ts')).showByHealth(view, node, 'unhealthy'),
      ),
      'kubewright.showAllObjects': onOptional(kindLine, async (node) =>
        (await import('./health-command.ts')).showByHealth(view, node, 'all'),
      ),
      'kubewright.refresh': onOptional(refreshable, async (target) =>
        (await import('./refresh-command.ts')).refreshTarget(refresh, target),
      ),
    },
  );
  return view;
}
