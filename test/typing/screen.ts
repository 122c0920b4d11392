import type { Page } from 'playwright-core';

/** What a person sees of the editor: its text up to the cursor and behind it. */
export interface Screen {
  readonly before: string;
  readonly behind: string;
}

/** What a person sees of the list of suggestions. */
export interface Suggestions {
  readonly labels: readonly string[];
  /** The selected one's place; -1 where none is. */
  readonly selected: number;
}

/** The text of the active editor, all of which must be in view, and its cursor. */
export async function readScreen(page: Page): Promise<Screen> {
  const read = await page.evaluate<{ lines: string[]; line: number; column: number }>(lookAtEditor);
  const line = read.lines[read.line] ?? '';
  const above = read.lines.slice(0, read.line).map((text) => `${text}\n`);
  const below = read.lines.slice(read.line + 1).map((text) => `\n${text}`);
  return {
    before: above.join('') + line.slice(0, read.column),
    behind: line.slice(read.column) + below.join(''),
  };
}

/** The list of suggestions; undefined while there is none. */
export async function readSuggestions(page: Page): Promise<Suggestions | undefined> {
  return (await page.evaluate<Suggestions | null>(lookAtSuggestions)) ?? undefined;
}

// Run in the page, whose types the tests do not have.
const lookAtEditor = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const editor = document.querySelector('.editor-group-container.active .editor-instance .monaco-editor');
  const top = (element) => Number.parseFloat(element.style.top);
  const all = [...editor.querySelectorAll('.lines-content > .view-lines > .view-line')];
  const rows = all.toSorted((one, other) => top(one) - top(other));
  const lines = rows.map((row) => row.textContent.replaceAll('\\u00a0', ' '));
  const cursor = editor.querySelector('.cursors-layer > .cursor');
  const longest = rows.reduce((one, other) => one.textContent.length >= other.textContent.length ? one : other);
  const range = document.createRange();
  range.selectNodeContents(longest);
  const width = range.getBoundingClientRect().width / Math.max(1, longest.textContent.length);
  const column = width > 0 ? Math.round(Number.parseFloat(cursor.style.left) / width) : 0;
  done({ lines, line: rows.findIndex((row) => top(row) === top(cursor)), column });
})))`;

const lookAtSuggestions = `(() => {
  const widget = document.querySelector('.suggest-widget.visible');
  if (!widget) return null;
  const rows = [...widget.querySelectorAll('.monaco-list-row')];
  const index = (row) => Number(row.getAttribute('data-index'));
  const sorted = rows.toSorted((one, other) => index(one) - index(other));
  const labels = sorted.map((row) => row.querySelector('.label-name')?.textContent ?? '');
  return { labels, selected: sorted.findIndex((row) => row.classList.contains('focused')) };
})()`;
