import { Uri, workspace } from 'vscode';
import { asContextTarget, type ContextTarget } from '../connections/object-target.ts';
import type { Argument } from '../prompts/command-handler.ts';
import { isShownLine } from '../views/shown-lines.ts';

/** A line of a view, with its cluster where it has one: a button above the view is given the line that has focus. */
export const lineInFocus: Argument<{ readonly cluster: ContextTarget | undefined }> = {
  what: 'a line of the Clusters view',
  read: ([line]) => (isShownLine(line) ? { cluster: asContextTarget(line) } : undefined),
};

/** The document of an editor: its menus give its URI. */
export const editorDocument: Argument<Uri> = {
  what: 'the document of an editor',
  read: ([uri]) => {
    if (!(uri instanceof Uri)) return undefined;
    return workspace.textDocuments.some((open) => open.uri.toString() === uri.toString()) ? uri : undefined;
  },
};
