import { placeHole } from './place-hole.ts';
import { type TemplateAction, templateActions } from './template-actions.ts';

/** Stands for whatever a template may print; of the private use area, so no manifest has it. */
export const masked = '\ue000';

/** A template read as YAML. */
export interface MaskedTemplate {
  /** As long as the template, line by line: actions are blank where they print nothing, `masked` where they print. */
  readonly text: string;
  readonly actions: readonly TemplateAction[];
  /** Somewhere something is printed that has no place in the text: then nobody knows what is missing. */
  readonly hasLooseOutput: boolean;
}

/**
 * Masks the actions of a template. Never throws, whatever the text is.
 *
 * - A line of nothing but control actions (`{{- if }}`, `{{- end }}`) becomes blank.
 * - A line of nothing but actions of which one prints (`{{- include "x" . | nindent 4 }}`) becomes a masked key, or an
 *   item of the list that it stands in, at the column at which it prints.
 * - Beside other text on the line, actions become a masked word.
 */
export function maskTemplate(text: string): MaskedTemplate {
  const actions = templateActions(text);
  if (actions.length === 0) return { text, actions, hasLooseOutput: false };
  const lines = new TemplateLines(text, actions);
  return { text: lines.mask(), actions, hasLooseOutput: lines.hasLooseOutput };
}

interface Line {
  readonly start: number;
  /** Before its line break. */
  readonly end: number;
  text: string;
  /** Where what is printed here stands, where the line is nothing but actions. */
  hole: number | undefined;
}

class TemplateLines {
  hasLooseOutput = false;
  readonly #text: string;
  readonly #lines: Line[] = [];

  constructor(text: string, actions: readonly TemplateAction[]) {
    this.#text = text;
    let next = 0;
    for (const { start, end } of linesOf(text)) {
      while (next < actions.length && actions[next]!.end <= start) next++;
      const here: TemplateAction[] = [];
      for (let at = next; at < actions.length && actions[at]!.start < end; at++) here.push(actions[at]!);
      this.#lines.push(maskLine(text, start, end, here));
    }
  }

  mask(): string {
    const texts = this.#lines.map((line) => line.text);
    for (const [index, line] of this.#lines.entries()) {
      if (line.hole === undefined) continue;
      const placed = placeHole(texts, index, line.hole, masked);
      if (placed === undefined) this.hasLooseOutput = true;
      else texts[index] = placed;
    }
    let result = '';
    let end = 0;
    for (const [index, line] of this.#lines.entries()) {
      result += this.#text.slice(end, line.start) + texts[index]!;
      end = line.end;
    }
    return result + this.#text.slice(end);
  }
}

function maskLine(text: string, start: number, end: number, actions: readonly TemplateAction[]): Line {
  if (actions.length === 0) return { start, end, text: text.slice(start, end), hole: undefined };
  let rest = '';
  let at = start;
  for (const action of actions) {
    rest += text.slice(at, Math.max(at, action.start));
    at = Math.min(end, action.end);
  }
  rest += text.slice(at, end);
  const isAlone = rest.trim() === '' || rest.trimStart().startsWith('#');
  const begun = actions.filter((action) => action.start >= start);
  const output = begun.find(({ does }) => does === 'output');
  if (isAlone) {
    const hole = output && columnOf(output, start);
    return { start, end, text: ' '.repeat(end - start), hole };
  }
  return { start, end, text: besideText(text, start, end, actions), hole: undefined };
}

/** What an action of an earlier line leaves here is blank; every other one is a masked word. */
function besideText(text: string, start: number, end: number, actions: readonly TemplateAction[]): string {
  let line = '';
  let at = start;
  for (const action of actions) {
    const to = Math.min(end, action.end);
    line += text.slice(at, Math.max(at, action.start));
    const filling = action.start < start ? ' ' : masked;
    line += filling.repeat(to - Math.max(at, action.start));
    at = to;
  }
  return line + text.slice(at, end);
}

function columnOf({ start, indent }: TemplateAction, lineStart: number): number {
  const column = start - lineStart;
  if (!indent) return column;
  return indent.from === 'margin' ? indent.columns : column + indent.columns;
}

function* linesOf(text: string): Generator<{ start: number; end: number }> {
  for (let start = 0; start <= text.length; ) {
    const at = text.indexOf('\n', start);
    const lineEnd = at < 0 ? text.length : at;
    const end = lineEnd > start && text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
    yield { start, end };
    if (at < 0) return;
    start = at + 1;
  }
}
