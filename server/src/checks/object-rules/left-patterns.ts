import type { Kind } from '../../catalog/catalog.ts';
import { mostPatterns } from '../../rules/apiextensions/custom-schema.ts';
import { isPlain } from '../../rules/patterns/pattern-problem.ts';
import type { MapNode, ScalarNode, YamlNode } from '../../yaml/nodes.ts';
import { fieldName } from '../../yaml/tree.ts';
import type { Finding } from '../finding.ts';

/** The note on a definition that has more patterns than the rules read; undefined for all others. */
export function leftPatterns(map: MapNode, { group }: Pick<Kind, 'group'>): Finding | undefined {
  if (group !== 'apiextensions.k8s.io') return undefined;
  let read = 0;
  for (const pattern of patternsIn(map)) {
    if (++read <= mostPatterns) continue;
    const about = { is: 'left-patterns', most: mostPatterns } as const;
    return { code: 'not-checked', severity: 'information', about, span: pattern.span };
  }
  return undefined;
}

function* patternsIn(map: MapNode): Generator<ScalarNode> {
  const pending: YamlNode[] = [map];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'list')
      for (const { value, alias } of node.items) if (value && !alias) pending.push(value);
    if (node.type !== 'map') continue;
    for (const { key, value, alias } of node.entries) {
      if (!value || alias) continue;
      if (value.type !== 'scalar') pending.push(value);
      else if (fieldName(key) === 'pattern' && !isPlain(value.text)) yield value;
    }
  }
}
