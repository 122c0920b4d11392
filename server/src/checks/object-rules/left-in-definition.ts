import type { Kind } from '../../catalog/catalog.ts';
import { mostPatterns } from '../../rules/apiextensions/custom-schema.ts';
import { longestPattern } from '../../rules/patterns/compiled-pattern.ts';
import { isPlain } from '../../rules/patterns/pattern-problem.ts';
import type { MapNode, ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { Finding } from '../finding.ts';
import { leftPart } from '../left-part.ts';

/**
 * The notes on what the rules do not read of a definition: patterns beyond their number, and the first one that is too long.
 * None for all others.
 */
export function leftInDefinition(map: MapNode, { group }: Pick<Kind, 'group'>): Finding[] {
  if (group !== 'apiextensions.k8s.io') return [];
  const found = new Map<string, Finding>();
  let read = 0;
  for (const { text, span } of patternsIn(map)) {
    if (isPlain(text)) continue;
    if (++read > mostPatterns) {
      const about = { is: 'left-patterns', most: mostPatterns } as const;
      if (!found.has('patterns'))
        found.set('patterns', { code: 'not-checked', severity: 'information', about, span });
    } else if (text.length > longestPattern && !found.has('pattern'))
      found.set('pattern', leftPart('pattern', longestPattern, span));
  }
  return [...found.values()];
}

/** The patterns of a definition, wherever they are. */
function* patternsIn(map: MapNode): Generator<ScalarNode> {
  const pending: YamlNode[] = [map];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'list')
      for (const { value, alias } of node.items) if (value && !alias) pending.push(value);
    if (node.type !== 'map') continue;
    for (const { key, value, alias } of node.entries) {
      if (!value || alias) continue;
      if (value.type !== 'scalar') pending.push(value);
      else if (fieldName(key) === 'pattern') yield value;
    }
  }
}
