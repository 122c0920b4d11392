import { commands, type ExtensionContext, workspace } from 'vscode';
import { ClusterError } from '../cluster/errors.ts';
import type { Log } from '../cluster/log.ts';
import {
  buttonId,
  type CommandId,
  commandTable,
  isOfLines,
  needsTrust,
  paletteId,
} from '../contributions/commands.ts';
import type { CommandHandler } from './command-handler.ts';
import type { LineOffer, MenuLines } from './menu-lines.ts';
import { offerActions, offerRemedy, showError } from './messages.ts';
import { textOfThrown } from './text-of-thrown.ts';

/** What commands are run among. */
export interface CommandSurroundings {
  readonly log: Log;
  /** Where some are run on lines of a view. */
  readonly menuLines?: MenuLines;
}

/**
 * Registers commands by their ids. Each says what it needs where it is given something else, and waits for trust where
 * the table says so: other extensions, keys and links ask nobody's `when`. What fails in one is logged, and told to the
 * person as one message.
 */
export function registerCommands(
  { subscriptions }: Pick<ExtensionContext, 'subscriptions'>,
  around: CommandSurroundings,
  handlers: { readonly [Id in CommandId]?: CommandHandler },
): void {
  for (const [id, handler] of Object.entries(handlers) as [CommandId, CommandHandler][]) {
    const { title, fromPalette } = commandTable[id];
    const register = (as: string, called: string, from?: LineOffer) =>
      subscriptions.push(
        commands.registerCommand(as, (...args: unknown[]) =>
          run({ id, title: called, from, ...handler }, args, around),
        ),
      );
    register(id, title, isOfLines(id) ? 'menu' : undefined);
    if (fromPalette !== undefined) register(paletteId(id), fromPalette);
    const button = buttonId(id);
    if (button !== undefined) register(button, title, 'button');
  }
}

interface RunCommand extends CommandHandler {
  readonly id: CommandId;
  readonly title: string;
  /** Where VS Code may have no line for it; undefined where that is meant. */
  readonly from: LineOffer | undefined;
}

async function run(
  { id, title, from, takes, prepare }: RunCommand,
  args: readonly unknown[],
  { log, menuLines }: CommandSurroundings,
): Promise<void> {
  if (needsTrust(id) && !workspace.isTrusted) {
    offerTrust(title).catch((error) => log.warn('offering to trust the workspace', error));
    return;
  }
  try {
    const prepared = prepare(menuLines && from ? await menuLines.meant(args, from) : args);
    if (!prepared) showError(`${title} takes ${takes}: what it was given is none.`);
    else await prepared();
  } catch (error) {
    // A cancelled command is what the person wanted.
    if (error instanceof Error && error.name === 'AbortError') return;
    log.error(`the command ${id}`, error);
    if (error instanceof ClusterError && error.explanation.logIn !== undefined) {
      offerLogin(error).catch((failure) => log.warn('offering to log in', failure));
    } else showError(textOfThrown(error));
  }
}

/** Nobody waits for the answer: the command is done. */
async function offerLogin(error: ClusterError): Promise<void> {
  const command = 'kubewright.logIn' satisfies CommandId;
  if ((await offerRemedy(error.message, commandTable[command].title)) === 'pressed') {
    await commands.executeCommand(command, error);
  }
}

const manageTrust = 'Manage Workspace Trust';

/** Nobody waits for the answer: the command is done. */
async function offerTrust(title: string): Promise<void> {
  const text = `${title} waits until this workspace is trusted, because files of it can name programs and clusters.`;
  if ((await offerActions(text, [manageTrust])) === manageTrust) {
    await commands.executeCommand('workbench.trust.manage');
  }
}
