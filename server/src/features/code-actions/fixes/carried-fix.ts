import type { Finding, Fix } from '../../../checks/finding.ts';
import type { Fixing } from './fixing.ts';

/** The fix that the check knew already. */
export function* carriedFix({ finding }: Pick<Fixing, 'finding'>): Iterable<Fix> {
  const { fix } = finding;
  if (fix) yield isSure(finding, fix) ? { ...fix, likelihood: 'sure' } : fix;
}

/** Whether nothing else can have been meant. */
function isSure({ about, code }: Finding, fix: Fix): boolean {
  switch (about.is) {
    case 'wrong-type':
    case 'unused-ignore':
    case 'missing-space':
      return true;
    case 'unknown-field':
      return isSameWord(about.field, about.meant);
    case 'unsupported-value':
      return isSameWord(about.value, about.meant);
    case 'unknown-kind':
      return isSameWord(about.kind, about.meant);
    case 'removed-version':
      return about.caution === undefined;
    default:
      return code === 'tab-indentation' && fix.newText.trim() === '';
  }
}

/** Whether two words differ in the case of their letters alone. */
function isSameWord(written: string, meant: string | undefined): boolean {
  return written.toLowerCase() === meant?.toLowerCase();
}
