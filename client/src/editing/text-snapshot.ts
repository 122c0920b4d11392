import type { TextPlace } from './paste-place.ts';
import type { TextLines } from './text-lines.ts';

/** The lines of a document's text as it is at one moment, whatever is typed afterwards. Line breaks are `\n` or `\r\n`. */
export class TextSnapshot implements TextLines {
  readonly #text: string;
  readonly #starts = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  get count(): number {
    return this.#starts.length;
  }

  at(row: number): string {
    const next = this.#starts[row + 1];
    const line = this.#text.slice(this.#starts[row], next === undefined ? undefined : next - 1);
    return next !== undefined && line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  /** How many characters are before a place that is in the text. */
  offsetAt({ row, column }: TextPlace): number {
    return this.#starts[row]! + column;
  }
}
