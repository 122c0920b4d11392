import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { fieldPathProblem } from './custom-field-path.ts';

const mostFields = 8;

/** The fields by which objects of a custom kind can be selected; `fieldPath` is how the server names the list. */
export function checkSelectableFields(fields: Field, schema: Field, fieldPath: Field, causes: Causes): void {
  const seen = new Set<string>();
  for (const selectable of fields.items) {
    const path = selectable.at('jsonPath');
    const named = fieldPath.child(selectable.name).child('jsonPath');
    if (path.text === '') causes.required(named, '', { mark: path });
    if (!path.text) continue;
    const found = fieldPathProblem(path.text, schema, 'dots alone');
    const remark = { code: 'custom-schema', mark: path, shown: path.text } as const;
    if (found === undefined) continue;
    if (typeof found === 'string') {
      causes.invalid(named, `is an invalid path: ${found}`, remark);
      continue;
    }
    if (/^\.metadata(?:\.|$)/.test(path.text)) {
      causes.invalid(named, 'must not point to fields in metadata', remark);
    }
    const type = found.at('type').text;
    if (type !== undefined && !['string', 'boolean', 'integer'].includes(type)) {
      const detail =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      causes.invalid(named, detail, remark);
    }
    if (seen.has(path.text)) causes.duplicate(named, remark);
    seen.add(path.text);
  }
  if (seen.size > mostFields) causes.tooMany(fieldPath, seen.size, mostFields, { mark: fields, at: 'key' });
}
