import { expect, test } from 'vitest';
import { makeSchema } from '../../../server/src/catalog/make-schema.ts';
import { customObjectProblems } from '../../../server/src/rules/apiextensions/custom-object.ts';
import { hasUnknownFields, valueProblems } from '../../../server/src/rules/apiextensions/custom-value.ts';
import { brokenTransitionRules } from '../../../server/src/rules/apiextensions/transition-rules.ts';

/** As deep as a definition of 500 levels can make them. */
const levels = 248;
const path = 'a.'.repeat(levels).slice(0, -1);

/** A value, or its schema, in so many maps. */
const value = (inner: unknown) => nested(inner, (next) => ({ a: next }));
const schema = (inner: object) =>
  nested(inner, (next) => ({ type: 'object', properties: { a: next } })) as object;

function nested(inner: unknown, around: (next: unknown) => unknown): unknown {
  let found = inner;
  for (let level = 0; level < levels; level++) found = around(found);
  return found;
}

test('a value is judged however deep it is', () => {
  expect(valueProblems(value('b'), { ...schema({ type: 'string', maxLength: 0 }) })).toMatchObject([
    { fieldPath: path, reason: 'FieldValueTooLong' },
  ]);
  expect(hasUnknownFields(value({ b: 1 }), { ...schema({ type: 'object', properties: {} }) })).toBe(true);
});

test('alternatives are judged however deep they are in each other', () => {
  const not = nested({ enum: [2] }, (next) => ({ allOf: [next] })) as object;
  expect(valueProblems(1, { ...not })).toMatchObject(
    Array.from({ length: levels + 1 }, (_, index) =>
      index === levels ? { reason: 'FieldValueInvalid' } : {},
    ),
  );
});

test('items of a set that are twice there are found however deep it is', () => {
  const set = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } };
  expect(customObjectProblems(value(['b', 'b']), { ...schema(set) })).toMatchObject([
    { fieldPath: `${path}[1]`, reason: 'FieldValueDuplicate' },
  ]);
});

test('a rule about a change is asked however deep it is', () => {
  const rule = { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] };
  const read = makeSchema(schema(rule), () => undefined);
  expect(brokenTransitionRules(value('new'), value('old'), read).map((one) => one.path.length)).toEqual([
    levels,
  ]);
});
