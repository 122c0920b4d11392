import { commands, type ExtensionContext } from 'vscode';
import type { Log } from '../cluster/log.ts';
import type { CommandId } from '../contributions/commands.ts';
import { showError } from './messages.ts';

/** What a command does, with what a menu or another extension gives it: nobody has checked the arguments. */
export type CommandHandler = (...args: unknown[]) => Promise<void> | void;

/** Registers commands by their ids. What fails in one is logged, and told to the person as one message. */
export function registerCommands(
  { subscriptions }: Pick<ExtensionContext, 'subscriptions'>,
  log: Log,
  handlers: { readonly [Id in CommandId]?: CommandHandler },
): void {
  for (const [id, handler] of Object.entries(handlers)) {
    subscriptions.push(commands.registerCommand(id, (...args: unknown[]) => run(id, handler, args, log)));
  }
}

async function run(id: string, handler: CommandHandler, args: readonly unknown[], log: Log): Promise<void> {
  try {
    await handler(...args);
  } catch (error) {
    // A cancelled command is what the person wanted.
    if (error instanceof Error && error.name === 'AbortError') return;
    log.error(`the command ${id}`, error);
    showError(error instanceof Error ? error.message : String(error));
  }
}
