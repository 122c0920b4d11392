import type { Outcome } from './play.ts';

/** What a run has found: the share that agrees, by kind and by operation, the causes by how often they are met, the first differences in full. */
export function report(outcomes: readonly Outcome[], most: number): string {
  const differing = outcomes.filter(({ verdict }) => verdict === 'differs');
  return [
    'By kind:',
    ...shares(outcomes, ({ scene }) => scene.kind),
    'By operation:',
    ...shares(outcomes, ({ step }) => step.operation),
    'By difference:',
    ...groups(differing, most),
    `Of ${outcomes.length} requests ${outcomes.filter(({ verdict }) => verdict === 'undecided').length} are undecided.`,
    `Agreement: ${share(outcomes)}`,
  ].join('\n');
}

/** Everything that differs, a line of JSON for each request. */
export function differencesAsLines(outcomes: readonly Outcome[]): string {
  return outcomes
    .filter(({ verdict }) => verdict === 'differs')
    .map(({ scene, step, sent, differences, real, sandbox }) =>
      JSON.stringify({
        kind: scene.kind,
        title: scene.title,
        operation: step.operation,
        sent,
        differences,
        real,
        sandbox,
      }),
    )
    .join('\n');
}

function shares(outcomes: readonly Outcome[], keyOf: (outcome: Outcome) => string): string[] {
  return [...grouped(outcomes, keyOf)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .filter(([, group]) => group.some(({ verdict }) => verdict === 'differs'))
    .map(([key, group]) => `  ${key}: ${share(group)}`);
}

function share(outcomes: readonly Outcome[]): string {
  const decided = outcomes.filter(({ verdict }) => verdict !== 'undecided');
  const agreeing = decided.filter(({ verdict }) => verdict === 'agrees').length;
  const percent = decided.length === 0 ? 100 : (100 * agreeing) / decided.length;
  return `${percent.toFixed(2)} % (${agreeing} of ${decided.length})`;
}

/** What differs in the same way, the most frequent first. */
function groups(differing: readonly Outcome[], most: number): string[] {
  return [...grouped(differing, signature)]
    .sort(([, left], [, right]) => right.length - left.length)
    .slice(0, most)
    .flatMap(([key, group]) => [
      `${group.length} × ${key}`,
      `    ${[...new Set(group.map(({ scene }) => scene.kind))].slice(0, 12).join(' ')}`,
      ...example(group[0]!),
    ]);
}

function signature({ step, differences }: Outcome): string {
  const [first] = differences;
  const codes = differences.find(({ place }) => place === 'code');
  if (codes) return `${step.operation}: code ${codes.real} here ${codes.sandbox}`;
  return `${step.operation}: ${first?.place.replace(/\[\d+\]/g, '[]')}`;
}

function example({ scene, sent, differences, real, sandbox }: Outcome): string[] {
  const asCode = differences.some(({ place }) => place === 'code');
  const shownDifferences = asCode
    ? [`real ${shown(real)}`, `here ${shown(sandbox)}`]
    : differences
        .slice(0, 6)
        .flatMap((one) => [
          `${one.place}: real ${shown(one.real)}`,
          `${one.place}: here ${shown(one.sandbox)}`,
        ]);
  const type = sent.headers['content-type'] ?? '';
  const accept = sent.headers.accept ?? '';
  return [
    `${scene.title}: ${sent.method} ${sent.path} ${type} ${accept}`,
    ...(sent.body === undefined ? [] : [`body ${sent.body.slice(0, 900)}`]),
    ...shownDifferences,
  ].map((line) => `    ${line}`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 900);
}

function grouped(outcomes: readonly Outcome[], keyOf: (outcome: Outcome) => string): Map<string, Outcome[]> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = keyOf(outcome);
    const group = groups.get(key);
    if (group) group.push(outcome);
    else groups.set(key, [outcome]);
  }
  return groups;
}
