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
    ['a command without an end, with its line', 'a\x1b]0;owned\nb', 'a\r\nb'],
    ['a command of a device', 'a\x1bP1;2|x\x1b\\b', 'ab'],
    ['a command of an application', 'a\x1b_x\x07b\x1b^y\nc\x1bXz\rd', 'ab\r\nc\r\nd'],
    ['commands of eight bits', 'a\x9d52;c;aGk=\x9cb\x9b2Jc\x90q\x1b\\d', 'abcd'],
    ['a command that another one ends', 'a\x1b]0;x\x1b]0;y\x07b', 'ab'],
    ['a concealed text', 'a\x1b[8mb\x1b[0;8;1mc', 'ab\x1b[0;1mc'],
    ['blinking, fonts and frames', 'a\x1b[5;6;11;20;51;53;73mb', 'ab'],
    ['another charset', 'a\x1b(0b\x1b)Bc\x0ed', 'abcd'],
    ['what is no colour', 'a\x1b[38;5;300mb\x1b[38;9;1mc\x1b[38:7:1md\x1b[38;2;1;2me', 'abcde'],
    ['moves to other lines', 'a\x1b[1Ab\x1b[Bc\x1b[2;2fd\x1b[Ee\x1b[1Ff\x1b[sg\x1b[uh\x1b7i', 'abcdefghi'],
    ['lines that come and go', 'a\x1b[Lb\x1b[Mc\x1b[Sd\x1b[Te\x1b[1;2rf', 'abcdef'],
    ['modes and private sequences', 'a\x1b[?1049hb\x1b[>4;2mc\x1b[=1ud\x1b[!pe', 'abcde'],
    ['parameters without an end', `a\x1b[${'1;'.repeat(500)}mb`, 'ab'],
  ])('leaves out %s', (_what, log, text) => {
    expect(written(log)).toBe(text);
  });

  it.each([
    ['colours', '\x1b[31;1mred\x1b[0m', '\x1b[31;1mred\x1b[0m'],
    ['a bare reset', 'a\x1b[mb', 'a\x1b[0mb'],
    ['colours of a palette and of light', '\x1b[38;5;9;48;2;1;2;3mx', '\x1b[38;5;9;48;2;1;2;3mx'],
    ['colours by colons', '\x1b[38:2::1:2:3;48:5:7;4:3mx', '\x1b[38;2;1;2;3;48;5;7;4:3mx'],
    [
      'bold, italic, underlined, inverse, and back',
      '\x1b[1;3;4;7;22;23;24;27mx',
      '\x1b[1;3;4;7;22;23;24;27mx',
    ],
    ['moves within the line', '50%\x1b[3D51%\x1b[K\x1b[1G\x1b[2C', '50%\x1b[3D51%\x1b[K\x1b[1G\x1b[2C'],
  ])('lets %s through', (_what, log, text) => {
    expect(written(log)).toBe(text);
    for (let cut = 0; cut <= log.length; cut++) {
      expect(written(log.slice(0, cut), log.slice(cut))).toBe(text);
    }
  });

  it.each([
    ['of the same number', '\x1b[31;41mx', '\x1b[31;41;49mx'],
    ['one after the other', '\x1b[31ma\x1b[41mb', '\x1b[31ma\x1b[41;49mb'],
    ['of a palette', '\x1b[91;48;5;9mx', '\x1b[91;48;5;9;49mx'],
    ['of light', '\x1b[38;2;1;2;3;48;2;1;2;3mx', '\x1b[38;2;1;2;3;48;2;1;2;3;49mx'],
    [
      'until they differ',
      '\x1b[31;41m\x1b[42mx\x1b[32my\x1b[39;42mz',
      '\x1b[31;41;49m\x1b[42mx\x1b[32;49my\x1b[39;42mz',
    ],
  ])('shows what has one colour with what is behind it: %s', (_what, log, text) => {
    expect(written(log)).toBe(text);
  });

  it('is the same wherever it is cut', () => {
    const log = 'a\x1b]0;t\x1b\\b\r\nc\x1b[8;31md\x1bP\ne\x9b1mf\r\rg\x1b';
    const whole = written(log);
    for (let cut = 0; cut <= log.length; cut++) {
      expect(written(log.slice(0, cut), log.slice(cut))).toBe(whole);
    }
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
