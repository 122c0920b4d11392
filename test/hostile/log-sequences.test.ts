import { describe, expect, test } from 'vitest';
import { LogText } from '../../client/src/logs/log-text.ts';
import { seededRandom } from '../support/random.ts';
import { ownTime } from './support/measured-process.ts';
import { rounds } from './support/rounds.ts';

/** Of what a log is made that means harm: whole commands, and halves of them. */
const pieces: readonly string[] = [
  '\x1b',
  '\x1b[',
  '\x1b]',
  '\x9b',
  '\x9d',
  '\x90',
  '\x9c',
  '\x1b\\',
  '\x07',
  '\r',
  '\n',
  '\r\n',
  '\b',
  '\0',
  '\t',
  '\x0b',
  '\x0c',
  '\x0e',
  '\x7f',
  '\x85',
  '0',
  '1',
  '4:3',
  '8',
  '25',
  '38',
  '5',
  '48;2;1;2;3',
  '58:5:9',
  '999999',
  ';',
  ':',
  '?',
  '>',
  '!',
  ' ',
  'm',
  'C',
  'D',
  'G',
  'K',
  'A',
  'H',
  'J',
  'h',
  'l',
  'n',
  'q',
  't',
  'c',
  '(0',
  '#8',
  '52;c;cm0gLXJm',
  '8;;command:workbench.action.terminal.new',
  '0;title',
  '\x1b[31m',
  '\x1b[8m',
  '\x1b[?1049h',
  '\x1b[6n',
  '\x1b]0;a\x07',
  '\x1bPa\x1b\\',
  '\x1bc',
  'text',
  '\u202e',
  '\ud83d',
  '\u{1f600}',
];

const begin = String.fromCharCode(27);
/** The sequences that a terminal is given, and no other. */
const listed = new RegExp(`${begin}\\[(?:\\d{0,4}[CDGK]|[\\d;:]+m)`, 'g');
const style = new RegExp(`${begin}\\[([\\d;:]*)m`, 'g');
const attributes = new Set([
  '0',
  '1',
  '2',
  '3',
  '4',
  '7',
  '9',
  '21',
  '22',
  '23',
  '24',
  '27',
  '29',
  '39',
  '49',
  '59',
]);

function written(text: string, cuts: (left: number) => number): string {
  const log = new LogText();
  let shown = '';
  for (let at = 0; at < text.length; ) {
    const next = at + cuts(text.length - at);
    shown += log.write(text.slice(at, next));
    at = next;
  }
  return shown + log.end();
}

/** What is no text: control characters that are left when the listed sequences, tabs and line ends are taken away. */
function unlisted(shown: string): string[] {
  const rest = shown.replaceAll(listed, '').replaceAll('\r\n', '').replaceAll('\t', '');
  return rest.match(/\p{Cc}/gu) ?? [];
}

/** What of a style is none that is let through. */
function badStyles(shown: string): string[] {
  return [...shown.matchAll(style)]
    .map(([, parameters]) => parameters!)
    .filter((parameters) => {
      const plain = parameters.replaceAll(
        /(?:38|48|58);(?:5;\d{1,3}|2;\d{1,3};\d{1,3};\d{1,3})(?=;|$)/g,
        '0',
      );
      return !plain
        .split(';')
        .every((one) => attributes.has(one) || /^(?:[34][0-7]|9[0-7]|10[0-7]|4:[0-5])$/.test(one));
    });
}

describe('of a log the terminal is given text and listed sequences alone', () => {
  test('whatever commands it is made of', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 20_000 * rounds; round++) {
      const text = Array.from({ length: random(30) }, () => pieces[random(pieces.length)]!).join('');
      const shown = written(text, (left) => left);
      expect(unlisted(shown), JSON.stringify(text)).toEqual([]);
      expect(badStyles(shown), JSON.stringify(text)).toEqual([]);
    }
  });

  test('whatever bytes it is made of', () => {
    const random = seededRandom(8);
    for (let round = 0; round < 2_000 * rounds; round++) {
      const bytes = Buffer.from(
        Array.from({ length: random(400) }, () => random(random(3) === 0 ? 48 : 256)),
      );
      for (const encoding of ['latin1', 'utf8'] as const) {
        const text = bytes.toString(encoding);
        expect(unlisted(written(text, (left) => left)), bytes.toString('hex')).toEqual([]);
        expect(badStyles(written(text, (left) => left)), bytes.toString('hex')).toEqual([]);
      }
    }
  });

  test('wherever it is cut, it is the same', () => {
    const random = seededRandom(9);
    for (let round = 0; round < 5_000 * rounds; round++) {
      const text = Array.from({ length: random(20) }, () => pieces[random(pieces.length)]!).join('');
      const cut = written(text, (left) => 1 + random(left));
      expect(cut, JSON.stringify(text)).toBe(written(text, (left) => left));
    }
  });

  test('no command of a line reaches into the next one', () => {
    const random = seededRandom(10);
    for (let round = 0; round < 5_000 * rounds; round++) {
      const text = Array.from({ length: random(20) }, () => pieces[random(pieces.length)]!).join('');
      const shown = written(`${text}\nthe next line`, (left) => left);
      expect(shown.endsWith('\r\nthe next line'), JSON.stringify(text)).toBe(true);
    }
  });

  test.each([
    ['a command without an end', `\x1b]0;${'x'.repeat(3_000_000)}`],
    ['commands without end', '\x1b]0;a\x07'.repeat(400_000)],
    ['parameters without end', `\x1b[${'1;'.repeat(1_500_000)}m`],
    ['escapes', '\x1b'.repeat(3_000_000)],
    ['carriage returns', '\r'.repeat(1_000_000)],
    ['colours', '\x1b[31m'.repeat(500_000)],
  ])('3 MB of %s take no time', async (_, text) => {
    let shown = '';
    const time = await ownTime(() => {
      shown = written(text, () => 4_096);
    });
    expect(time).toBeLessThan(2_000);
    expect(shown.length).toBeLessThanOrEqual(text.length * 2 + 2);
  });
});
