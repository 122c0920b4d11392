import type { Placeholders } from '../placeholders/placeholders.ts';
import type { ScalarNode, Span, YamlDocument } from '../yaml/nodes.ts';
import { isPrinted, masked } from '../yaml/printed.ts';
import { foreignActions } from './foreign-actions.ts';
import { type BlockStart, blockStartsOf, LineSearch, maskedLine } from './masked-line.ts';
import { type TemplateAction, templateActions } from './template-actions.ts';
import { objectDividers } from './whole-objects.ts';

/** A template read as YAML. */
export interface MaskedTemplate {
  /** As long as the template, line by line: actions are blank where they print nothing, `masked` where they print. */
  readonly text: string;
  readonly actions: readonly TemplateAction[];
  /** Where something is printed that has no place in the text, in order: nobody knows what is missing around it. */
  readonly unplaced: readonly number[];
  /** The keys and dashes under which something is printed beside what is written there, by where they start. */
  readonly open: ReadonlySet<number>;
  /** Where documents begin that are not read, because too many of their branches do not fit together. */
  readonly unread?: ReadonlySet<number>;
  /** Whether it is one of a chart, which Helm fills in. */
  readonly isOfChart: boolean;
  /** Whether it is not known what a scalar will be. */
  isUnknown(scalar: ScalarNode): boolean;
}

/**
 * Masks the actions of a template. Never throws, whatever the text is.
 *
 * - A line of nothing but control actions (`{{- if }}`, `{{- end }}`) becomes blank.
 * - A line that begins or ends a template of its own (`{{- define "x" }}`) divides documents: what it prints is printed
 *   elsewhere. One that does both becomes nothing else.
 * - The line that begins a branch with a whole object divides documents, where others beside it have whole objects, too.
 * - A line of nothing but actions of which one prints (`{{- include "x" . | nindent 4 }}`) becomes a masked key, or an
 *   item of the list that it stands in, at the column at which it prints.
 * - Beside other text on the line, actions that print become a masked word, and so do conditions.
 * - What is printed behind `key:` or a dash with more of the value on the next lines is blank, and the value is open.
 */
export function maskTemplate(text: string): MaskedTemplate {
  const template = maskActions(text, templateActions(text), (scalar) => isPrinted(scalar.text));
  return { ...template, isOfChart: true };
}

/**
 * Masks what other tools than Helm fill in of a text, in the same way. Undefined where YAML can read all of it: what is in its
 * scalars is then a matter of each document, see `readWithPlaceholders`.
 */
export function maskPlaceholders(text: string, placeholders: Placeholders): MaskedTemplate | undefined {
  const actions = foreignActions(text, placeholders);
  if (actions.length === 0) return undefined;
  return maskActions(text, actions, (scalar) => isPrinted(scalar.text) || placeholders.areIn(scalar));
}

/** A document that YAML can read, with placeholders in its scalars. */
export function readWithPlaceholders({ text }: YamlDocument, placeholders: Placeholders): MaskedTemplate {
  return maskActions(text, [], (scalar) => placeholders.areIn(scalar));
}

function maskActions(
  text: string,
  actions: readonly TemplateAction[],
  isUnknown: MaskedTemplate['isUnknown'],
): MaskedTemplate {
  const common = { actions, isOfChart: false, isUnknown };
  if (actions.length === 0) return { ...common, text, unplaced: [], open: new Set() };
  const lines = new TemplateLines(text, actions);
  return { ...common, text: lines.mask(), unplaced: lines.unplaced, open: lines.open };
}

/** Nobody writes more comments and conditions between a key and its value. */
const farthestBelow = 1_000;

/** No action is shorter. */
const documentStart = '---';

interface Line {
  readonly start: number;
  /** Before its line break. */
  readonly end: number;
  text: string;
  /** Where what is printed here stands, where the line is nothing but actions; else where the action does. */
  hole: number | undefined;
  otherHole: number | undefined;
  /** The key or dash behind which there is nothing but actions. */
  owner: BlockStart | undefined;
  /** The column of the first field of an item, where the line is nothing but a condition whose branches all begin one. */
  fields?: number | undefined;
}

class TemplateLines {
  readonly unplaced: number[] = [];
  readonly open = new Set<number>();
  readonly #text: string;
  readonly #actions: readonly TemplateAction[];
  readonly #lines: Line[] = [];

  constructor(text: string, actions: readonly TemplateAction[]) {
    this.#text = text;
    this.#actions = actions;
    let next = 0;
    for (const { start, end } of linesOf(text)) {
      while (next < actions.length && actions[next]!.end <= start) next++;
      let behind = next;
      while (behind < actions.length && actions[behind]!.start < end) behind++;
      const line =
        behind === next
          ? plainLine(text, start, end)
          : maskLine(text, start, end, actions.slice(next, behind));
      this.#lines.push(line);
    }
  }

