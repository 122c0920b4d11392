import { labelValue } from '../formats/label-value.ts';
import { qualifiedName } from '../formats/qualified-name.ts';
import type { Causes, Check } from './causes.ts';
import type { Field } from './field.ts';

/** Keys and values of a map of labels. The server names the map, not the label; `named` where by another name. */
export function checkLabels(labels: Field, causes: Causes, named: Field = labels): void {
  if (!labels.isSet) return;
  for (const label of labels.entries) {
    for (const problem of qualifiedName(String(label.name))) {
      causes.invalid(labels, problem, {
        code: 'label-key',
        shown: label.name,
        named,
        mark: label,
        at: 'key',
      });
    }
    const { text } = label;
    if (text === undefined) continue;
    for (const problem of labelValue(text)) {
      causes.invalid(labels, problem, { code: 'label-value', shown: text, named, mark: label });
    }
  }
}

/** The key of a label. */
export const checkLabelKey: Check = (key, causes) =>
  causes.malformed(key, qualifiedName, { code: 'label-key' });
