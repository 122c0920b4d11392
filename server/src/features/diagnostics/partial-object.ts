import type { YamlDocument } from '../../yaml/nodes.ts';
import type { Judgement } from './check-object.ts';
import type { Finding } from './finding.ts';

/** The same judgement for parts of objects, such as patches; the same one each time. */
export function partialJudgement(judgement: Judgement): Judgement {
  const known = partial.get(judgement);
  if (known) return known;
  const made: Judgement = { ...judgement, form: 'partial' };
  partial.set(judgement, made);
  return made;
}

const partial = new WeakMap<Judgement, Judgement>();

/** Whether a document says itself that it is a patch, by a directive of strategic merge. */
export function isPatch({ text }: YamlDocument): boolean {
  return text.includes('$patch') && /^\s*(?:- )?["']?\$patch["']?\s*:/m.test(text);
}

/** Whether a finding holds for a part of an object: that something is not there does not, and directives are no fields. */
export function holdsForPart({ code, message }: Finding): boolean {
  if (notForParts.has(code)) return false;
  return code !== 'unknown-field' || !/^Unknown field "\$/.test(message);
}

const notForParts = new Set(['missing-required', 'missing-kind', 'missing-api-version']);
