import { asFields, field, listOf, textOf, textsOf } from '../wrong-answer.ts';

/**
 * A LabelSelector (`meta/v1`) as the query of a list takes it: `app=web,tier in (front,back)`. Undefined where it selects
 * everything, or is none that can be read: of an object that nobody has checked it may be anything.
 */
export function labelSelectorText(selector: unknown): string | undefined {
  const labels = asFields(field(selector, 'matchLabels') ?? {});
  const expressions =
    field(selector, 'matchExpressions') === undefined ? [] : listOf(selector, 'matchExpressions');
  if (!labels || !expressions) return undefined;
  const requirements = [...Object.entries(labels).map(labelText), ...expressions.map(requirementText)];
  // To leave one out would be another selection.
  if (requirements.length === 0 || requirements.includes(undefined)) return undefined;
  return requirements.join(',');
}

/**
 * What selects the Pods of an object, by its `spec.selector`: a LabelSelector, or as in a Service or ReplicationController
 * the labels themselves. Undefined where it selects nothing, or cannot be read.
 */
export function podSelectorText(selector: unknown): string | undefined {
  const fields = Object.entries(asFields(selector) ?? {});
  if (fields.length === 0) return undefined;
  if (fields.some(([, value]) => typeof value !== 'string')) return labelSelectorText(selector);
  return fields.map(([key, value]) => `${key}=${value}`).join(',');
}

function labelText([key, value]: readonly [string, unknown]): string | undefined {
  return typeof value === 'string' ? `${key}=${value}` : undefined;
}

function requirementText(requirement: unknown): string | undefined {
  const key = textOf(requirement, 'key');
  if (key === undefined) return undefined;
  const values = textsOf(requirement, 'values');
  const areTexts = values.length === (listOf(requirement, 'values') ?? []).length;
  switch (areTexts ? field(requirement, 'operator') : undefined) {
    case 'In':
      return `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
  }
  // One of a later version.
  return undefined;
}
