import type { Finding, Fix } from '../../../checks/finding.ts';
import type { Fixing } from './fixing.ts';
import { mayBeInText } from './into-block-scalar.ts';

/** The fix that the check knew already. */
export function* carriedFix({ finding, written }: Pick<Fixing, 'finding' | 'written'>): Iterable<Fix> {
  const { fix } = finding;
  if (!fix) return;
  if (mayBeInText(finding, written)) yield { ...fix, likelihood: 'possible' };
  else yield !fix.likelihood && isSure(finding, fix) ? { ...fix, likelihood: 'sure' } : fix;
}

/** Whether nothing else can have been meant. */
function isSure({ about, code }: Finding, fix: Fix): boolean {
  switch (about.is) {
    case 'wrong-type':
      return !about.expected.includes('string') || spelledOneWay.test(about.given?.text ?? '');
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

/** A truth value or number whose text is what it is: that of `yes`, `0644` and `1_000` may be meant as another one. */
const spelledOneWay = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/;

/** Whether two words differ in the case of their letters alone. */
function isSameWord(written: string, meant: string | undefined): boolean {
  return written.toLowerCase() === meant?.toLowerCase();
}
