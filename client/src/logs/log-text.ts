/** The longest unfinished escape sequence that is waited for. */
const longestEscape = 256;

const escapeKey = '\x1b';
const bell = '\x07';
/** An operating system command (title, clipboard, link) with its end, where it has one. */
const command = new RegExp(`${escapeKey}\\][^${bell}${escapeKey}]*(?:${bell}|${escapeKey}\\\\)?`, 'g');
/** A control sequence: parameters, then the character that says what it does. */
const control = new RegExp(`${escapeKey}\\[([0-9;:<=>?]*)[ -/]*([@-~])`, 'g');
/** Any other use of the escape character. */
const otherEscape = new RegExp(`${escapeKey}(?!\\[[0-9;:]*m)[ -~]?`, 'g');
/** What may go on in the next chunk. */
const unfinished = new RegExp(
  `(?:${escapeKey}(?:\\[[0-9;:]*|\\][^${bell}${escapeKey}]*${escapeKey}?)?|\\r)$`,
);
/** Control characters, but for escape, tab and those that end a line. */
const controlCharacters = new RegExp(`(?![${escapeKey}\\t\\r\\n])\\p{Cc}`, 'gu');

/**
 * Turns the text of a log into text for a terminal: escape sequences that are cut between two chunks are joined, lines end with CRLF, and of all escape sequences only colours and styles remain. A log must not move the
 * cursor, set titles, write the clipboard or make links.
 */
export class LogText {
  #rest = '';

  /** The text of another chunk. */
  write(chunk: string): string {
    const text = this.#rest + chunk;
    const open = unfinished.exec(text.slice(-longestEscape));
    const end = open ? text.length - open[0].length : text.length;
    this.#rest = text.slice(end);
    return harmless(text.slice(0, end));
  }

  /** What is left when the log has ended. */
  end(): string {
    const text = this.#rest;
    this.#rest = '';
    return harmless(text);
  }
}

function harmless(text: string): string {
  return text
    .replace(command, '')
    .replace(control, (sequence, parameters: string, final: string) =>
      final === 'm' && /^[0-9;:]*$/.test(parameters) ? sequence : '',
    )
    .replace(otherEscape, '')
    .replace(controlCharacters, '')
    .replace(/\r\n|\r|\n/g, '\r\n');
}
