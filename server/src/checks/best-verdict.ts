import type { Kind } from '../catalog/catalog.ts';
import { type Finding, missingField } from './finding.ts';

/**
 * What is found in an object whose kind is defined in several ways: by the first definition that takes it, and where none
 * does by the one with the fewest errors. Of these only what all the others refuse too is an error, because any of them may
 * be the one that the cluster has; the rest is a warning that names the definition. The next definition is asked only when
 * none before it has taken the object.
 */
export function bestVerdict(definitions: Iterable<Kind>, judge: (definition: Kind) => Finding[]): Finding[] {
  const refusals: Refusal[] = [];
  for (const definition of definitions) {
    const findings = judge(definition);
    const errors = findings.filter(isError);
    if (errors.length === 0) return findings;
    refusals.push({ definition, findings, errors: new Set(errors.map(identityOf)) });
  }
  const [first, ...others] = refusals.sort((left, right) => left.errors.size - right.errors.size);
  if (!first || others.length === 0) return first?.findings ?? [];
  return first.findings.map((finding) => {
    if (!isError(finding)) return finding;
    const isCertain = others.every(({ errors }) => errors.has(identityOf(finding)));
    return { ...finding, ...(!isCertain && { severity: 'warning' as const }), ...namedBy(first.definition) };
  });
}

interface Refusal {
  readonly definition: Kind;
  readonly findings: Finding[];
  /** By what they are about. */
  readonly errors: ReadonlySet<string>;
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

/** Two definitions say the same of a field, in words of their own: what they would take instead differs. */
function identityOf(finding: Finding): string {
  const { code, span } = finding;
  return `${code} ${span.start} ${span.end} ${missingField(finding) ?? ''}`;
}

function namedBy({ kind, origin }: Kind): Pick<Finding, 'definition'> {
  return origin.from === 'definition' ? { definition: { uri: origin.uri, kind } } : {};
}
