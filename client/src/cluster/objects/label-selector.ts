/** `meta/v1 LabelSelector`, as far as an object that nobody has checked holds one. */
interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, unknown>>;
  readonly matchExpressions?: readonly Partial<LabelSelectorRequirement>[];
}

interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/**
 * A LabelSelector as the query of a list takes it: `app=web,tier in (front,back)`. Undefined where it selects
 * everything, or is none that can be read.
 */
export function labelSelectorText(selector: unknown): string | undefined {
  if (typeof selector !== 'object' || selector === null) return undefined;
  const { matchLabels = {}, matchExpressions = [] } = selector as LabelSelector;
  const requirements = [
    ...Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`),
    ...matchExpressions.map(requirementText),
  ];
  if (requirements.length === 0 || requirements.includes(undefined)) return undefined;
  return requirements.join(',');
}

function requirementText({ key, operator, values = [] }: Partial<LabelSelectorRequirement>) {
  switch (operator) {
    case 'In':
      return `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
  }
  // One of a later version: to leave it out would be another selection.
  return undefined;
}
