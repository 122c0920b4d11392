import type { Position } from 'vscode-languageserver';
import { LineIndex } from '../../server/src/yaml/lines.ts';

/** A text that is being edited, and where. */
export interface EditedText {
  text: string;
  offset: number;
  position: Position;
}

/** The text without its cursor, the last `|` in it: those before may begin block scalars. */
export function atCursor(marked: string): EditedText {
  const offset = marked.lastIndexOf('|');
  if (offset === -1) throw new Error(`no | for the cursor stands in ${JSON.stringify(marked)}`);
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { text, offset, position: new LineIndex(text).positionAt(offset) };
}
