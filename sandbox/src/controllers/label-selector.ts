import { shapeOf } from '../apply/structure.ts';

interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

/**
 * Whether labels match a `LabelSelector`, or a plain map of labels as Services and ReplicationControllers have.
 * An empty selector, or none, matches nothing: no controller may own everything.
 */
export function selects(selector: unknown, labels: Record<string, string> | undefined): boolean {
  if (shapeOf(selector) !== 'map') return false;
  const { matchLabels, matchExpressions } = asLabelSelector(selector as Record<string, unknown>);
  const wanted = Object.entries(matchLabels ?? {});
  const expressions = matchExpressions ?? [];
  if (wanted.length === 0 && expressions.length === 0) return false;
  return (
    wanted.every(([key, value]) => labels?.[key] === value) &&
    expressions.every(({ key, operator, values = [] }) => {
      const value = labels?.[key];
      if (operator === 'Exists') return value !== undefined;
      if (operator === 'DoesNotExist') return value === undefined;
      if (operator === 'In') return value !== undefined && values.includes(value);
      return operator === 'NotIn' && (value === undefined || !values.includes(value));
    })
  );
}

function asLabelSelector(selector: Record<string, unknown>): LabelSelector {
  const isPlainMap = !('matchLabels' in selector) && !('matchExpressions' in selector);
  return isPlainMap ? { matchLabels: selector as Record<string, string> } : (selector as LabelSelector);
}
