import type { CompletionItem, Position, TextEdit } from 'vscode-languageserver';

/**
 * The text after an item is accepted, with a mark where the editor puts the cursor: its first tab stop, or the end.
 * Throws where the item's edits overlap or its snippet is malformed.
 */
export function acceptItem(text: string, item: CompletionItem, mark = '|'): string {
  const main = item.textEdit as TextEdit;
  const { plain, cursor } =
    item.insertTextFormat === 2 ? expand(main.newText) : { plain: main.newText, cursor: undefined };
  const at = cursor ?? plain.length;
  const marked = `${plain.slice(0, at)}${mark}${plain.slice(at)}`;
  const edits = [{ range: main.range, newText: marked }, ...(item.additionalTextEdits ?? [])].map((edit) => ({
    start: offsetAt(text, edit.range.start),
    end: offsetAt(text, edit.range.end),
    newText: edit.newText,
  }));
  edits.sort((left, right) => right.start - left.start || right.end - left.end);
  let result = text;
  let limit = text.length;
  for (const { start, end, newText } of edits) {
    if (end > limit) throw new Error('edits overlap');
    result = result.slice(0, start) + newText + result.slice(end);
    limit = start;
  }
  return result;
}

/** A snippet's text with its placeholders filled in, and where the editor puts the cursor first. */
export function expand(snippet: string): { plain: string; cursor: number | undefined; stops: number[] } {
  const defaults = new Map<number, string>();
  for (const match of snippet.matchAll(/(?<!\\)\$\{(\d+):((?:\\.|[^}\\])*)\}/g)) {
    defaults.set(Number(match[1]), unescaped(match[2]!));
  }
  const places = new Map<number, number>();
  let plain = '';
  for (const match of snippet.matchAll(/\\([\\$}])|\$(\d+)|\$\{(\d+)(?::(?:\\.|[^}\\])*)?\}|([\s\S])/g)) {
    const stop = match[2] ?? match[3];
    if (stop !== undefined && !places.has(Number(stop))) places.set(Number(stop), plain.length);
    plain += stop === undefined ? (match[1] ?? match[4]!) : (defaults.get(Number(stop)) ?? '');
  }
  const stops = [...places.keys()].sort((left, right) => (left || Infinity) - (right || Infinity));
  return { plain, cursor: stops.length > 0 ? places.get(stops[0]!) : undefined, stops };
}

function unescaped(text: string): string {
  return text.replace(/\\([\\$}])/g, '$1');
}

function offsetAt(text: string, { line, character }: Position): number {
  let start = 0;
  for (let passed = 0; passed < line; passed++) start = text.indexOf('\n', start) + 1;
  return start + character;
}
