import { expect, test } from 'vitest';
import { plainText } from '../../../client/src/prompts/plain-text.ts';

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
  { is: 'no icon', text: '$(check) web', shown: '$\u200b(check) web' },
  { is: 'no icon that turns', text: '$(sync~spin)', shown: '$\u200b(sync~spin)' },
  { is: 'no icon behind a backslash', text: '\\$(check)', shown: '\\$\u200b(check)' },
  { is: 'brackets that are none', text: '$(a b) $() [0] (1)', shown: '$(a b) $() [0] (1)' },
  { is: 'one line', text: 'first\r\n\tsecond\u2028third', shown: 'first second third' },
  { is: 'written in its own direction', text: 'prod\u202etset\u2066', shown: 'prod\ufffdtset\ufffd' },
])('foreign text is shown: $is', ({ text, shown }) => {
  expect(plainText(text)).toBe(shown);
});
