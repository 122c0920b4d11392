import { entries, list, text } from './field.ts';

/** A plain selector or a set of labels: `a=b,c=d`, sorted; `<none>` where it is empty. */
export function formatLabels(labels: unknown): string {
  return pairs(labels).join(',') || '<none>';
}

/** A label selector as the server prints it: `a=b,c in (x,y),!d`; `<none>` where it is empty. */
export function formatLabelSelector(selector: unknown): string {
  return selectorText(selector) || '<none>';
}

/** Like `formatLabelSelector`, but an empty one is the empty text. */
export function selectorText(selector: unknown): string {
  const requirements = pairs(
    selector === undefined ? undefined : Object.fromEntries(entries(selector, 'matchLabels')),
  );
  for (const expression of list(selector, 'matchExpressions')) {
    const key = text(expression, 'key');
    const values = list(expression, 'values').map(String).sort().join(',');
    const operator = text(expression, 'operator');
    if (operator === 'In') requirements.push(`${key} in (${values})`);
    else if (operator === 'NotIn') requirements.push(`${key} notin (${values})`);
    else if (operator === 'Exists') requirements.push(key);
    else if (operator === 'DoesNotExist') requirements.push(`!${key}`);
  }
  return requirements
    .map((requirement) => ({ requirement, key: requirement.replace(/^!/, '').split(/[= ]/)[0] ?? '' }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ requirement }) => requirement)
    .join(',');
}

function pairs(labels: unknown): string[] {
  return entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort();
}
