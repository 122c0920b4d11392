import { Uri, window } from 'vscode';
import { plainText } from './plain-text.ts';

/** A question for files that are there. */
export interface FileQuestion {
  readonly title: string;
  /** What the button that takes them is called. */
  readonly button: string;
  /** The folder that is shown at first. */
  readonly folder: string;
}

/** Lets the person choose files of this machine; gives their paths, none where they choose none. */
export async function pickFiles({ title, button, folder }: FileQuestion): Promise<string[]> {
  const picked = await window.showOpenDialog({
    title: plainText(title),
    openLabel: plainText(button),
    defaultUri: Uri.file(folder),
    canSelectMany: true,
  });
  return (picked ?? []).filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
}
