/** So many lines are compared at most: what is longer takes longer than its reader has. */
const mostLines = 4000;
/** Lines around a change. */
const context = 3;

/** Lines of `a` and `b`, from index to index: the same, or replaced. */
interface Step {
  readonly is: 'same' | 'changed';
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
}

/**
 * The difference of two texts as Go's difflib tells it, which is Python's: the longest run of equal lines first, then what is
 * before and after it, where in a long text lines that are met often begin no run. Nothing where a text is too long.
 */
export function unifiedDiff(before: string, after: string): string {
  const [a, b] = [before.split('\n'), after.split('\n')];
  if (Math.max(a.length, b.length) > mostLines) return `(more than ${mostLines} lines are not compared)`;
  return grouped(stepsBetween(a, b))
    .map((group) => printed(group, a, b))
    .join('');
}

function printed(group: readonly Step[], a: readonly string[], b: readonly string[]): string {
  const [first, last] = [group[0]!, group.at(-1)!];
  const lines = [`@@ -${range(first.a[0], last.a[1])} +${range(first.b[0], last.b[1])} @@`];
  for (const step of group) {
    if (step.is === 'same') {
      lines.push(...a.slice(...step.a).map((line) => ` ${line}`));
      continue;
    }
    lines.push(...a.slice(...step.a).map((line) => `-${line}`));
    lines.push(...b.slice(...step.b).map((line) => `+${line}`));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function range(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return `${from + 1}`;
  return `${length === 0 ? from : from + 1},${length}`;
}

/** Changes with the lines around them, those together that have lines in common. */
function grouped(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  let group: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const length = step.a[1] - step.a[0];
    if (step.is === 'changed') {
      group.push(step);
      continue;
    }
    const isFirst = index === 0;
    const isLast = index === steps.length - 1;
    if (!isFirst && !isLast && length <= 2 * context) {
      group.push(step);
      continue;
    }
    if (!isFirst) group.push(part(step, 0, Math.min(length, context)));
    if (group.some(({ is }) => is === 'changed')) groups.push(group);
    group = isLast ? [] : [part(step, Math.max(0, length - context), length)];
  }
  if (group.some(({ is }) => is === 'changed')) groups.push(group);
  return groups;
}

function part({ is, a, b }: Step, from: number, to: number): Step {
  return { is, a: [a[0] + from, a[0] + to], b: [b[0] + from, b[0] + to] };
}

function stepsBetween(a: readonly string[], b: readonly string[]): Step[] {
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  for (const { atA, atB, length } of [...runsOf(a, b), { atA: a.length, atB: b.length, length: 0 }]) {
    if (i < atA || j < atB) steps.push({ is: 'changed', a: [i, atA], b: [j, atB] });
    [i, j] = [atA + length, atB + length];
    if (length > 0) steps.push({ is: 'same', a: [atA, i], b: [atB, j] });
  }
  return steps;
}

interface Run {
  readonly atA: number;
  readonly atB: number;
  readonly length: number;
}

/** Equal runs of lines in their order, neighbours as one. */
function runsOf(a: readonly string[], b: readonly string[]): Run[] {
  const places = placesOf(b);
  const found: Run[] = [];
  const waiting: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [fromA, toA, fromB, toB] = next;
    const run = longestRun(a, b, places, next);
    if (run.length === 0) continue;
    found.push(run);
    const [endA, endB] = [run.atA + run.length, run.atB + run.length];
    if (fromA < run.atA && fromB < run.atB) waiting.push([fromA, run.atA, fromB, run.atB]);
    if (endA < toA && endB < toB) waiting.push([endA, toA, endB, toB]);
  }
  const runs: Run[] = [];
  for (const run of found.sort((left, right) => left.atA - right.atA || left.atB - right.atB)) {
    const last = runs.at(-1);
    const isNext = last && last.atA + last.length === run.atA && last.atB + last.length === run.atB;
    if (isNext) runs[runs.length - 1] = { ...last, length: last.length + run.length };
    else runs.push(run);
  }
  return runs;
}

/** Where each line stands, but for those that a text of 200 lines and more has in more than one of a hundred places. */
function placesOf(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known) known.push(index);
    else places.set(line, [index]);
  }
  if (lines.length < 200) return places;
  const most = Math.floor(lines.length / 100) + 1;
  for (const [line, indices] of places) if (indices.length > most) places.delete(line);
  return places;
}

function longestRun(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [fromA, toA, fromB, toB]: readonly [number, number, number, number],
): Run {
  let [atA, atB, length] = [fromA, fromB, 0];
  let before = new Map<number, number>();
  for (let i = fromA; i < toA; i++) {
    const now = new Map<number, number>();
    for (const j of places.get(a[i]!) ?? []) {
      if (j < fromB) continue;
      if (j >= toB) break;
      const run = (before.get(j - 1) ?? 0) + 1;
      now.set(j, run);
      if (run > length) [atA, atB, length] = [i - run + 1, j - run + 1, run];
    }
    before = now;
  }
  while (atA > fromA && atB > fromB && a[atA - 1] === b[atB - 1])
    [atA, atB, length] = [atA - 1, atB - 1, length + 1];
  while (atA + length < toA && atB + length < toB && a[atA + length] === b[atB + length]) length++;
  return { atA, atB, length };
}
