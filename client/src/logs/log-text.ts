import { TextStyle } from './text-style.ts';

/** What the next character is part of. */
type State =
  | 'text'
  /** A carriage return, which may be the first half of a line's end. */
  | 'return'
  /** Behind an escape character. */
  | 'escape'
  /** Parameters of a control sequence. */
  | 'control'
  /** A command to the operating system, the device or an application: title, clipboard, link. */
  | 'string'
  /** Behind an escape character in one of these, of whose end it may be the first half. */
  | 'string escape';

/** Of these no terminal reads more. */
const longestParameters = 64;
/** What goes on longer than this without an end is no command. */
const longestString = 4_096;

/** Control characters, also those of eight bits, but the tab. */
const special = /(?!\t)\p{Cc}/gu;
/** What moves the cursor within its line, or takes away from there: a progress bar does. */
const withinLine = new Set(['C', 'D', 'G', 'K']);

/**
 * Turns the text of a log into text for a terminal, whose lines end with CRLF. Of all control sequences those are let
 * through that are listed here: colours and styles that conceal nothing, and moves within the line. What a log writes else
 * (titles, the clipboard, links, other lines) is dropped; a command without an end ends with its line. Sequences may be
 * cut between two chunks.
 */
export class LogText {
  #state: State = 'text';
  #parameters = '';
  /** Characters of the command that is read. */
  #length = 0;
  readonly #style = new TextStyle();

  /** The text of another chunk. */
  write(chunk: string): string {
    let shown = '';
    for (let at = 0; at < chunk.length; ) {
      if (this.#state === 'text') {
        special.lastIndex = at;
        const next = special.exec(chunk)?.index ?? chunk.length;
        shown += chunk.slice(at, next);
        at = next;
        if (at === chunk.length) break;
      }
      const character = chunk[at]!;
      const { write = '', again } = this.#step(character);
      shown += write;
      if (!again) at++;
    }
    return shown;
  }

  /** What is left when the log has ended. */
  end(): string {
    const left = this.#state === 'return' ? '\r\n' : '';
    this.#state = 'text';
    return left;
  }

  /** Reads a character; one that ends what it does not belong to is read `again`. */
  #step(character: string): { write?: string; again?: true } {
    switch (this.#state) {
      case 'text':
        return this.#control(character);
      case 'return':
        this.#state = 'text';
        return character === '\n' ? { write: '\r\n' } : { write: '\r\n', again: true };
      case 'escape':
        return this.#escape(character);
      case 'control':
        return this.#parameter(character);
      case 'string':
        return this.#string(character);
      case 'string escape':
        this.#state = character === '\\' ? 'text' : 'escape';
        return character === '\\' ? {} : { again: true };
    }
  }

  #control(character: string): { write?: string } {
    switch (character) {
      case '\n':
        return { write: '\r\n' };
      case '\r':
        this.#state = 'return';
        return {};
      case '\x1b':
        this.#state = 'escape';
        return {};
      case '\x9b':
        return this.#begin('control');
      case '\x90':
      case '\x98':
      case '\x9d':
      case '\x9e':
      case '\x9f':
        return this.#begin('string');
    }
    return {};
  }

  #begin(state: 'control' | 'string'): Record<string, never> {
    this.#state = state;
    this.#parameters = '';
    this.#length = 0;
    return {};
  }

  #escape(character: string): { again?: true } {
    if (character === '[') return this.#begin('control');
    if (']PX^_'.includes(character)) return this.#begin('string');
    // Characters before the one that says what it does.
    if (character >= ' ' && character <= '/') return {};
    this.#state = 'text';
    return character < ' ' || character > '~' ? { again: true } : {};
  }

  #parameter(character: string): { write?: string; again?: true } {
    if (character >= ' ' && character <= '?') {
      if (this.#parameters.length <= longestParameters) this.#parameters += character;
      return {};
    }
    this.#state = 'text';
    if (character < '@' || character > '~') return { again: true };
    return { write: this.#sequence(character) };
  }

  #sequence(final: string): string {
    if (this.#parameters.length > longestParameters) return '';
    if (final === 'm' && /^[\d:;]*$/.test(this.#parameters)) return this.#style.change(this.#parameters);
    return withinLine.has(final) && /^\d{0,4}$/.test(this.#parameters)
      ? `\x1b[${this.#parameters}${final}`
      : '';
  }

  #string(character: string): { again?: true } {
    if (character === '\x07' || character === '\x9c') this.#state = 'text';
    else if (character === '\x1b') this.#state = 'string escape';
    else if (character === '\n' || character === '\r' || ++this.#length > longestString) {
      this.#state = 'text';
      return { again: true };
    }
    return {};
  }
}
