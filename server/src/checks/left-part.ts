import type { Span } from '../yaml/nodes.ts';
import type { LeftPart } from './about.ts';
import type { Finding } from './finding.ts';

/** The note on what is beyond a limit, at the first place that is. */
export function leftPart(part: LeftPart, most: number, span: Span): Finding {
  return { code: 'not-checked', severity: 'information', about: { is: 'left-part', part, most }, span };
}

/** Takes a finding, of each kind of note on what is left the first one alone. */
export class LeftParts {
  readonly #told = new Set<LeftPart>();

  isToldAlready({ about }: Finding): boolean {
    if (about.is !== 'left-part') return false;
    const isTold = this.#told.has(about.part);
    this.#told.add(about.part);
    return isTold;
  }
}
