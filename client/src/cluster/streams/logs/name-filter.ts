import { compilePattern, longestPattern } from '../../../../../server/src/rules/patterns/compiled-pattern.ts';

/** Which names are meant: regular expressions as Go reads them (RE2), anywhere in a name unless anchored. */
export interface NamePatterns {
  /** One of these is in it; every name where there is none. */
  readonly include?: readonly string[];
  /** None of these is in it. */
  readonly exclude?: readonly string[];
}

/** Whether a name is meant. The same name costs nothing the second time. */
export type NameFilter = (name: string) => boolean;

/** A pattern that cannot be used, and why. */
export interface PatternProblem {
  readonly is: 'problem';
  readonly pattern: string;
  readonly problem: string;
}

export const everyName: NameFilter = () => true;

/** Steps of a program: a name is at most 253 characters long, and is matched in the product of both. */
const largestProgram = 2_000;
const mostRemembered = 20_000;

/** Reads patterns; the first that cannot be used is told. */
export function readNameFilter({ include = [], exclude = [] }: NamePatterns): NameFilter | PatternProblem {
  const [included, excluded] = [include.map(readPattern), exclude.map(readPattern)];
  const problem = [...included, ...excluded].find((one) => typeof one !== 'function');
  if (problem !== undefined) return problem as PatternProblem;
  const isAnyIn = (tests: readonly (NameFilter | PatternProblem)[], name: string) =>
    tests.some((test) => (test as NameFilter)(name));
  return remembered((name) => (include.length === 0 || isAnyIn(included, name)) && !isAnyIn(excluded, name));
}

function readPattern(pattern: string): NameFilter | PatternProblem {
  const compiled = compilePattern(pattern);
  if (compiled.is === 'malformed') return { is: 'problem', pattern, problem: compiled.problem };
  if (compiled.is === 'unknown') {
    const isLong = pattern.length > longestPattern;
    const problem = isLong ? `it is longer than ${longestPattern} characters` : 'Go versions differ about it';
    return { is: 'problem', pattern, problem };
  }
  if (compiled.size > largestProgram) {
    return { is: 'problem', pattern, problem: 'it repeats too much to be tried on every name' };
  }
  return compiled.test;
}

function remembered(filter: NameFilter): NameFilter {
  const answers = new Map<string, boolean>();
  return (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = filter(name);
    if (answers.size >= mostRemembered) answers.clear();
    answers.set(name, answer);
    return answer;
  };
}
