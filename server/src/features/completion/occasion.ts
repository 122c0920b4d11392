import type { CompletionParams, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import type { LineIndex } from '../../yaml/lines.ts';

/**
 * Why a completion is asked for:
 * - `asked`: a person wants to see what may stand here;
 * - `begun`: the editor asks by itself where a value begins, and nothing of it is typed;
 * - `typed`: the editor asks by itself behind a letter that has been typed.
 *
 * What an editor shows by itself takes keys from those who type on: nothing is offered then where any text may stand
 * (names, images, commands, numbers) and the text might be another than one that is offered.
 */
export type Occasion = 'asked' | 'begun' | 'typed';

/** Values of the protocol, which has them as a namespace of constants. */
const byCharacter = 2;
const forIncomplete = 3;

/**
 * Tells the occasion of each completion that a client asks for which asks by itself as people type. The protocol has one
 * word for that and for a person's asking, so it is told by what came before: an editor asks once, right behind what has
 * been typed; a person asks anywhere, or again.
 */
export class Occasions {
  /** Where the last change of each document has ended, and whether anything was asked since. */
  readonly #changes = new Map<string, Change>();

  /** A document has changed; `lines` are those of its text after that. */
  changed(uri: string, changes: readonly TextDocumentContentChangeEvent[], lines: LineIndex): void {
    this.#changes.set(uri, { ends: changes.map((change) => endOf(change, lines)), asked: new Set() });
  }

  closed(uri: string): void {
    this.#changes.delete(uri);
  }

  /** The occasion of a request about a document whose text has these lines. */
  of({ textDocument, position, context }: CompletionParams, lines: LineIndex): Occasion {
    const last = this.#changes.get(textDocument.uri);
    const offset = lines.offsetAt(position);
    if (context?.triggerKind === forIncomplete) return 'typed';
    const isRepeated = last?.asked.has(offset) ?? false;
    last?.asked.add(offset);
    if (context?.triggerKind === byCharacter) return 'begun';
    if (isRepeated || !last?.ends.includes(offset)) return 'asked';
    const before = lines.text.slice(lines.lineStart(position.line), offset);
    if (/:\s+$/.test(before)) return 'begun';
    return endsInLetter(before) ? 'typed' : 'asked';
  }
}

interface Change {
  readonly ends: readonly number[];
  readonly asked: Set<number>;
}

function endOf(change: TextDocumentContentChangeEvent, lines: LineIndex): number {
  return 'range' in change ? lines.offsetAt(change.range.start) + change.text.length : -1;
}

/** Whether editors ask behind it by themselves: behind a word, and not behind a number. */
function endsInLetter(text: string): boolean {
  const word = /[^\s`~!@#%^&*()=+[{\]}\\|;:'",.<>/?-]+$/.exec(text.slice(-longestWord))?.[0];
  return word !== undefined && Number.isNaN(Number(word));
}

const longestWord = 200;
