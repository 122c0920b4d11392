import type { Span } from '../yaml/nodes.ts';
import { NextPlace } from './next-place.ts';
import {
  asksForVersion,
  openCondition,
  readCondition,
  unreadCondition,
  type VersionCondition,
} from './version-condition.ts';

/** One `{{ ... }}` of a template. */
export interface TemplateAction extends Span {
  /**
   * - `control`: prints nothing itself: `if`, `end`, a comment, a variable;
   * - `output`: prints something that only Helm knows.
   */
  readonly does: 'control' | 'output';
  /** What it means for the blocks of the template. */
  readonly block: 'opens' | 'turns' | 'closes' | undefined;
  /** Whether the block that it begins may be printed several times. */
  readonly repeats: boolean;
  /** Whether it begins a template of its own, which others print. */
  readonly defines: boolean;
  /** Whether it is where a template of its own begins or ends that is not printed where it stands. */
  readonly isEdge: boolean;
  /** On what it depends whether the block that it begins is printed. */
  readonly condition: VersionCondition;
  /**
   * `nindent 4`: the column of what it prints. `indent 4`: columns more than the action's own, which is what those mean who
   * trim the space before it.
   */
  readonly indent: { readonly columns: number; readonly from: 'margin' | 'action' | 'trimmed' } | undefined;
}

/** The actions of a template, in order. An action that is not closed ends with its line. */
export function templateActions(text: string): TemplateAction[] {
  const actions: TemplateAction[] = [];
  const variables = new Map<string, VersionCondition>();
  const blocks = new Blocks();
  const ends = new ActionEnds(text);
  for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', start)) {
    const end = ends.of(start);
    actions.push(actionOf(text.slice(start, end), { start, end }, variables, blocks));
    start = end;
  }
  return actions;
}

/** Which of the blocks that are open define a template that is not printed where it stands. */
class Blocks {
  readonly #open: boolean[] = [];

  /** Takes the next action, by its first word and what that means for blocks. */
  isEdge(word: string, block: TemplateAction['block']): boolean {
    if (block === 'closes') return this.#open.pop() ?? false;
    if (block !== 'opens') return false;
    this.#open.push(word === 'define');
    return word === 'define';
  }
}

/** `variables` are those that are assigned before, with what is asked by them; one that is assigned here is added. */
function actionOf(
  written: string,
  { start, end }: Span,
  variables: Map<string, VersionCondition>,
  blocks: Blocks,
): TemplateAction {
  const inner = innerOf(written);
  const word = /^[a-z]+/.exec(inner)?.[0] ?? '';
  const assigned = inner.startsWith('$') ? assignment.exec(inner)?.[1] : undefined;
  const block = blockOf(word);
  const condition = block ? readCondition(conditionIn(inner), variables) : openCondition;
  if (assigned !== undefined) assign(assigned, inner.replace(assignment, ''), variables);
  const isControl = assigned !== undefined || controls.has(word) || inner.startsWith('/*');
  return {
    start,
    end,
    does: isControl ? 'control' : 'output',
    block,
    repeats: word === 'range' || word === 'define' || word === 'block',
    defines: word === 'define' || word === 'block',
    isEdge: blocks.isEdge(word, block),
    condition,
    indent: indentOf(inner, written),
  };
}

const assignment = /^(\$\w*)(?:\s*,\s*\$\w+)?\s*:?=/;

function blockOf(word: string): TemplateAction['block'] {
  if (opening.has(word)) return 'opens';
  if (word === 'else') return 'turns';
  return word === 'end' ? 'closes' : undefined;
}

function innerOf(written: string): string {
  const begun = written.replace(/^\{\{-?\s*/, '');
  if (!begun.endsWith('}}')) return begun;
  return begun.slice(0, begun.endsWith('-}}') ? -3 : -2).trimEnd();
}

/** What stands behind the keywords of a block. */
function conditionIn(inner: string): string {
  return inner.replace(/^(?:else\s+)?(?:if|with|range|define|block|else|end)\b/, '').trim();
}

/** What a variable holds that is assigned more than once is not known. */
function assign(name: string, value: string, variables: Map<string, VersionCondition>): void {
  const before = variables.get(name);
  const condition = readCondition(value.trim(), variables);
  const isAsked = [condition, before ?? openCondition].some((one) => asksForVersion(one) === 'yes');
  if (!isAsked) variables.set(name, { is: 'elsewhere' });
  else variables.set(name, before ? unreadCondition : condition);
}

const opening = new Set(['if', 'with', 'range', 'define', 'block']);
const controls = new Set([...opening, 'else', 'end', 'break', 'continue', 'fail']);

function indentOf(inner: string, written: string): TemplateAction['indent'] {
  if (!inner.includes('indent')) return undefined;
  const match = Array.from(inner.matchAll(/(?:^|[\s|(])(n?)indent\s+(\d{1,3})\b/g)).at(-1);
  if (!match) return undefined;
  return {
    columns: Number(match[2]),
    from: match[1] === 'n' ? 'margin' : written.startsWith('{{-') ? 'trimmed' : 'action',
  };
}

/** Where actions of a text end. Strings, raw strings and comments may hold `}}`. */
class ActionEnds {
  readonly #text: string;
  readonly #commentEnds: NextPlace;
  readonly #actionEnds: NextPlace;
  readonly #rawStringEnds: NextPlace;

  constructor(text: string) {
    this.#text = text;
    this.#commentEnds = new NextPlace(text, '*/');
    this.#actionEnds = new NextPlace(text, '}}');
    this.#rawStringEnds = new NextPlace(text, '`');
  }

  of(start: number): number {
    const text = this.#text;
    if (/^\{\{-?\s*\/\*/.test(text.slice(start, start + 64))) return this.#ofComment(start);
    for (let at = start + 2; at < text.length; at++) {
      const character = text[at];
      if (character === '}' && text[at + 1] === '}') return at + 2;
      if (character === '"' || character === '`' || character === "'") {
        const close = this.#endOfString(at, character);
        if (close < 0) return endOfLine(text, start);
        at = close;
      } else if (character === '{' && text[at + 1] === '{') return endOfLine(text, start);
    }
    return endOfLine(text, start);
  }

  #ofComment(start: number): number {
    const close = this.#commentEnds.at(start);
    const end = close < 0 ? -1 : this.#actionEnds.at(close);
    return end < 0 ? endOfLine(this.#text, start) : end + 2;
  }

  /** Where a string's closing quote is; only raw strings go on over lines. -1 where it is not closed. */
  #endOfString(start: number, quote: string): number {
    const text = this.#text;
    if (quote === '`') return this.#rawStringEnds.at(start + 1);
    for (let at = start + 1; at < text.length; at++) {
      const character = text[at];
      if (character === quote) return at;
      if (character === '\\') at++;
      else if (character === '\n') return -1;
    }
    return -1;
  }
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  if (at < 0) return text.length;
  return text[at - 1] === '\r' ? Math.max(from + 2, at - 1) : at;
}
