import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeSchema } from '../../../server/src/catalog/make-schema.ts';
import { applyDefaults } from '../../../server/src/defaults/apply-defaults.ts';
import { customObjectProblems } from '../../../server/src/rules/apiextensions/custom-object.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';

interface Cause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/**
 * What kube-apiserver 1.35.4 said: of a field `value` that a definition gives a schema, with the value as JSON, and of
 * whole objects.
 */
const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/custom-values.json', import.meta.url), 'utf8'),
) as {
  readonly values: readonly { schema: object; value: string; causes: Cause[] }[];
  readonly objects: readonly { schema: object; object: object; causes: Cause[] }[];
};

/** Formats that are left to the server; to it a number is of another type than a format of texts, too. */
const leftToServer =
  /of type (?:mac|isbn|isbn10|isbn13|creditcard|ssn|hexcolor|rgbcolor|uuid[345]|bsonobjectid|k8s-short-name|k8s-long-name): |"int64"/;

function said(object: object, schema: object): string[] {
  const widget = {
    group: 'example.com',
    version: 'v1',
    kind: 'Widget',
    origin: { from: 'definition', uri: 'file:///a' },
  } as const;
  const view = makeSchema(schema, () => undefined);
  const { object: defaulted } = applyDefaults({ ...object }, widget, view, { version: '1.35' });
  return customObjectProblems(defaulted, { ...schema })
    .map(
      ({ fieldPath, ...fault }) =>
        `${fieldPath === '' ? '<nil>' : fieldPath} ${fault.reason} ${serverMessage(fault)}`,
    )
    .sort();
}

function asRecorded(causes: readonly Cause[]): string[] {
  return causes
    .filter(({ message }) => !leftToServer.test(message))
    .map(({ field, reason, message }) => `${field} ${reason} ${message}`)
    .sort();
}

describe('a custom resource is judged as a real API server judges it', () => {
  it.each(recorded.values.map((row) => [`${JSON.stringify(row.schema)} of ${row.value}`, row] as const))(
    '%s',
    (_what, { schema, value, causes }) => {
      expect(said({ value: JSON.parse(value) }, { type: 'object', properties: { value: schema } })).toEqual(
        asRecorded(causes),
      );
    },
  );

  it.each(recorded.objects.map((row) => [JSON.stringify(row.schema), row] as const))(
    'as a whole: %s',
    (_what, { schema, object, causes }) => {
      expect(said(object, schema)).toEqual(asRecorded(causes));
    },
  );

  it('or told that it is not, where it would take too long', () => {
    const value = Array.from({ length: 1_000 }, (_, index) => index);
    const anyOf = Array.from({ length: 600 }, (_, index) => ({ type: 'integer', maximum: -index }));
    const schema = { type: 'object', properties: { value: { type: 'array', items: { anyOf } } } };
    expect(said({ value }, schema)).toEqual([
      "<nil> FieldValueForbidden Forbidden: takes more than 500000 comparisons with its schema, and is not judged: make the object shorter, or its schema's alternatives fewer",
    ]);
  });
});
