import { Uri, workspace } from 'vscode';
import { type LineTarget, targetOfLine } from '../connections/target-of-line.ts';
import type { Argument } from '../prompts/command-handler.ts';
import { isShownLine } from '../views/shown-lines.ts';

/**
 * The files and folders of a command: the one that its menu is of, and all that are selected with it. Those that VS Code
 * can read, and editors that are open.
 */
export const files: Argument<readonly Uri[]> = {
  what: 'files, folders or editors with manifests',
  read: ([first, selection]) => {
    // The menu of an editor gives something else in this place.
    const selected = Array.isArray(selection) && selection.length > 0 ? selection : [first];
    return selected.every(isReadable) ? selected : undefined;
  },
};

/** Files to apply. */
export interface FilesToApply {
  readonly files: readonly Uri[];
  /** Where they were dropped; undefined where they go to their folder's target. */
  readonly dropped: LineTarget | undefined;
}

/** The same, and behind them the line of the Clusters view that they were dropped on. */
export const filesToApply: Argument<FilesToApply> = {
  what: files.what,
  read: (args) => {
    const read = files.read(args);
    const [, , line] = args;
    if (!read || line === undefined || line === null) return read && { files: read, dropped: undefined };
    const dropped = isShownLine(line) ? targetOfLine(line) : undefined;
    return dropped && { files: read, dropped };
  },
};

function isReadable(given: unknown): given is Uri {
  // Some of VS Code's hosts read web pages as files: nothing is fetched because somebody names it.
  if (!(given instanceof Uri) || /^https?$/i.test(given.scheme)) return false;
  if (workspace.fs.isWritableFileSystem(given.scheme) !== undefined) return true;
  return (
    given.scheme === 'untitled' &&
    workspace.textDocuments.some(({ uri }) => uri.toString() === given.toString())
  );
}
