import type { ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { systemClock } from '../cluster/watch/clock.ts';
import type { Connections } from '../connections/connections.ts';
import { onNothing } from '../prompts/command-handler.ts';
import { ReadOnlyPage } from '../prompts/read-only-page.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { scheduleRefreshes } from '../views/refresh-schedule.ts';
import { changesText } from './changes-text.ts';

/** Shows what was changed in this session, on a page that follows while it is open. */
export function register(
  context: ExtensionContext,
  { connections, log }: { readonly connections: Connections; readonly log: Log },
): void {
  const { changes } = connections;
  const page = new ReadOnlyPage('kubewright-changes', 'Changes of This Session.log', () =>
    changesText(changes),
  );
  const schedule = scheduleRefreshes<ReadOnlyPage>({
    tell: () => page.changed(),
    parentOf: () => undefined,
    isHeld: () => false,
    clock: systemClock,
  });
  context.subscriptions.push(
    changes.onDidChange(() => schedule.refresh(page)),
    schedule,
    page,
  );
  registerCommands(context, { log }, { 'kubewright.showChanges': onNothing(() => page.show('kept')) });
}
