/** What each hostile text begins with, by which a test finds it on the screen. */
export const mark = 'pwned';

/**
 * Text that would be a link that runs a command, a link, an icon, HTML, an image that is fetched, a line of its own, a
 * terminal's title, or another direction of writing, wherever it is taken for what it looks like.
 *
 * @param address of a web page that nobody is to fetch
 */
export function hostileText(address: string): string {
  return [
    `${mark} [${mark}](command:workbench.action.terminal.new)`,
    `[${mark}](${address}/link "title")`,
    '$(flame) $(sync~spin)',
    `<a href="command:${mark}">a</a><img src="${address}/html">`,
    `![i](${address}/image)`,
    '\u202etxt\u202c\u2066\u200b\u200f',
    '\x1b]0;title\x07\x1b[2J\x1b[8mhidden',
    '\n=== Deployment prod/db: no change',
    '\r\n# not a comment\u2028last',
  ].join(' ');
}

/** A text in double quotes as YAML and JSON have it, in ASCII alone. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
