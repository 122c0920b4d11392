import type { Finding } from './finding.ts';

/** The same finding with all its places so many characters further. */
export function moved(finding: Finding, by: number): Finding {
  const move = ({ start, end }: Finding['span']) => ({ start: start + by, end: end + by });
  const { fix } = finding;
  if (!fix) return { ...finding, span: move(finding.span) };
  const more = fix.more?.map((edit) => ({ ...edit, span: move(edit.span) }));
  return {
    ...finding,
    span: move(finding.span),
    fix: { ...fix, span: move(fix.span), ...(more && { more }) },
  };
}
