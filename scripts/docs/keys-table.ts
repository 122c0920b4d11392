import { commandTable, type Keybinding } from '../../client/src/contributions/commands.ts';

/**
 * The text of the README whose table of keys is what the table of commands binds.
 * @throws Error where it has no place for the table.
 */
export function withKeysTable(text: string): string {
  const place = /(?<=<!-- keys, by `npm run docs` -->\n\n)[\s\S]*?(?=\n\n<!-- end of keys -->)/;
  if (!place.test(text)) throw new Error(`README.md has no place like ${place}: it lists the keys`);
  return text.replace(place, () => keysTable());
}

function keysTable(): string {
  const keys = Object.values(commandTable).flatMap(({ keybinding }) => keybinding ?? []);
  const rows = keys.map((binding) => `| ${wordsOf(binding)} | ${binding.where} | ${binding.does} |`);
  return ['| Key | At | What it does |', '|---|---|---|', ...rows].join('\n');
}

/** `Delete (⌘⌫ on a Mac)`. */
function wordsOf({ key, mac }: Keybinding): string {
  const own = key.split('+').map(capitalized).join('+');
  return mac === undefined ? own : `${own} (${mac.split('+').map(macSign).join('')} on a Mac)`;
}

function macSign(key: string): string {
  return { cmd: '⌘', backspace: '⌫' }[key] ?? capitalized(key);
}

function capitalized(key: string): string {
  return `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}
