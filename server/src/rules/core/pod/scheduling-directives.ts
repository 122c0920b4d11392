import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { isSame } from '../../shared/immutable.ts';

/** A Pod that is held back may be told more of where to run, and nothing else. */
export function checkSchedulingDirectives(spec: Field, stored: Field, causes: Causes): void {
  const labels = spec.at('nodeSelector');
  const known = stored.at('nodeSelector');
  if (labels.map && known.entries.some((label) => !isSame(labels.key(String(label.name)), label))) {
    const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
    causes.invalid(labels, detail, remark);
  }
  const path = ['affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution'] as const;
  const terms = spec.in(...path, 'nodeSelectorTerms');
  const knownTerms = stored.in(...path, 'nodeSelectorTerms');
  if (terms.isUnknown || (terms.isSet && !Array.isArray(terms.value)) || knownTerms.items.length === 0)
    return;
  if (terms.items.length !== knownTerms.items.length) {
    const detail = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    causes.invalid(terms, detail, remark);
    return;
  }
  for (const [index, term] of terms.items.entries()) {
    if (!term.map || keepsTerm(term, knownTerms.items[index]!)) continue;
    causes.invalid(term, 'only additions are allowed (no mutations or deletions)', remark);
  }
}

const remark = { code: 'immutable-field' } as const;

function keepsTerm(term: Field, known: Field): boolean {
  return ['matchExpressions', 'matchFields'].every((name) => {
    const expressions = term.at(name).items;
    return known.at(name).items.every((expression, index) => {
      const now = expressions[index];
      return now !== undefined && isSame(now, expression);
    });
  });
}