  mask(): string {
    for (const [index, line] of this.#lines.entries()) {
      if (line.owner && this.#hasMoreBelow(index, line.owner)) {
        line.text = line.text.replaceAll(masked, ' ');
        this.open.add(line.start + line.owner.column);
      }
      const { hole, fields } = line;
      if (hole === undefined || fields === undefined) continue;
      if (!this.#hasMoreBelow(index, { column: fields - 1, is: 'item' })) continue;
      const item = `${' '.repeat(hole)}-`.padEnd(fields);
      line.text = `${item}${masked}:`.padEnd(line.text.length);
      line.hole = undefined;
    }
    const texts = this.#lines.map((line) => line.text);
    const search = new LineSearch();
    for (const [index, line] of this.#lines.entries()) {
      if (line.hole === undefined) continue;
      const columns = [line.hole, line.otherHole ?? line.hole];
      const [placed] = columns.flatMap((column) => maskedLine(texts, index, column, masked, search) ?? []);
      if (placed === undefined) this.unplaced.push(line.start);
      else texts[index] = placed;
    }
    const lines = this.#lines.map(({ start, end, hole }, index) => {
      const written = this.#text.slice(start, end);
      const text = texts[index]!;
      return { start, written, text: hole !== undefined && text.trim() === '' ? written : text };
    });
    for (const index of objectDividers(lines, this.#actions)) {
      texts[index] = documentStart.padEnd(texts[index]!.length);
    }
    return this.#withBreaks(texts);
  }

  #withBreaks(texts: readonly string[]): string {
    const parts: string[] = [];
    let end = 0;
    for (const [index, line] of this.#lines.entries()) {
      parts.push(this.#text.slice(end, line.start), texts[index]!);
      end = line.end;
    }
    parts.push(this.#text.slice(end));
    return parts.join('');
  }

  /** Whether the next line goes on with the value of a key or dash. */
  #hasMoreBelow(index: number, owner: BlockStart): boolean {
    for (let at = index + 1; at < this.#lines.length && at - index < farthestBelow; at++) {
      const { text, hole } = this.#lines[at]!;
      const column = hole ?? text.search(/\S/);
      if (hole === undefined && (column < 0 || text[column] === '#')) continue;
      const isItemOfKey = owner.is === 'key' && column === owner.column && /^\s*-(?:\s|$)/.test(text);
      return column > owner.column || isItemOfKey;
    }
    return false;
  }
}

