import { describe, expect, test } from 'vitest';
import { Field } from '../../../server/src/rules/shared/field.ts';
import { mayHaveMore, unknown } from '../../../server/src/yaml/unknown.ts';

describe('a field that an object lacks', () => {
  const closed = { name: 'web', empty: '', nothing: null, map: {} };
  const open = { [mayHaveMore]: true, name: 'web', nothing: null };

  test.each<[what: string, object: unknown, name: string, lacks: boolean]>([
    ['is not written', closed, 'kind', true],
    ['is null', closed, 'nothing', true],
    ['is not an empty one', closed, 'empty', false],
    ['is not an empty map', closed, 'map', false],
    ['is not one that is written', closed, 'name', false],
    ['may be there, where the object may have more', open, 'kind', false],
    ['is null there, too', open, 'nothing', true],
    ['is any, where there is no object', undefined, 'kind', true],
    ['is none of what is no object', 'text', 'kind', false],
    ['is none of what is not known', unknown, 'kind', false],
  ])('%s', (_what, object, name, lacks) => {
    const field = Field.root(object);
    expect(field.lacks(name)).toBe(lacks);
    if (lacks) expect(field.at(name).isSet).toBe(false);
  });

  test('is told as one that is written, or not, by those below it', () => {
    const root = Field.root({ spec: { ports: [{ port: 80 }] } });
    expect(root.in('spec', 'ports').items.map((port) => port.at('port').number)).toEqual([80]);
    expect(root.in('spec', 'ports').items[0]).toBe(root.in('spec', 'ports').items[0]);
    expect(root.in('status', 'phase').path).toEqual(['status', 'phase']);
    expect(root.at('spec').entries.map(({ printed }) => printed)).toEqual(['spec[ports]']);
  });
});
