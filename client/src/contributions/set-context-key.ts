import { commands } from 'vscode';
import { contextKeys } from './context-keys.ts';

/** Tells menus and commands what is so from now on. */
export function setContextKey(key: keyof typeof contextKeys, value: boolean): void {
  const told = Promise.resolve(commands.executeCommand('setContext', contextKeys[key], value));
  // Fails only while VS Code ends, when nobody asks any more.
  told.catch(() => undefined);
}
