import type { TreeView } from 'vscode';
import { waited } from '../cluster/http/waited.ts';
import type { Clock } from '../cluster/watch/clock.ts';
import type { TreeNode } from './nodes/node.ts';

/** VS Code shows what it is told of after 200 ms, and later where much else is told. */
const attempts = 30;
/** Milliseconds between them, and between looks at what is selected. */
const interval = 150;
/** Milliseconds between looks whether a refresh is over. */
const shortInterval = 50;
/** A refresh that VS Code is at takes the selection away some moments after it was made. */
const looks = 8;
/** So often what is selected in place of the line is taken for VS Code's doing. */
const strayedSelections = 2;

/** How a line is expanded, and nothing else. */
const expanded = { select: false, focus: false, expand: true } as const;

/**
 * Selects a line, with the keyboard at it, below lines that it expands. What was refreshed a moment ago VS Code does not know yet,
 * a line may be made anew meanwhile, and the end of a refresh collapses what was expanded during it, and selects what stands in its
 * place: each is tried again, until the line stays selected or another is selected again and again, which is the person's doing.
 * `find` gives the line as it is now.
 *
 * @throws what VS Code says when it does not come about
 */
export async function revealLine(
  view: Pick<TreeView<TreeNode>, 'reveal' | 'selection'>,
  find: () => Promise<TreeNode | undefined> | TreeNode | undefined,
  under: 'expanded' | 'as it is',
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  let failure: unknown = new Error('VS Code does not show the line in the Clusters view: try again.');
  let others = 0;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await waited(interval, clock, undefined);
    const line = await find();
    if (!line) continue;
    try {
      await view.reveal(line, { select: true, focus: true, expand: under === 'expanded' });
    } catch (error) {
      failure = error;
    }
    const end = await endOfSelection(view, line, clock);
    if (end === 'another line') others++;
    if (end === 'none' || others > strayedSelections) return;
  }
  throw failure;
}

/**
 * Expands a line, which VS Code may not know for a moment after a refresh: it says so, or says nothing and does nothing. Resolves
 * when `isOpen` tells that it has been expanded.
 *
 * @throws what VS Code says when it does not come about
 */
export async function expandLine(
  view: Pick<TreeView<TreeNode>, 'reveal'>,
  line: TreeNode,
  isOpen: () => boolean,
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  let failure: unknown = new Error('VS Code does not expand the line in the Clusters view: try again.');
  for (let attempt = 1; attempt <= attempts && !isOpen(); attempt++) {
    try {
      await view.reveal(line, expanded);
    } catch (error) {
      failure = error;
    }
    if (!isOpen()) await waited(interval, clock, undefined);
  }
  if (!isOpen()) throw failure;
}

/**
 * To be called when a person has expanded a line while VS Code is at a refresh of something above it. In the last moments of that it
 * has taken the line in as collapsed already; it shows it so at the end, and tells nobody. Expands the line once the refresh is over.
 *
 * @throws what VS Code says of a line that it has not
 */
export async function expandAfterRefresh(
  view: Pick<TreeView<TreeNode>, 'reveal' | 'visible'>,
  line: TreeNode,
  is: {
    /** Whether the line is expanded, as far as VS Code has told. */
    open: () => boolean;
    /** Whether VS Code is at the refresh. */
    refreshed: () => boolean;
  },
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  for (let attempt = 1; attempt <= attempts && is.refreshed(); attempt++) {
    await waited(shortInterval, clock, undefined);
  }
  if (is.open()) await expandAgain(view, line);
}

/**
 * Expands a line that VS Code has collapsed by a refresh. A view that is hidden is left so: what is said to it would show it.
 *
 * @throws what VS Code says of a line that it has not
 */
export async function expandAgain(
  view: Pick<TreeView<TreeNode>, 'reveal' | 'visible'>,
  line: TreeNode,
): Promise<void> {
  if (view.visible) await view.reveal(line, expanded);
}

/** What took the selection away from a line in the first moments. */
async function endOfSelection(
  view: Pick<TreeView<TreeNode>, 'selection'>,
  { id }: TreeNode,
  clock: Pick<Clock, 'after'>,
): Promise<'none' | 'nothing selected' | 'another line'> {
  const isSelected = () => view.selection.some((line) => line.id === id);
  if (!isSelected()) return 'nothing selected';
  for (let look = 1; look <= looks; look++) {
    await waited(interval, clock, undefined);
    if (view.selection.length === 0) return 'nothing selected';
    if (!isSelected()) return 'another line';
  }
  return 'none';
}
