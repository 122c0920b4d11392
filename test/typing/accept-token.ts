import type { Screen, Suggestions } from './screen.ts';
import type { Typist } from './typist.ts';

/** How a suggestion is asked for and accepted. */
export type Acceptance = 'tab' | 'enter' | 'ctrl-space';

/** A list of suggestions that has not come by now is not waited for, in milliseconds. */
const patience = { automatic: 350, asked: 1_500, accepted: 2_000 };

/**
 * Types the key or value at `at`, by a suggestion where the editor offers it. Gives how much of the document stands in
 * the editor then. A suggestion that inserts what is not meant is undone, and what is meant typed.
 */
export async function acceptToken(
  typist: Typist,
  meant: string,
  at: number,
  token: string,
  acceptance: Acceptance,
): Promise<number> {
  const typed = acceptance === 'ctrl-space' ? Math.min(1, token.length) : Math.min(3, token.length - 1);
  await typist.type(token.slice(0, typed));
  if (acceptance === 'ctrl-space') await typist.press('Control+Space');
  const offers = (seen: Suggestions | undefined) => seen?.labels.includes(token) === true;
  const wait = acceptance === 'ctrl-space' ? patience.asked : patience.automatic;
  const seen = await typist.suggestions(offers, wait);
  const index = seen?.labels.indexOf(token) ?? -1;
  if (!seen || index < 0 || !(await select(typist, token))) {
    // A person who has asked closes a list that is no use.
    if (seen && acceptance === 'ctrl-space') await typist.press('Escape');
    await typist.type(token.slice(typed));
    return at + token.length;
  }
  const before = await typist.look();
  await typist.press(acceptance === 'enter' ? 'Enter' : 'Tab');
  const after = await typist.screen(
    (screen) => textOf(screen) !== textOf(before) || screen.before !== before.before,
    patience.accepted,
  );
  if (after.behind === before.behind && meant.startsWith(after.before)) return after.before.length;
  const filled = await fill(typist, meant, after);
  if (filled !== undefined) return filled;
  await typist.press('Control+z');
  const undone = await typist.screen((screen) => textOf(screen) === textOf(before), patience.accepted);
  if (textOf(undone) !== textOf(before)) {
    throw new Error(
      `one step does not undo the suggestion ${token}:\n${textOf(undone)}\ninstead of\n${textOf(before)}`,
    );
  }
  if (await typist.suggestions((list) => list === undefined, 100)) await typist.press('Escape');
  await typist.type(token.slice(typed));
  return at + token.length;
}

/** Moves the selection to a suggestion; false where arrows do not lead there. */
async function select(typist: Typist, label: string): Promise<boolean> {
  for (let moves = 0; moves < 14; moves++) {
    const list = await typist.suggestions(() => true, 0);
    if (!list) return false;
    const wanted = list.labels.indexOf(label);
    if (wanted < 0) return false;
    if (list.selected === wanted) return true;
    const { selected } = list;
    await typist.press(selected > wanted ? 'ArrowUp' : 'ArrowDown');
    await typist.suggestions((seen) => seen?.selected !== selected, 500);
  }
  return false;
}

/**
 * Fills the places of what a suggestion has inserted, from one to the next by Tab, where the document has the same lines.
 * Undefined where it has others.
 */
async function fill(typist: Typist, meant: string, { before, behind }: Screen): Promise<number | undefined> {
  const lines = behind.split('\n');
  const meantLines = meant.slice(before.length).split('\n');
  const fits = lines.every((line, index) => {
    const wanted = meantLines[index];
    if (wanted === undefined || !wanted.startsWith(line.trimEnd())) return false;
    return index === 0 || !line.endsWith(':') || wanted === line;
  });
  if (!meant.startsWith(before) || !fits) return undefined;
  let at = before.length;
  for (const [index, line] of lines.entries()) {
    const rest = meantLines[index]!.slice(line.length);
    if (index > 0 && rest !== '') {
      const list = await typist.suggestions(() => true, 0);
      if (list && list.selected >= 0) await typist.press('Escape');
      await typist.press('Tab');
    }
    await typist.type(rest);
    at += meantLines[index]!.length + (index > 0 ? 1 : 0);
  }
  return at;
}

function textOf({ before, behind }: Screen): string {
  return before + behind;
}
