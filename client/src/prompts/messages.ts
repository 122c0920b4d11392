import { window } from 'vscode';
import { plainText } from './plain-text.ts';

/** Tells that something failed, and why. */
export function showError(text: string): void {
  shown(window.showErrorMessage(plainText(text)));
}

/** Tells that something failed, and why, with a button for what can be done; gives whether it was pressed. */
export async function offerRemedy(text: string, remedy: string): Promise<'pressed' | 'left'> {
  return (await window.showErrorMessage(plainText(text), remedy)) === remedy ? 'pressed' : 'left';
}

/** Tells that something was not done in full. */
export function showWarning(text: string): void {
  shown(window.showWarningMessage(plainText(text)));
}

/** Tells that something was done. */
export function showInformation(text: string): void {
  shown(window.showInformationMessage(plainText(text)));
}

/** Tells something with buttons for what can be done next; gives the one that was pressed, undefined for none. */
export async function offerActions<Action extends string>(
  text: string,
  actions: readonly Action[],
): Promise<Action | undefined> {
  return await window.showInformationMessage(plainText(text), ...actions);
}

/** Nobody waits for a message, and nobody reads one when VS Code ends. */
function shown(message: Thenable<unknown>): void {
  Promise.resolve(message).catch(() => undefined);
}
