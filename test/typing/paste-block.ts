import type { Typist } from './typist.ts';

/**
 * Pastes the lines of the block that begins at `at`, a line's first word, from the clipboard, where they have another
 * indentation. Gives how much of the document that was: 0 where no block of several lines begins here.
 */
export async function pasteBlock(typist: Typist, meant: string, at: number): Promise<number> {
  const lineStart = meant.lastIndexOf('\n', at - 1) + 1;
  const column = at - lineStart;
  if (column === 0 || meant.slice(lineStart, at).trim() !== '') return 0;
  const lines = meant.slice(lineStart).split('\n');
  const end = lines.findIndex((line) => line.trim() === '' || !line.startsWith(' '.repeat(column)));
  const block = lines.slice(0, end < 0 ? lines.length : end);
  if (block.length < 2) return 0;
  await typist.copied(block.map((line) => line.slice(column)).join('\n'));
  await typist.press('Control+v');
  return block.join('\n').length - column;
}
