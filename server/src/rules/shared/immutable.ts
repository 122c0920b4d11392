import { ownField } from '../../yaml/own-field.ts';
import { parseQuantity } from '../formats/quantity.ts';
import type { AdmissionAttributes } from './admission-attributes.ts';
import type { CauseOptions, Causes } from './causes.ts';
import { Field } from './field.ts';

/** A field that stays as it was created. Nothing is known of it while an object is created. */
export function checkImmutable(
  field: Field,
  causes: Causes,
  { old }: AdmissionAttributes,
  remark: CauseOptions = {},
): void {
  if (!old || isSame(field, storedAt(field, old))) return;
  causes.invalid(field, 'field is immutable', { code: 'immutable-field', ...remark });
}

/** The fields of an object whose stored state says `immutable: true`, which can itself not be taken back. */
export function checkMarkedImmutable(
  object: Field,
  fields: readonly string[],
  causes: Causes,
  { old }: AdmissionAttributes,
): void {
  if (old?.immutable !== true) return;
  const detail = 'field is immutable when `immutable` is set';
  const remark = { code: 'immutable-field', at: 'value' } as const;
  if (object.at('immutable').value !== true) causes.forbidden(object.at('immutable'), detail, remark);
  for (const name of fields) {
    const field = object.at(name);
    if (!isSame(field, storedAt(field, old))) causes.forbidden(field, detail, remark);
  }
}

/** What is stored at a field's place; nothing where nothing is stored. */
export function storedAt(field: Field, old: AdmissionAttributes['old']): Field {
  let stored = Field.root(old);
  for (const part of field.path)
    stored = typeof part === 'number' ? (stored.items[part] ?? stored.child(part)) : stored.at(part);
  return stored;
}

/** Whether two values are the same to the server, which cannot tell nothing from empty. Unknown ones are the same. */
export function isSame(left: Field, right: Field): boolean {
  return isSameValue(left.value, right.value);
}

/** The fields of an object that differ from the other one's, but for some; the whole where one of them is no object. */
export function changesBeside(except: readonly string[], after: Field, before: Field): Field[] {
  if (!after.map || !before.map) return isSame(after, before) ? [] : [after];
  const names = new Set([...Object.keys(after.map), ...Object.keys(before.map)]);
  for (const name of except) names.delete(name);
  return Array.from(names, (name) => after.at(name)).filter(
    (field) => !isSame(field, before.at(String(field.name))),
  );
}

/** The same of the items of lists; the whole list where it has more or fewer. */
export function changesInItems(except: readonly string[], after: Field, before: Field): Field[] {
  const [items, known] = [after.items, before.items];
  if (!Array.isArray(after.value) || !Array.isArray(before.value) || items.length !== known.length) {
    return isSame(after, before) ? [] : [after];
  }
  return items.flatMap((item, index) => changesBeside(except, item, known[index]!));
}

/** What a cause marks that stands for several changes; undefined where there is none. */
export function marksOf([mark, ...also]: readonly Field[]): CauseOptions | undefined {
  return mark && { code: 'immutable-field', mark, also };
}

/** The same of plain values. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (left === right || (isNothing(left) && isNothing(right))) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSameValue(item, right[index]));
  }
  if (isOpaque(left) || isOpaque(right)) return true;
  if (!isMap(left) || !isMap(right)) return false;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every(
    (key) =>
      isSameValue(ownField(left, key), ownField(right, key)) ||
      (amounts.has(key) && isSameAmounts(left[key], right[key])),
  );
}

/** Maps of quantities, which have many spellings. */
const amounts = new Set(['limits', 'requests', 'capacity', 'overhead']);

function isSameAmounts(left: unknown, right: unknown): boolean {
  if (!isMap(left) || !isMap(right)) return false;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((name) => {
    const [one, other] = [parseQuantity(ownField(left, name)), parseQuantity(ownField(right, name))];
    return (
      isSameValue(ownField(left, name), ownField(right, name)) ||
      (one && one.billionths === other?.billionths)
    );
  });
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : isMap(value) && Object.values(value).every(isNothing);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isOpaque(value);
}

function isOpaque(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null;
}
