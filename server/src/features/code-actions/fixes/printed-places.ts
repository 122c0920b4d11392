import { type Branch, branchesOf, branchOf, isAround } from '../../../helm/branches.ts';
import type { MaskedTemplate } from '../../../helm/masked-template.ts';
import type { TemplateAction } from '../../../helm/template-actions.ts';
import { lineEndAt, lineStartAt } from '../../../yaml/lines.ts';
import type { MapNode, Span } from '../../../yaml/nodes.ts';
import { countAhead } from '../../../yaml/sorted.ts';

/** Where in the text of a template something may be written or taken out, by what is printed together. */
export class PrintedPlaces {
  readonly #text: string;
  readonly #template: MaskedTemplate;

  /** `text` is that of the file. */
  constructor(text: string, template: MaskedTemplate) {
    this.#text = text;
    this.#template = template;
  }

  /** The branch of a map as a whole: that of the key or dash that it belongs to, where there is one. */
  branchOf(map: MapNode | undefined, owner: Span | undefined): Branch {
    if (owner) return this.branchAt(owner.start);
    return map ? branchOf(map, this.#branches) : this.branchAt(0);
  }

  branchAt(offset: number): Branch {
    return this.#branches.at(offset);
  }

  /**
   * Where lines that are printed with a branch may follow an offset at the end of a line: there, or behind the blocks that
   * are open there. Undefined where something else is printed before these end.
   */
  behind(end: number, branch: Branch): number | undefined {
    const closed = this.#closed(end, branch);
    if (closed === undefined || this.#isTrimmedBehind(closed)) return undefined;
    return closed;
  }

  /** Where lines that are printed with a branch may stand before a key: there, or at the line that opens the block of it. */
  before(key: number, branch: Branch): number | undefined {
    let inner = this.branchAt(key);
    if (inner === branch) return key;
    while (inner.parent && inner.parent !== branch) inner = inner.parent;
    const opening = inner.parent && this.#openingOf(inner);
    if (!opening || this.#isTrimmedAround(opening)) return undefined;
    const start = lineStartAt(this.#text, opening.start);
    return this.#isBlank(start, key) ? start : undefined;
  }

  /** Where a stretch of whole lines ends with all blocks that are opened in it; undefined where something else is in these. */
  withBlocks({ start, end }: Span): number | undefined {
    return this.#closed(end, this.branchAt(start));
  }

  /** Whether all blocks that are opened in a stretch are closed in it, and no others. */
  isWhole({ start, end }: Span): boolean {
    return this.branchAt(start) === this.branchAt(end);
  }

  /** The text of a stretch with what it prints so many columns deeper; undefined where that cannot be told. */
  deeper({ start, end }: Span, columns: number): string | undefined {
    let text = '';
    let from = start;
    for (const action of this.#actionsIn({ start, end })) {
      if (!action.indent || columns === 0) continue;
      if (action.indent.from !== 'margin') return undefined;
      const depth = action.indent.columns + columns;
      const written = this.#text.slice(action.start, action.end);
      const last = written.lastIndexOf('nindent');
      text += this.#text.slice(from, action.start);
      text += written.slice(0, last) + written.slice(last).replace(/\d+/, String(depth));
      from = action.end;
    }
    return text + this.#text.slice(from, end);
  }

  /** Whether something that a template prints or asks is in a stretch. */
  hasActions(span: Span): boolean {
    return this.#actionsIn(span).length > 0;
  }

  get #branches() {
    return branchesOf(this.#template.actions);
  }

  #closed(end: number, branch: Branch): number | undefined {
    const at = this.branchAt(end);
    if (at !== branch && !isAround(branch, at)) return undefined;
    const next = this.#branches.goingOn(branch, end);
    if (next === undefined) return undefined;
    const closed = next === end ? end : lineEndAt(this.#text, next);
    const isClosed = this.branchAt(closed) === branch && this.#isBlank(end, closed);
    return isClosed && !this.#isFollowedByOutput(closed) ? closed : undefined;
  }

  #openingOf({ blockStart }: Branch): TemplateAction | undefined {
    const { actions } = this.#template;
    const found = actions[countAhead(actions, ({ end }) => end < blockStart)];
    return found?.end === blockStart ? found : undefined;
  }

  #actionsIn({ start, end }: Span): readonly TemplateAction[] {
    const { actions } = this.#template;
    const first = countAhead(actions, (action) => action.start < start);
    return actions.slice(
      first,
      countAhead(actions, (action) => action.end <= end),
    );
  }

  /** Whether nothing is written in a stretch but comments, and nothing printed. */
  #isBlank(start: number, end: number): boolean {
    const lines = this.#template.text.slice(start, end).split('\n');
    return lines.every((line) => /^\s*(?:#|$)/.test(line));
  }

  /** Whether something without a place in the text is printed next. */
  #isFollowedByOutput(offset: number): boolean {
    const { text, unplaced } = this.#template;
    const next = unplaced[countAhead(unplaced, (place) => place < offset)];
    return next !== undefined && this.#isBlank(offset, Math.min(next, text.length));
  }

  /** Whether an action takes the line breaks on both of its sides away. */
  #isTrimmedAround({ start, end }: Span): boolean {
    return this.#text[start + 2] === '-' && this.#text[end - 3] === '-';
  }

  /** Whether an action takes the line break away that would stand before the next line. */
  #isTrimmedBehind(offset: number): boolean {
    const line = this.#text.slice(lineStartAt(this.#text, offset), offset).trimEnd();
    return line.endsWith('-}}') || line.endsWith('-%}');
  }
}
