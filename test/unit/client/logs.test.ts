import { describe, expect, it } from 'vitest';
import { BoundedOutput } from '../../../client/src/logs/bounded-output.ts';
import { LogText } from '../../../client/src/logs/log-text.ts';

const written = (...chunks: string[]) => {
  const text = new LogText();
  return chunks.map((chunk) => text.write(chunk)).join('') + text.end();
};

describe('the text of a log', () => {
  it('ends lines as a terminal wants them', () => {
    expect(written('a\nb\r', '\nc')).toBe('a\r\nb\r\nc');
  });

  it('joins colours that are cut between chunks', () => {
    expect(written('\x1b[3', '1mred\x1b', '[0m')).toBe('\x1b[31mred\x1b[0m');
  });

  it.each([
    ['moves of the cursor', 'a\x1b[2Jb\x1b[1;1Hc', 'abc'],
    ['a title', 'a\x1b]0;owned\x07b', 'ab'],
    ['a write to the clipboard', 'a\x1b]52;c;aGk=\x1b\\b', 'ab'],
    ['a link', '\x1b]8;;http://evil\x1b\\x\x1b]8;;\x1b\\', 'x'],
    ['a reset', 'a\x1bcb', 'ab'],
    ['questions to the terminal', 'a\x1b[6n\x1b[?25lb', 'ab'],
    ['other control characters', 'a\x00\x08\x7fb\tc', 'ab\tc'],
  ])('leaves out %s', (_what, log, text) => {
    expect(written(log)).toBe(text);
  });

  it('waits for no end of a sequence that is none', () => {
    const text = new LogText();
    const shown = text.write(`\x1b]0;${'x'.repeat(5000)}`) + text.write('after\n');
    expect(shown).toContain('after');
  });
});

describe('output that comes too fast', () => {
  it('keeps the newest, and counts the lines that it drops', () => {
    const output = new BoundedOutput(10);
    output.push('one\ntwo\n');
    output.push('three\n');
    output.push('four');
    expect(output.take()).toEqual({ text: 'three\nfour', droppedLines: 2 });
    expect(output.take()).toEqual({ text: '', droppedLines: 0 });
  });
});
