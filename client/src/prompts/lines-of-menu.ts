import { waited } from '../cluster/http/waited.ts';
import type { Clock } from '../cluster/watch/clock.ts';
import { type LineOffer, lacksLine, type MenuLines } from './menu-lines.ts';

/** What a view knows of its lines. */
export interface LinesOfView<Line> {
  /** Whether VS Code is being told of lines, so that it does not know all that it shows. */
  isBeingTold(): boolean;
  /** The line in focus: a click that opens a menu moves it there. */
  inFocus(): Promise<Line | undefined>;
  /** The lines that are selected. */
  selected(): readonly Line[];
  /** Since when a line has the focus in place of one that went, milliseconds since the epoch; undefined where it has it by itself. */
  besideGoneSince(line: unknown): number | undefined;
}

/** VS Code takes a moment to take in what it is told, and longer on a slow machine or line. Milliseconds. */
const patience = 5_000;
/** Between looks. */
const interval = 50;
/** So often, once it has been told, it is looked which line is in focus. */
const looks = 30;
/** A menu is not opened and used within so many milliseconds: whoever does was at the line that stood there before. */
const menuTakes = 1_000;

/**
 * Finds the lines of a view that VS Code had none for: the one in focus, which the click that opens a menu has moved there, with
 * those that are selected where it is one of them. A button moves no focus: there the person is asked to press again. Where the line
 * has gone and its neighbour got the focus, a menu that was opened before is of the line that has gone.
 *
 * Nothing may be shown anew meanwhile.
 */
export function linesOfMenu<Line>(view: LinesOfView<Line>, clock: Pick<Clock, 'now' | 'after'>): MenuLines {
  const found = async ([given, among]: readonly unknown[]): Promise<readonly unknown[]> => {
    const line = given ?? (await lineInFocus());
    const selected = view.selected();
    if (selected.length > 1 && selected.some((one) => one === line)) return [line, selected];
    return [line, line === given && Array.isArray(among) ? among.filter((one) => one ?? false) : undefined];
  };

  const lineInFocus = async () => {
    for (let look = 1; look <= looks; look++) {
      const line = await view.inFocus();
      if (line !== undefined) return line;
      await waited(interval, clock, undefined);
    }
    throw new Error(noLine);
  };

  const isTold = async () => {
    const until = clock.now() + patience;
    while (view.isBeingTold() && clock.now() < until) await waited(interval, clock, undefined);
  };

  return {
    async meant(given: readonly unknown[], from: LineOffer) {
      const askedAt = clock.now();
      let lines = given;
      if (lacksLine(given)) {
        const [line] = given;
        if (from === 'button' && (line ?? undefined) === undefined) throw new Error(noLineOfButton);
        await isTold();
        lines = await found(given);
      }
      const since = from === 'menu' ? view.besideGoneSince(lines[0]) : undefined;
      if (since !== undefined && since > askedAt - menuTakes) throw new Error(hasGone);
      return lines;
    },
  };
}

const hasGone = 'The line whose menu was open has gone meanwhile: nothing was done.';
const noLine =
  'VS Code was showing the lines of the view anew, and it is not known on which the menu was opened: open it again.';
const noLineOfButton =
  'VS Code was showing the lines of the view anew, and it is not known on which the button was: press it again.';
