import { readLine } from './yaml-line.ts';

/** A change of a text, in characters from its start. */
export interface TextChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** A text that is to stand between two places, in characters from the start. */
export interface OffsetReplacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A paste that an editor is about to make. */
export interface AwaitedPaste {
  /** Where the selection begins, and how long it is. */
  readonly at: number;
  readonly selected: number;
  /** What the paste writes, besides taking away the selection. */
  readonly replacement: OffsetReplacement;
  /** The texts as which the paste may come. */
  readonly mayBe: readonly string[];
}

/** Whether changes are the paste. */
export function isPasted({ mayBe }: AwaitedPaste, changes: readonly TextChange[]): boolean {
  const texts = mayBe.map(essence);
  return changes.some(({ text }) => text !== '' && texts.includes(essence(text)));
}

/**
 * Whether changes are what a person typed before VS Code had pasted, which it then does not do: a few characters, a line
 * break, or the deletion of something, at the place of the paste.
 */
export function isOvertaken(paste: AwaitedPaste, changes: readonly TextChange[]): boolean {
  if (isPasted(paste, changes)) return false;
  const { at, selected } = paste;
  const written = changes.filter(({ text }) => text !== '');
  const [typed] = written;
  if (!typed) return changes.some((change) => reaches(change, at));
  const isThere = reaches(typed, at) && typed.rangeOffset + typed.rangeLength === at + selected;
  return written.length === 1 && isThere && (isLineBreak(typed.text) || /^[^\r\n]{1,8}$/u.test(typed.text));
}

/** What makes up for a paste that was overtaken: it goes in front of what was typed, and a line break is indented by it. */
export function latePaste(
  { at, replacement }: AwaitedPaste,
  changes: readonly TextChange[],
  unit: number,
): OffsetReplacement {
  const { from, to, text } = moved(replacement, changes);
  const typed = changes.find((change) => change.text !== '' && reaches(change, at))?.text ?? '';
  const last = text.slice(text.lastIndexOf('\n') + 1);
  if (at !== replacement.to || !isLineBreak(typed) || last.trim() === '') return { from, to, text };
  return { from, to: to + typed.length, text: `${text}\n${' '.repeat(columnBelow(last, unit))}` };
}

/** The same replacement behind changes. What they write at its end stays behind it. */
export function moved(
  { from, to, text }: OffsetReplacement,
  changes: readonly TextChange[],
): OffsetReplacement {
  return { from: movedOffset(from, changes), to: movedOffset(to, changes), text };
}

function movedOffset(offset: number, changes: readonly TextChange[]): number {
  let after = offset;
  for (const change of changes) {
    const { rangeOffset, rangeLength, text } = change;
    if (reaches(change, offset)) after += rangeOffset - offset;
    else if (rangeOffset < offset) after += text.length - rangeLength;
  }
  return after;
}

function reaches({ rangeOffset, rangeLength }: TextChange, offset: number): boolean {
  return rangeOffset <= offset && offset <= rangeOffset + rangeLength;
}

function isLineBreak(text: string): boolean {
  return /^\r?\n[ \t]*$/.test(text);
}

/** A text without what VS Code may leave out of a change, because it is there already. */
function essence(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Where Enter puts the cursor behind a line. */
function columnBelow(line: string, unit: number): number {
  const { indent, column, key, opens } = readLine(line);
  if (opens !== undefined) return column + unit;
  return key === undefined ? indent : column;
}
