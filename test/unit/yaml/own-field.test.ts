import { describe, expect, test } from 'vitest';
import { unionSchema } from '../../../server/src/catalog/union-schema.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import { ownField, setField } from '../../../server/src/yaml/own-field.ts';
import { toValue } from '../../../server/src/yaml/value.ts';

describe.each(['__proto__', 'constructor', 'toString', 'a'])('a field named %s', (name) => {
  test('is set, read and taken away as an own field', () => {
    const object: Record<string, unknown> = {};
    expect(ownField(object, name)).toBeUndefined();
    setField(object, name, { b: 1 });
    expect(Object.keys(object)).toEqual([name]);
    expect(ownField(object, name)).toEqual({ b: 1 });
    expect(JSON.stringify(object)).toBe(`{"${name}":{"b":1}}`);
    setField(object, name, 2);
    expect(JSON.stringify(object)).toBe(`{"${name}":2}`);
    delete object[name];
    expect(Object.keys(object)).toEqual([]);
    expect(({} as Record<string, unknown>).b).toBeUndefined();
  });

  test('is read from YAML, as a key and as a tag', () => {
    const [document] = parseDocuments(`${name}: {b: 1}\nc: !!${name} d\n`);
    expect(JSON.stringify(toValue(document?.root))).toBe(`{"${name}":{"b":1},"c":"d"}`);
  });

  test('is a property and a keyword of schemas that are joined', () => {
    const schema = JSON.parse(`{"type":"object","${name}":"x","properties":{"${name}":{"type":"string"}}}`);
    expect(JSON.stringify(unionSchema([schema, structuredClone(schema)]))).toBe(JSON.stringify(schema));
  });
});
