import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { DocumentVersion } from '../documents/document-version.ts';
import type { LineIndex, Position } from '../yaml/lines.ts';

/**
 * What becomes of a request whose document has changed since it was asked: it is answered of the text of now, gets
 * nothing, or is refused.
 */
export type WhenChanged<Params> = (
  params: Params,
  asked: DocumentVersion,
  now: DocumentVersion,
) => 'anew' | 'empty' | 'refused';

/** Of a whole document the text of now is as good an answer as that of before. */
export function answeredAnew(): 'anew' {
  return 'anew';
}

/** A position, and what the client knows of one, belong to the text that they were asked with. */
export function refused(): 'refused' {
  return 'refused';
}

/** Of a position where a person types: anew while it is where it was, nothing where it is not. */
export function answeredWhereStillThere(
  { position }: { readonly position: Position },
  asked: DocumentVersion,
  now: DocumentVersion,
): 'anew' | 'empty' {
  return isStillThere(position, asked.lines, now.lines) ? 'anew' : 'empty';
}

/** The protocol's answer to a request that is refused because its text is gone. */
export function contentModified(): ResponseError<void> {
  const message = 'The document changed before this was answered: ask again of the text of now';
  return new ResponseError(LSPErrorCodes.ContentModified, message);
}

/** Whether a position is in a changed text where it was before: its line begins as it did, up to there. */
function isStillThere(position: Position, before: LineIndex, now: LineIndex): boolean {
  return position.line < now.lineCount && lineUpTo(position, before) === lineUpTo(position, now);
}

function lineUpTo(position: Position, lines: LineIndex): string {
  return lines.text.slice(lines.lineStart(position.line), lines.offsetAt(position));
}
