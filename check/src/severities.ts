import type { Severity } from '../../server/src/checks/finding.ts';

/** Every severity, the gravest first. */
export const severities = ['error', 'warning', 'information', 'hint'] as const satisfies readonly Severity[];

/** Whether a severity is at least as grave as another. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(least);
}
