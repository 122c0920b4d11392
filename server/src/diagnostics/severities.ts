import type { Finding, Severity } from '../checks/finding.ts';

/** The severities that a person gives to codes, instead of their own. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

/** Findings with these severities; those that are `off` are left out. */
export function withSeverities(findings: readonly Finding[], severities: Severities): readonly Finding[] {
  if (Object.keys(severities).length === 0) return findings;
  return findings.flatMap((finding) => {
    const severity = Object.hasOwn(severities, finding.code) ? severities[finding.code]! : finding.severity;
    return severity === 'off' ? [] : { ...finding, severity };
  });
}
