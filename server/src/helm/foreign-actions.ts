import type { Placeholders } from '../placeholders/placeholders.ts';
import type { Span } from '../yaml/nodes.ts';
import { foreignAction } from './foreign-action.ts';
import type { TemplateAction } from './template-actions.ts';

/**
 * What other tools than Helm fill in of a text and YAML cannot read: what it takes for brackets or marks, lines of nothing
 * else, and what stands in brackets of YAML's own. What stands in quotes and block scalars is text, and so is what reads as a
 * word: it stays as it is. Takes time in the length of the text.
 */
export function foreignActions(text: string, placeholders: Placeholders): TemplateAction[] {
  if (!placeholders.standIn(text)) return [];
  return new ForeignText(text, placeholders).actions();
}

/** Whatever begins, ends or means something to YAML or a notation. */
const telling = /[{}[\]"'|>$<@%#_(]/;

interface Found extends Span {
  /** Whether YAML cannot read it where it stands. */
  readonly isBare: boolean;
}

class ForeignText {
  readonly #text: string;
  readonly #placeholders: Placeholders;
  readonly #own: readonly Span[];
  #nextOwn = 0;
  readonly #actions: TemplateAction[] = [];
  /** How many of YAML's own brackets are open. */
  #brackets = 0;
  /** The quote that is open. */
  #quote: string | undefined;
  /** The column that the lines of the block scalar are deeper than; undefined outside of one. */
  #blockColumn: number | undefined;
  /** Where the action goes on to that began on a line before. */
  #behind = 0;

  constructor(text: string, placeholders: Placeholders) {
    this.#text = text;
    this.#placeholders = placeholders;
    this.#own = placeholders.patterns.length > 0 ? placeholders.own(text) : [];
  }

  actions(): TemplateAction[] {
    for (let start = 0; start < this.#text.length; ) {
      const at = this.#text.indexOf('\n', start);
      const end = at < 0 ? this.#text.length : at;
      this.#line(start, end);
      start = end + 1;
    }
    return this.#actions;
  }

  #line(start: number, end: number): void {
    const line = this.#text.slice(start, end);
    if (this.#blockColumn !== undefined) {
      const column = line.search(/\S/);
      if (column < 0 || column > this.#blockColumn || this.#isLeftOut(line, start)) return;
      this.#blockColumn = undefined;
    }
    const isMark = line.startsWith('-') || line.startsWith('.');
    if (isMark && /^(?:---|\.\.\.)(?:\s|$)/.test(line)) {
      this.#brackets = 0;
      this.#quote = undefined;
    }
    if (!telling.test(line) && this.#quote === undefined && this.#nextOwn >= this.#own.length) return;
    const found = this.#placeholdersIn(Math.max(start, this.#behind), end);
    if (found.length === 0) return;
    const isAlone = this.#isAlone(found, start, end);
    for (const one of found) {
      if (!one.isBare && !isAlone) continue;
      const action = foreignAction(this.#text, one);
      const isStatement = isAlone && this.#text.startsWith('#@', one.start);
      this.#actions.push(isStatement ? { ...action, does: 'control' } : action);
      this.#behind = Math.max(this.#behind, action.end);
    }
  }

  /** A line that is less deep than the block scalar around it, and nothing but actions: it is a part of neither. */
  #isLeftOut(line: string, start: number): boolean {
    if (!/^\s*(?:\{[{%#]|<%|\[\[)/.test(line)) return false;
    const found: TemplateAction[] = [];
    for (let at = start + line.search(/\S/); at < start + line.length; ) {
      const one = this.#placeholders.at(this.#text, at);
      if (!one) return false;
      found.push({ ...foreignAction(this.#text, one), does: 'control' });
      at = one.end + (/^\s*/.exec(this.#text.slice(one.end, start + line.length))?.[0].length ?? 0);
    }
    for (const one of found) this.#actions.push(one);
    return true;
  }

  /** Whether there is nothing but placeholders on a line. */
  #isAlone(found: readonly Found[], start: number, end: number): boolean {
    if (this.#brackets > 0 || this.#quote !== undefined) return false;
    let at = start;
    for (const one of found) {
      if (this.#text.slice(at, one.start).trim() !== '') return false;
      at = one.end;
    }
    return /^\s*(?:#|$)/.test(this.#text.slice(Math.min(at, end), end));
  }

  /** The placeholders of a line outside of quotes and comments. */
  #placeholdersIn(start: number, end: number): Found[] {
    const found: Found[] = [];
    const text = this.#text;
    let isNode = this.#quote === undefined;
    let owner = -1;
    let word = -1;
    for (let at = start; at < end; ) {
      if (this.#quote !== undefined) {
        at = this.#afterQuote(at, end, this.#isOfType(owner) ? 'of the type' : 'of a field', found);
        isNode = false;
        continue;
      }
      const character = text[at]!;
      const isSpace = character === ' ' || character === '\t' || character === '\r';
      if (isSpace) {
        at++;
        continue;
      }
      const one = this.#at(at, end);
      if (one) {
        found.push({ ...one, isBare: this.#isBare(one, isNode) || this.#isOfType(owner) });
        if (word < 0) word = at;
        at = one.end;
        isNode = false;
        continue;
      }
      if (character === '#' && (at === start || /\s/.test(text[at - 1]!))) return found;
      if (isNode && (character === '"' || character === "'")) {
        if (word < 0) word = at;
        this.#quote = character;
        at++;
        continue;
      }
      const isMark = isNode || this.#brackets > 0;
      if (isMark && (character === '[' || character === '{')) {
        this.#brackets++;
        isNode = true;
      } else if (this.#brackets > 0 && (character === ']' || character === '}')) {
        this.#brackets--;
        isNode = false;
      } else if (this.#brackets > 0 && character === ',') isNode = true;
      else if (character === ':' && (at + 1 >= end || /[\s]/.test(text[at + 1]!) || this.#brackets > 0)) {
        isNode = true;
        owner = word;
        word = -1;
      } else if (isNode && character === '-' && (at + 1 >= end || /\s/.test(text[at + 1]!))) owner = at;
      else if (isNode && this.#brackets === 0 && (character === '|' || character === '>')) {
        if (isBlockHeader.test(text.slice(at, Math.min(end, at + 40)))) {
          const lineStart = text.lastIndexOf('\n', at) + 1;
          this.#blockColumn = owner < 0 ? -1 : owner - lineStart;
          return found;
        }
        isNode = false;
      } else if (isNode && (character === '&' || character === '!')) {
        while (at < end && !/\s/.test(text[at]!)) at++;
        continue;
      } else {
        if (word < 0) word = at;
        isNode = false;
      }
      at++;
    }
    return found;
  }

  #at(offset: number, end: number): (Span & { readonly is: 'structure' | 'text' }) | undefined {
    while (this.#nextOwn < this.#own.length && this.#own[this.#nextOwn]!.start < offset) this.#nextOwn++;
    const own = this.#own[this.#nextOwn];
    if (own?.start === offset) return { ...own, is: 'text' };
    if (!mayBegin.has(this.#text[offset]!)) return undefined;
    const known = this.#placeholders.at(this.#text, offset);
    return known && known.end <= end ? known : undefined;
  }

  /** Whether YAML cannot read a placeholder as a part of a word. */
  #isBare({ start, end, is }: Span & { readonly is: 'structure' | 'text' }, isNode: boolean): boolean {
    if (is === 'structure' || this.#brackets > 0) return true;
    const written = this.#text.slice(start, end);
    return (
      /:\s|\s#/.test(written) || (isNode && /^[[\]{},#&*!|>'"%@`]/.test(written)) || written.startsWith('#')
    );
  }

  /** Whether the key at an offset says what an object is: what that may be is asked before anything else. */
  #isOfType(owner: number): boolean {
    return owner >= 0 && /^(?:apiVersion|kind)\s*:/.test(this.#text.slice(owner, owner + 20));
  }

  /**
   * Behind the quote that closes the text which is open; the end of the line where none does. A placeholder with such a quote
   * within it is more than text, and so is one in what says what an object is.
   */
  #afterQuote(from: number, end: number, value: 'of the type' | 'of a field', found: Found[]): number {
    for (let at = from; at < end; at++) {
      const character = this.#text[at];
      const one = this.#at(at, end);
      if (one && (value === 'of the type' || this.#text.slice(at, one.end).includes(this.#quote!))) {
        found.push({ start: at, end: one.end, isBare: true });
        at = one.end - 1;
        continue;
      }
      if (character === '\\' && this.#quote === '"') at++;
      else if (character === this.#quote) {
        if (character === "'" && this.#text[at + 1] === "'") at++;
        else {
          this.#quote = undefined;
          return at + 1;
        }
      }
    }
    return end;
  }
}

const isBlockHeader = /^[|>][-+\d]{0,2}\s*(?:#.*)?$/;
const mayBegin: ReadonlySet<string> = new Set('{<[$@_%#(');
