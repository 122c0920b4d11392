import { type ExtensionContext, languages } from 'vscode';
import type { Log } from '../cluster/log.ts';
import { yamlLanguages } from '../language/languages.ts';
import { onNothing } from '../prompts/command-handler.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { ItemContextKey } from './item-context-key.ts';
import { moveItemAtCursor } from './list-item-command.ts';
import { offerOwnSettings } from './offer-own-settings.ts';
import { PasteGuard } from './paste-guard.ts';
import { PasteProvider, pasteMetadata } from './paste-provider.ts';

/** What keys and the clipboard do in YAML, by its text alone, and whose settings count for it. */
export function register(context: ExtensionContext, log: Log): void {
  const guard = new PasteGuard(log, Date.now);
  context.subscriptions.push(
    guard,
    languages.registerDocumentPasteEditProvider(
      yamlLanguages.map((language) => ({ language })),
      new PasteProvider(guard),
      pasteMetadata,
    ),
    new ItemContextKey(),
    offerOwnSettings(context.globalState, log),
  );
  registerCommands(
    context,
    { log },
    {
      'kubewright.indentListItem': onNothing(() => moveItemAtCursor('deeper')),
      'kubewright.outdentListItem': onNothing(() => moveItemAtCursor('shallower')),
    },
  );
}
