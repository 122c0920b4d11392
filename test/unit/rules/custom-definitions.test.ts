import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { patternProblem } from '../../../server/src/rules/patterns/pattern-problem.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';
import { violations } from '../../../server/src/rules/violations.ts';
import { withUnknown } from './with-unknown.ts';

/** A version of a definition, and what kube-apiserver 1.35.4 refused the definition for: `FIELD: MESSAGE`. */
interface Recorded {
  readonly version: object;
  readonly causes: readonly string[];
}

const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/rules/custom-definitions.json', import.meta.url), 'utf8'),
) as readonly Recorded[];

function causesOf(version: object): string[] {
  const object = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'as.b.c' },
    spec: {
      group: 'b.c',
      scope: 'Cluster',
      names: { plural: 'as', singular: 'a', kind: 'A', listKind: 'AList' },
      conversion: { strategy: 'None' },
      versions: [{ name: 'v1', served: true, storage: true, ...version }],
    },
  };
  const found = violations({
    object,
    operation: 'create',
    scope: 'Cluster',
    kubernetesVersion: '1.35',
  }).map((one) => `${one.field}: ${serverMessage(one)}`);
  return [...new Set(found)].sort();
}

describe('a definition is judged as a real API server judges it', () => {
  it.each(recorded.map((row) => [JSON.stringify(row.version), row] as const))('%s', (_what, row) => {
    expect(causesOf(row.version)).toEqual(row.causes);
  });
});

describe('what is not known of a definition is not held against it', () => {
  const accepted = recorded.filter(({ causes }) => causes.length === 0);
  it.each(accepted.map(({ version }) => [JSON.stringify(version), version] as const))(
    '%s',
    (_what, version) => {
      const found = [...withUnknown(version)].flatMap(([at, changed]) =>
        causesOf(changed as object).map((cause) => `with ${at} unknown: ${cause}`),
      );
      expect(found).toEqual([]);
    },
  );
});

describe("patterns are Go's", () => {
  const good = [
    '^(a|b)*$',
    '(?i)a(?-i:b)(?P<x>c)(?<y>d)',
    'a{1}b{,5}{x',
    '[]a][^]a][a-][\\d-a][[:alpha:]\\pL\\x{1F600}]',
    '\\Q*\\E*\\.\\-\\/\\_',
    '^*|\\b+?()',
    '',
  ];
  it.each(good)('%s', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });
  it.each([
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<=a)', 'invalid named capture: `(?<=a)`'],
    ['a{2,1}', 'invalid repeat count: `{2,1}`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['|*', 'missing argument to repetition operator: `*`'],
    ['(a', 'missing closing ): `(a`'],
    ['a)', 'unexpected ): `a)`'],
    ['x[a', 'missing closing ]: `[a`'],
    ['[b-a]', 'invalid character class range: `b-a`'],
    ['[[:foo:]]', 'invalid character class range: `[:foo:]`'],
    ['\\1', 'invalid escape sequence: `\\1`'],
    ['\\Z', 'invalid escape sequence: `\\Z`'],
    ['a\\', 'trailing backslash at end of expression: ``'],
  ])('not %s', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(`error parsing regexp: ${problem}`);
  });
});
