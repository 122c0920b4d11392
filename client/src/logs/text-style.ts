/** Attributes that are let through by themselves: what sets them and what takes them back. */
const plainAttributes = new Set([1, 2, 3, 4, 7, 9, 21, 22, 23, 24, 27, 29]);

/** Fields of a colour with the one that begins it: of a palette (`38;5;n`), or of light (`38;2;r;g;b`). */
const colourLengths = new Map([
  ['5', 3],
  ['2', 5],
]);

/**
 * What a text looks like, as "select graphic rendition" of ECMA-48 changes it. Colours and plain attributes are let
 * through; what conceals is not: the attribute for that, fonts, blinking, and one colour for the text and what is behind it.
 */
export class TextStyle {
  #foreground = '';
  #background = '';

  /** What of the parameters of a change (`1;31`) is let through, as a sequence; empty where nothing is. */
  change(parameters: string): string {
    const fields = parameters.split(';');
    const kept: string[] = [];
    for (let place = 0; place < fields.length; ) {
      const taken = this.#take(fields, place);
      kept.push(...taken.kept);
      place += taken.fields;
    }
    if (kept.length === 0) return '';
    if (this.#foreground !== '' && this.#foreground === this.#background) {
      this.#background = '';
      kept.push('49');
    }
    return `\x1b[${kept.join(';')}m`;
  }

  /** Reads one attribute. */
  #take(fields: readonly string[], place: number): { kept: string[]; fields: number } {
    const field = fields[place]!;
    if (field.includes(':')) return { kept: this.#takeSubparameters(field), fields: 1 };
    const code = Number(field);
    if (code === 38 || code === 48 || code === 58) {
      const length = colourLengths.get(fields[place + 1] ?? '');
      // What the rest means nobody knows.
      if (length === undefined) return { kept: [], fields: fields.length };
      const colour = fields.slice(place + 1, place + length);
      const isWhole = colour.length === length - 1 && colour.every(isByte);
      return { kept: isWhole ? this.#colour(code, colour) : [], fields: length };
    }
    return { kept: this.#plain(code) ? [`${code}`] : [], fields: 1 };
  }

  /** `4:3` is a wavy underline, `38:2::255:0:0` a colour, whose second part is a colour space that nobody names. */
  #takeSubparameters(field: string): string[] {
    const [code, ...rest] = field.split(':');
    if (code === '4' && rest.length === 1 && /^[0-5]$/.test(rest[0]!)) return [field];
    const isColour = ['38', '48', '58'].includes(code!) && (rest[0] === '5' || rest[0] === '2');
    const colour = rest[0] === '2' && rest.length === 5 ? ['2', ...rest.slice(2)] : rest;
    if (!isColour || colour.length !== (rest[0] === '5' ? 2 : 4) || !colour.every(isByte)) return [];
    return this.#colour(Number(code), colour);
  }

  #colour(code: number, colour: readonly string[]): string[] {
    const name = colour.map(Number).join(';');
    if (code === 38) this.#foreground = name;
    if (code === 48) this.#background = name;
    return [`${code};${name}`];
  }

  #plain(code: number): boolean {
    if (code === 0) this.#foreground = this.#background = '';
    else if (code === 39) this.#foreground = '';
    else if (code === 49) this.#background = '';
    else if (code >= 30 && code <= 37) this.#foreground = `5;${code - 30}`;
    else if (code >= 40 && code <= 47) this.#background = `5;${code - 40}`;
    else if (code >= 90 && code <= 97) this.#foreground = `5;${code - 82}`;
    else if (code >= 100 && code <= 107) this.#background = `5;${code - 92}`;
    else return plainAttributes.has(code) || code === 59;
    return true;
  }
}

function isByte(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= 255;
}
