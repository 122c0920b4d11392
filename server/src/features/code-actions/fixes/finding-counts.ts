import type { Finding } from '../../../checks/finding.ts';

/** Whether of what counts there is less after something than before. */
export function hasFewer<One>(
  counts: (one: One) => boolean,
  before: readonly One[],
  after: readonly One[],
): boolean {
  return after.filter(counts).length < before.filter(counts).length;
}

/** Whether of what counts there is more after something than before. */
export function hasMore<One>(
  counts: (one: One) => boolean,
  before: readonly One[],
  after: readonly One[],
): boolean {
  return hasFewer(counts, after, before);
}

/** Whether a finding says that the text is no YAML. */
export function isSyntax({ syntax }: Finding): boolean {
  return syntax === true;
}

export function isUnknownField({ code }: Finding): boolean {
  return code === 'unknown-field';
}
