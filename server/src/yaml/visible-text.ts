/**
 * Text of which nothing is hidden: characters that control, turn the direction of writing or have no width stand as what
 * they are, as in `\u202e`; line breaks as `␊`. So one name cannot look like another, a line cannot begin another one,
 * and a terminal is given no command. What belongs to an emoji stays.
 */
export function visibleText(text: string): string {
  if (ascii.test(text)) return text;
  return text.replace(hidden, (character, offset: number, whole: string) => {
    if (isOfEmoji(character, whole.slice(Math.max(0, offset - longestEmojiPart), offset))) return character;
    return pictures[character] ?? escaped(character);
  });
}

/** As `visibleText`, of a line of a document, where a tab is nothing special. */
export function visibleLine(text: string): string {
  return text.split('\t').map(visibleText).join('\t');
}

/** As `visibleLine`, of a text of any number of lines, which stay. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(visibleLine)
    .join('\n');
}

/** The beginning of a text that is longer than what is shown, with an ellipsis; no character is cut in two. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const start = text.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start}…`;
}

/** Nearly every text, and this is found out sooner than that nothing is hidden in it. */
const ascii = /^[ -~]*$/;
/** Control characters, separators of lines, halves of characters, and what is drawn as nothing. */
const hidden = /\r\n|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const pictures: Readonly<Record<string, string>> = { '\r\n': '␍␊', '\n': '␊', '\r': '␍', '\t': '␉' };

/** An emoji of two code units and the tone of its skin. */
const longestEmojiPart = 4;
const variationSelector = '\ufe0f';
const joiner = '\u200d';

/** A selector of its colours behind an emoji, or a joiner that makes it one with the next. */
function isOfEmoji(character: string, before: string): boolean {
  if (character !== variationSelector && character !== joiner) return false;
  return /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?$/u.test(before);
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
