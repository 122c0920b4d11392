import { expect, test } from 'vitest';
import { plainText } from '../../../client/src/prompts/plain-text.ts';

/** How VS Code finds links in messages, titles of progress and prompts, and icons in labels. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const icon = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/;

test.each([
  {
    is: 'as it was',
    text: 'Deployment shop/web: 3 of 4 ready (75 %)',
    shown: 'Deployment shop/web: 3 of 4 ready (75 %)',
  },
  {
    is: 'no link that runs a command',
    text: 'see [here](command:kubewright.apply)',
    shown: 'see [here] (command:kubewright.apply)',
  },
  {
    is: 'no link within a link',
    text: '[a](b)[c](command:x?%5B%5D "t")',
    shown: '[a] (b)[c] (command:x?%5B%5D "t")',
  },
  { is: 'no link over two lines', text: '[here]\n(command:x)', shown: '[here] (command:x)' },
  { is: 'no link by what has no width', text: '[a]\u200b(command:x)', shown: '[a]\\u200b(command:x)' },
  { is: 'no icon', text: '$(check) web', shown: '$ (check) web' },
  { is: 'no icon that turns', text: '$(sync~spin)', shown: '$ (sync~spin)' },
  { is: 'no icon behind a backslash', text: '\\$(check)', shown: '\\$ (check)' },
  { is: 'brackets that are none', text: '$(a b) $() [0] (1)', shown: '$(a b) $() [0] (1)' },
  { is: 'one line', text: 'first\r\n\tsecond\u2028third\u0085last', shown: 'first second third last' },
  { is: 'written in its own direction', text: 'prod\u202etset\u2066', shown: 'prod\\u202etset\\u2066' },
  {
    is: 'what has no width or picture',
    text: 'a\u200bb\u00adc\u{e0041}d\u3164e\u2800',
    shown: 'a\\u200bb\\u00adc\\u{e0041}d\\u3164e\\u2800',
  },
  { is: 'controls', text: 'a\x1b[31mb\x07\x9b', shown: 'a\\u001b[31mb\\u0007\\u009b' },
  { is: 'half a character', text: 'a\ud800', shown: 'a\\ud800' },
  { is: 'emoji whole', text: '⚠️ 👩🏽‍💻 ok', shown: '⚠️ 👩🏽‍💻 ok' },
  { is: 'what an emoji has not', text: 'a\ufe0fb\u200dc', shown: 'a\\ufe0fb\\u200dc' },
])('foreign text is shown: $is', ({ text, shown }) => {
  expect(plainText(text)).toBe(shown);
  expect(plainText(text)).not.toMatch(link);
  expect(plainText(text)).not.toMatch(icon);
});

test('a text that nobody can read is cut, and quickly', () => {
  const shown = plainText(`${' \n'.repeat(5_000_000)}[a](command:x)`);
  expect(shown.length).toBeLessThanOrEqual(900);
  expect(plainText('x'.repeat(2000))).toBe(`${'x'.repeat(899)}…`);
  expect(plainText(`${'x'.repeat(898)}😀y`)).toBe(`${'x'.repeat(898)}…`);
});