/** The key or dash on a line that has nothing behind it. */
function ownerIn(rest: string): BlockStart | undefined {
  const written = rest.trimEnd();
  const ends = written.endsWith(':') || written === '-' || /\s-$/.test(written.slice(-2));
  return ends && !/[#{["']/.test(written) ? blockStartsOf(rest).at(-1) : undefined;
}

function plainLine(text: string, start: number, end: number): Line {
  return withoutHole(start, end, text.slice(start, end), undefined);
}

function withoutHole(start: number, end: number, text: string, owner: BlockStart | undefined): Line {
  return { start, end, text, hole: undefined, otherHole: undefined, owner };
}

function maskLine(text: string, start: number, end: number, actions: readonly TemplateAction[]): Line {
  let rest = '';
  let at = start;
  for (const action of actions) {
    rest += text.slice(at, Math.max(at, action.start));
    at = Math.min(end, action.end);
  }
  rest += text.slice(at, end);
  // Of those that begin on an earlier line there is one at most.
  const begun = actions[0]!.start >= start ? actions : actions.slice(1);
  const edges = begun.reduce((count, { isEdge }) => count + (isEdge ? 1 : 0), 0);
  const before = text.slice(start, begun[0]?.start ?? end);
  const begins = before.trim() === '';
  const isDefinition = begins && edges > 1 && begun[0]!.isEdge;
  const conditional = conditionalIn(text, end, begun);
  const isConditional = conditional !== undefined && begins;
  const written = rest.trimStart();
  const isAlone = written === '' || written.startsWith('#') || isDefinition || isConditional;
  const output = isConditional ? begun[0] : begun.find(({ does }) => does === 'output');
  if (isAlone && (begins || !before.trimStart().startsWith('#'))) {
    const hole = output && columnOf(output, start);
    const otherHole = output && otherColumnOf(output, start);
    const isEdge = edges > 0;
    const blank = isEdge ? documentStart.padEnd(end - start) : ' '.repeat(end - start);
    const fields = isConditional && hole !== undefined ? fieldsOf(conditional, hole) : undefined;
    return { start, end, text: blank, hole: isEdge ? undefined : hole, otherHole, owner: undefined, fields };
  }
  const owner = ownerIn(before);
  if (conditional && owner?.is === 'item') {
    const key = `${before}${masked}:`;
    const rest = text.slice(conditional.end, end);
    return withoutHole(start, end, key.padEnd(conditional.end - start) + rest, undefined);
  }
  const isBehind = before.trim() === written.trimEnd();
  if (isBehind && owner && !output) return withoutHole(start, end, before.padEnd(end - start), undefined);
  return withoutHole(
    start,
    end,
    besideText(text, start, end, actions),
    isBehind && output ? owner : undefined,
  );
}

/** A condition that begins and ends on a line, with what its branches have there; nested ones are a part of these. */
interface Conditional extends Span {
  readonly branches: readonly string[];
}

/**
 * The condition with which the actions of a line begin, where it ends on the line, fields or items are written in it, and
 * nothing behind it but a comment: `{{ if .a }}- b{{ end }}`. What it prints stands where it begins.
 */
function conditionalIn(text: string, end: number, begun: readonly TemplateAction[]): Conditional | undefined {
  const conditional = conditionalFrom(text, end, begun, 0);
  if (!conditional || !/^\s*(?:#|$)/.test(text.slice(conditional.end, end))) return undefined;
  return conditional.branches.some((written) => /^\s*-\s|:\s|:$/.test(written)) ? conditional : undefined;
}

/** The condition that one of the actions of a line begins; undefined where it does not end there. */
function conditionalFrom(
  text: string,
  end: number,
  actions: readonly TemplateAction[],
  from: number,
): Conditional | undefined {
  const first = actions[from];
  if (first?.block !== 'opens') return undefined;
  let depth = 0;
  const branches = [''];
  for (let index = from; index < actions.length; index++) {
    const action = actions[index]!;
    if (action.block === 'opens') depth++;
    else if (action.block === 'closes') depth--;
    if (depth <= 0) return action.end <= end ? { start: first.start, end: action.end, branches } : undefined;
    if (action.block === 'turns' && depth === 1) branches.push('');
    const printed = action.does === 'output' ? masked : '';
    const written = text.slice(action.end, Math.max(action.end, actions[index + 1]?.start ?? end));
    branches[branches.length - 1] += printed + written;
  }
  return undefined;
}

/** The column at which the first fields of the items stand that all branches of a condition begin. */
function fieldsOf({ branches }: Conditional, column: number): number | undefined {
  const [first, ...others] = branches.map((written) => /^-[ \t]+(?=\S)/.exec(written)?.[0].length);
  return first !== undefined && others.every((one) => one === first) ? column + first : undefined;
}

/**
 * Blank is what an action of an earlier line leaves here, and what prints nothing and does not choose what is printed. Of a
 * condition that chooses the value of a key, what YAML cannot read beside its actions is masked with them.
 */
function besideText(text: string, start: number, end: number, actions: readonly TemplateAction[]): string {
  let line = '';
  let at = start;
  /** Where the condition ends that was looked at last: those in it are a part of it. */
  let known = start;
  for (const [index, action] of actions.entries()) {
    if (action.end <= at) continue;
    const before = text.slice(at, Math.max(at, action.start));
    line += before;
    let to = Math.min(end, action.end);
    if (action.block === 'opens' && action.start >= known && before.trimEnd().endsWith(':')) {
      const chosen = conditionalFrom(text, end, actions, index);
      known = chosen?.end ?? end;
      if (chosen?.branches.some(isMoreThanWord)) to = chosen.end;
    }
    const isBlank = action.start < start || (action.does === 'control' && !action.block);
    const filling = isBlank ? ' ' : masked;
    line += filling.repeat(to - Math.max(at, action.start));
    at = to;
  }
  return line + text.slice(at, end);
}

/** Whether a text means something to YAML within a word, too. */
function isMoreThanWord(text: string): boolean {
  return /:\s|:$|\s#/.test(text);
}

function columnOf({ start, indent }: TemplateAction, lineStart: number): number {
  const column = start - lineStart;
  if (!indent || indent.from === 'trimmed') return column;
  return indent.from === 'margin' ? indent.columns : column + indent.columns;
}

/** Where it may stand too: the text that is indented may begin with a new line. */
function otherColumnOf({ start, indent }: TemplateAction, lineStart: number): number | undefined {
  const column = start - lineStart;
  if (!indent || indent.from === 'margin') return undefined;
  return indent.from === 'trimmed' ? column + indent.columns : column;
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
