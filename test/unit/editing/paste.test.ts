import { describe, expect, it } from 'vitest';
import { pasteEdit } from '../../../client/src/editing/paste-edit.ts';
import { isPlainPaste } from '../../../client/src/editing/plain-paste.ts';
import { type Case, casesOf, replaced, selectedText, textLines } from './cases.ts';

const cases = casesOf('paste.txt');

describe('a paste', () => {
  it.each(cases)('$name', ({ sections }) => {
    const { after, isOwn } = pasted(sections);
    expect(isOwn).toBe(sections.has('own'));
    if (sections.has('after')) expect(after).toBe(sections.get('after'));
  });
});

/** The text after a paste, and whether the editor's own does it. */
function pasted(sections: Case['sections']) {
  const { lines, start, end } = selectedText(sections.get('text')!);
  const [heading, text] = [...sections].find(([name]) => name.startsWith('paste'))!;
  const [, copiedFrom] = /from (\d+)/.exec(heading) ?? [];
  const paste = {
    lines: textLines(lines),
    start,
    end,
    text,
    copiedFrom: copiedFrom === undefined ? undefined : Number(copiedFrom),
  };
  const edit = pasteEdit(paste);
  const own = { start, end, text };
  const { start: from, end: to, text: written } = edit ?? own;
  return {
    after: replaced(lines, from, to, written.replaceAll('\r', '')),
    isOwn: !edit || isPlainPaste(paste, edit),
  };
}
