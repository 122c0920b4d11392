import type { Finding } from './finding.ts';

/** The same finding with all its places so many characters further. */
export function shiftFinding(finding: Finding, by: number): Finding {
  const move = ({ start, end }: Finding['span']) => ({ start: start + by, end: end + by });
  const { fix, related } = finding;
  const at = {
    span: move(finding.span),
    ...(related && { related: { ...related, span: move(related.span) } }),
  };
  if (!fix) return { ...finding, ...at };
  const more = fix.more?.map((edit) => ({ ...edit, span: move(edit.span) }));
  return {
    ...finding,
    ...at,
    fix: { ...fix, span: move(fix.span), ...(more && { more }) },
  };
}
