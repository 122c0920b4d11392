import { acceptToken } from './accept-token.ts';
import { pasteBlock } from './paste-block.ts';
import type { Screen } from './screen.ts';
import type { Typist } from './typist.ts';

/** How somebody types: what they do with suggestions, and whether they paste. */
export const styles = ['ignore', 'tab', 'enter', 'ctrl-space', 'paste'] as const;
export type Style = (typeof styles)[number];

/**
 * Types a whole document into the empty editor that has the focus, as a person would who knows what they mean: what the
 * editor adds by itself (indentation, the other bracket) is expected and made use of; every other text that it adds or
 * key that it keeps shows in the result. Throws where one step does not undo an accepted suggestion.
 */
export async function typeDocument(typist: Typist, meant: string, style: Style): Promise<void> {
  const typing = new DocumentTyping(typist, meant, style);
  while (typing.at < meant.length) await typing.step();
}

/** How long a new line, or a paste, may take to show, in milliseconds: a busy machine keeps a person waiting, too. */
const patience = 10_000;

/** Spaces that Backspace takes away at once in a line's indentation. */
const indentUnit = 2;

class DocumentTyping {
  /** How much of the document stands in the editor. */
  at = 0;
  readonly #typist: Typist;
  readonly #meant: string;
  readonly #style: Style;
  /** The column that the cursor is in, on a line without content. */
  #column = 0;
  /** Brackets that the editor has closed on lines below. */
  readonly #closed: string[] = [];

  constructor(typist: Typist, meant: string, style: Style) {
    this.#typist = typist;
    this.#meant = meant;
    this.#style = style;
  }

  async step(): Promise<void> {
    if (this.#meant[this.at] === '\n') {
      await this.#beginLine();
      return;
    }
    const pasted = this.#style === 'paste' ? await pasteBlock(this.#typist, this.#meant, this.at) : 0;
    this.at += pasted;
    if (pasted > 0) {
      // VS Code drops a paste into which somebody types before the browser has given it the clipboard's text.
      await this.#screenOfLines();
      return;
    }
    const token = this.#style === 'paste' || this.#style === 'ignore' ? undefined : this.#tokenHere();
    if (token !== undefined && this.#style !== 'paste' && this.#style !== 'ignore') {
      this.at = await acceptToken(this.#typist, this.#meant, this.at, token, this.#style);
      return;
    }
    await this.#typist.type(this.#meant[this.at]!);
    this.at++;
  }

  /** The key or value that begins here. */
  #tokenHere(): string | undefined {
    const line = this.#lineHere();
    const before = this.#meant.slice(this.#meant.lastIndexOf('\n', this.at - 1) + 1, this.at);
    const key = /^[ -]*$/.test(before) ? /^[\w./-]+(?=:(?: |$))/.exec(line) : undefined;
    const value = /^\s*(?:- )*(?:[\w./-]+: )?$/.test(before) ? /^[\w./-]+$/.exec(line) : undefined;
    return (key ?? value)?.[0];
  }

  #lineHere(): string {
    const end = this.#meant.indexOf('\n', this.at);
    return this.#meant.slice(this.at, end < 0 ? undefined : end);
  }

  /** Enter, and then the spaces that are missing, or Backspace over those that are too many. */
  async #beginLine(): Promise<void> {
    const line = this.#meant.slice(this.#meant.lastIndexOf('\n', this.at - 1) + 1, this.at);
    const opener = /[{[(]$/.exec(line)?.[0];
    this.at++;
    const next = this.#lineHere();
    const closer = this.#closed.at(-1);
    if (closer !== undefined && next.trimStart().startsWith(closer)) {
      await this.#typist.press('ArrowDown');
      await this.#typist.press('End');
      this.#closed.pop();
      this.at += next.indexOf(closer) + 1;
      return;
    }
    if (opener !== undefined) this.#closed.push({ '{': '}', '[': ']', '(': ')' }[opener]!);
    await this.#typist.press('Enter');
    this.#column = await this.#columnOfNewLine();
    const isLast = this.at === this.#meant.length;
    if (next !== '' || isLast) await this.#moveTo(/^ */.exec(next)![0].length);
    this.at += /^ */.exec(next)![0].length;
  }

  /** Throws where Enter was not a new line, or more was inserted than its indentation. */
  async #columnOfNewLine(): Promise<number> {
    const { lines, before, behind } = await this.#screenOfLines();
    const written = before.split('\n');
    const line = written.at(-1)!;
    if (written.length === lines && line.trim() === '') {
      // A bracket that the editor has left beside the cursor instead of below it.
      const beside = /^[}\])]?/.exec(behind)![0];
      if (beside !== '') this.#closed.pop();
      await this.#typist.press('Delete', beside.length);
      return line.length;
    }
    const last = written.slice(-3).join('\n');
    throw new Error(`Enter was no new line behind ${JSON.stringify(written.at(-1))}:\n${last}`);
  }

  /** The screen once it shows as many lines before the cursor as should be there, and how many that are. */
  async #screenOfLines(): Promise<Screen & { lines: number }> {
    const lines = this.#meant.slice(0, this.at).split('\n').length;
    const screen = await this.#typist.screen(({ before }) => before.split('\n').length >= lines, patience);
    return { ...screen, lines };
  }

  async #moveTo(column: number): Promise<void> {
    while (this.#column > column) {
      await this.#typist.press('Backspace');
      this.#column = Math.max(0, Math.floor((this.#column - 1) / indentUnit) * indentUnit);
    }
    await this.#typist.press(' ', column - this.#column);
    this.#column = column;
  }
}
