import type { Kind } from '../../catalog/catalog.ts';
import { mostPatterns } from '../../rules/apiextensions/custom-schema.ts';
import { longestExpression } from '../../rules/cel/check-expression.ts';
import { longestPattern } from '../../rules/patterns/compiled-pattern.ts';
import { isPlain } from '../../rules/patterns/pattern-problem.ts';
import type { MapNode, ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { Finding } from '../finding.ts';
import { leftPart } from '../left-part.ts';

/**
 * The notes on what the rules do not read of a definition or an admission policy: patterns beyond their number, and the first
 * pattern and expression that are too long. None for all others.
 */
export function leftInDefinition(map: MapNode, { group }: Pick<Kind, 'group'>): Finding[] {
  if (!groups.has(group)) return [];
  const found = new Map<string, Finding>();
  let read = 0;
  for (const { name, text } of textsIn(map)) {
    const { length } = text.text;
    if (name !== 'pattern') {
      if (length > longestExpression && !found.has('expression'))
        found.set('expression', leftPart('expression', longestExpression, text.span));
    } else if (isPlain(text.text)) continue;
    else if (++read > mostPatterns) {
      const about = { is: 'left-patterns', most: mostPatterns } as const;
      if (!found.has('patterns'))
        found.set('patterns', { code: 'not-checked', severity: 'information', about, span: text.span });
    } else if (length > longestPattern && !found.has('pattern'))
      found.set('pattern', leftPart('pattern', longestPattern, text.span));
  }
  return [...found.values()];
}

const groups = new Set(['apiextensions.k8s.io', 'admissionregistration.k8s.io']);
/** The fields that hold patterns and expressions, wherever they are. */
const names = new Set(['pattern', 'rule', 'messageExpression', 'expression', 'valueExpression']);

function* textsIn(map: MapNode): Generator<{ readonly name: string; readonly text: ScalarNode }> {
  const pending: YamlNode[] = [map];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'list')
      for (const { value, alias } of node.items) if (value && !alias) pending.push(value);
    if (node.type !== 'map') continue;
    for (const { key, value, alias } of node.entries) {
      if (!value || alias) continue;
      if (value.type !== 'scalar') pending.push(value);
      else if (names.has(fieldName(key))) yield { name: fieldName(key), text: value };
    }
  }
}
