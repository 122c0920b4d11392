import { type Assertion, type PatternNode, parsePattern } from './pattern-syntax.ts';

/**
 * Whether a string matches a pattern of a CustomResourceDefinition, as the server's Go reads it (RE2, anywhere in the
 * string unless anchored). Takes time in the product of their lengths whatever the pattern is, which JavaScript's own
 * engine does not. `unknown` for what RE2 has and this has not, for what is no pattern, and for very long input.
 */
export function matchesPattern(text: string, pattern: string): 'yes' | 'no' | 'unknown' {
  let program = programs.get(pattern);
  if (program === undefined) {
    program = compile(pattern);
    if (programs.size >= mostPrograms) programs.clear();
    programs.set(pattern, program);
  }
  if (!program || text.length * program.steps.length > mostWork) return 'unknown';
  return new Run(program, text).matches() ? 'yes' : 'no';
}

const longestPattern = 4096;
const mostPrograms = 500;
const mostSteps = 20_000;
const mostWork = 4_000_000;
/** Null where a pattern cannot be read. */
const programs = new Map<string, Program | null>();

type Step =
  | { readonly op: 'match' }
  | { readonly op: 'character'; readonly test: (codePoint: number) => boolean; readonly next: number }
  | { readonly op: 'assert'; readonly assertion: Assertion; readonly next: number }
  | { readonly op: 'split'; either: number; or: number };

interface Program {
  readonly steps: readonly Step[];
  readonly start: number;
}

function compile(pattern: string): Program | null {
  const tree = pattern.length > longestPattern ? undefined : parsePattern(pattern);
  if (!tree) return null;
  const steps: Step[] = [{ op: 'match' }];
  try {
    return { start: emit(tree, 0, steps), steps };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Adds the steps of a node before the step `next`; gives its first step. Throws RangeError when it gets too large. */
function emit(node: PatternNode, next: number, steps: Step[]): number {
  if (steps.length > mostSteps) throw new RangeError('pattern too large');
  switch (node.type) {
    case 'empty':
      return next;
    case 'character':
      return steps.push({ op: 'character', test: node.test, next }) - 1;
    case 'assert':
      return steps.push({ op: 'assert', assertion: node.assertion, next }) - 1;
    case 'sequence':
      return node.parts.reduceRight((after, part) => emit(part, after, steps), next);
    case 'choice':
      return node.choices
        .map((choice) => emit(choice, next, steps))
        .reduceRight((or, either) => steps.push({ op: 'split', either, or }) - 1);
    case 'repeat':
      return emitRepeat(node, next, steps);
  }
}

function emitRepeat(node: Extract<PatternNode, { type: 'repeat' }>, next: number, steps: Step[]): number {
  let start = next;
  if (node.most === Number.POSITIVE_INFINITY) {
    const loop: Step = { op: 'split', either: next, or: next };
    start = steps.push(loop) - 1;
    loop.either = emit(node.part, start, steps);
  } else {
    for (let count = node.least; count < node.most; count++) {
      start = steps.push({ op: 'split', either: emit(node.part, start, steps), or: next }) - 1;
    }
  }
  for (let count = 0; count < node.least; count++) start = emit(node.part, start, steps);
  return start;
}

/** All ways through a program at once, one character at a time. */
class Run {
  readonly #program: Program;
  readonly #characters: readonly number[];
  #current: number[] = [];
  #seen: Uint8Array;

  constructor(program: Program, text: string) {
    this.#program = program;
    this.#characters = Array.from(text, (character) => character.codePointAt(0)!);
    this.#seen = new Uint8Array(program.steps.length);
  }

  matches(): boolean {
    for (let at = 0; ; at++) {
      if (this.#enter(this.#program.start, at)) return true;
      if (at === this.#characters.length) return false;
      const before = this.#current;
      this.#current = [];
      this.#seen.fill(0);
      for (const index of before) {
        const step = this.#program.steps[index] as Extract<Step, { op: 'character' }>;
        if (step.test(this.#characters[at]!) && this.#enter(step.next, at + 1)) return true;
      }
    }
  }

  /** Goes on to the characters that may come next; true when the pattern ends here. */
  #enter(start: number, at: number): boolean {
    const pending = [start];
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (this.#seen[index]) continue;
      this.#seen[index] = 1;
      const step = this.#program.steps[index]!;
      if (step.op === 'match') return true;
      if (step.op === 'character') this.#current.push(index);
      else if (step.op === 'split') pending.push(step.or, step.either);
      else if (this.#holds(step.assertion, at)) pending.push(step.next);
    }
    return false;
  }

  #holds(assertion: Assertion, at: number): boolean {
    const before = this.#characters[at - 1];
    const after = this.#characters[at];
    switch (assertion) {
      case 'text-start':
        return before === undefined;
      case 'text-end':
        return after === undefined;
      case 'line-start':
        return before === undefined || before === lineFeed;
      case 'line-end':
        return after === undefined || after === lineFeed;
      case 'word-boundary':
        return isWord(before) !== isWord(after);
      case 'no-word-boundary':
        return isWord(before) === isWord(after);
    }
  }
}

const lineFeed = 10;

function isWord(codePoint: number | undefined): boolean {
  return codePoint !== undefined && codePoint < 128 && /\w/.test(String.fromCharCode(codePoint));
}
