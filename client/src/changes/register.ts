import type { ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import type { Connections } from '../connections/connections.ts';
import { onNothing } from '../prompts/command-handler.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { ChangesDocument } from './changes-document.ts';

/** Shows what was changed in this session. */
export function register(
  context: ExtensionContext,
  { connections, log }: { readonly connections: Connections; readonly log: Log },
): void {
  const document = new ChangesDocument(connections.changes);
  context.subscriptions.push(document);
  registerCommands(context, log, { 'kubewright.showChanges': onNothing(() => document.show()) });
}
