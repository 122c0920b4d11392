import {
  type AwaitedPaste,
  isOvertaken,
  isPasted,
  latePaste,
  moved,
  type OffsetReplacement,
  type TextChange,
} from './overtaken-paste.ts';

/** How long a paste may take, in milliseconds: what comes later has nothing to do with it. */
const longestWait = 1_000;

export type PasteState =
  /** VS Code has asked about a paste; what it is, is being read. What happens meanwhile is kept. */
  | { readonly phase: 'asked'; readonly seen: Seen[] }
  /** VS Code has its answer, or is about to; the paste is the next change. */
  | { readonly phase: 'awaited'; readonly paste: AwaitedPaste; readonly unit: number }
  /** VS Code has dropped it, certainly or not: this is to be written, in the text as it is by now. */
  | {
      readonly phase: 'late';
      readonly paste: AwaitedPaste;
      readonly replacement: OffsetReplacement;
      readonly isCertain: boolean;
    }
  /** It came, or something came that has nothing to do with it. */
  | { readonly phase: 'over' };

/** What a person has done: changed the text, or moved the cursor alone. */
type Seen = readonly TextChange[] | 'cursor';

/**
 * What becomes of one paste that VS Code asks the extension host about, from its question on: VS Code drops it where the text
 * or the cursor changes before it has the answer. What is typed may be told of before what is pasted could be read.
 */
export class PasteWatch {
  readonly #until: number;
  #state: PasteState = { phase: 'asked', seen: [] };

  /** `now` is the moment of the question, in milliseconds. */
  constructor(now: number) {
    this.#until = now + longestWait;
  }

  get state(): PasteState {
    return this.#state;
  }

  /** What is pasted is known, in the text as it was when VS Code asked. `unit` is how deep a line break may indent. */
  known(paste: AwaitedPaste, unit: number): void {
    if (this.#state.phase !== 'asked') return;
    const { seen } = this.#state;
    this.#state = { phase: 'awaited', paste, unit };
    for (const one of seen) this.#see(one);
  }

  /** The text has changed, by these changes at once; at least one. */
  changed(changes: readonly TextChange[], now: number): void {
    this.#seeInTime(changes, now);
  }

  /** A person has moved the cursor, in the text as it was when VS Code asked. */
  cursorMoved(now: number): void {
    this.#seeInTime('cursor', now);
  }

  /** Nothing is awaited or written any more. */
  end(): void {
    this.#state = { phase: 'over' };
  }

  #seeInTime(seen: Seen, now: number): void {
    const state = this.#state;
    if (state.phase !== 'late' && now > this.#until) this.end();
    else if (state.phase === 'asked') state.seen.push(seen);
    else this.#see(seen);
  }

  #see(seen: Seen): void {
    const state = this.#state;
    if (state.phase === 'awaited') {
      const { paste, unit } = state;
      if (seen === 'cursor') {
        this.#state = { phase: 'late', paste, replacement: paste.replacement, isCertain: false };
      } else if (isOvertaken(paste, seen)) {
        this.#state = { phase: 'late', paste, replacement: latePaste(paste, seen, unit), isCertain: true };
      } else {
        this.end();
      }
    } else if (state.phase === 'late' && seen !== 'cursor') {
      if (isPasted(state.paste, seen)) this.end();
      else this.#state = { ...state, replacement: moved(state.replacement, seen) };
    }
  }
}
