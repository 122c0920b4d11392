import { type QuickPickItem, window } from 'vscode';

/**
 * Asks before something is done that cannot be undone by itself: a pick whose first line says in full what would be
 * done. Resolves to false on Cancel and Escape.
 */
export async function confirm(title: string, action: string, detail?: string): Promise<boolean> {
  const yes: QuickPickItem = { label: action, ...(detail ? { detail } : {}) };
  const picked = await window.showQuickPick([yes, { label: 'Cancel' }], { title, ignoreFocusOut: true });
  return picked === yes;
}
