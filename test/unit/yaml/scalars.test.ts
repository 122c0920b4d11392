import { describe, expect, test } from 'vitest';
import { resolvePlain, resolveTagged, type ScalarValue } from '../../../server/src/yaml/scalars.ts';

describe('plain scalars are what the API server reads', () => {
  const values: [string[], ScalarValue][] = [
    [['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'], true],
    [['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'], false],
    [['', '~', 'null', 'Null', 'NULL'], null],
    [['017', '0o17', '0xF', '0b1111', '1_5', '+15', '15.', '15.0', '1.5e1'], 15],
    [['1e3'], 1000],
    [['08'], 8],
    [['-017', '-0xf'], -15],
    [['.5'], 0.5],
    [['-0'], 0],
    [['9007199254740993'], 9007199254740993n],
    [['0xffffffffffffffff'], 18446744073709551615n],
    [['18446744073709551616'], 2 ** 64],
    [['.inf', '+.Inf'], Number.POSITIVE_INFINITY],
    [['-.INF'], Number.NEGATIVE_INFINITY],
    [['.nan'], Number.NaN],
  ];
  for (const [texts, value] of values) {
    test.each(texts)(`%j is ${String(value)}`, (text) => expect(resolvePlain(text)).toEqual(value));
  }

  test.each([
    'yEs',
    'tRUE',
    'nULL',
    '1:30',
    '2024-01-02',
    '<<',
    '=',
    '12e',
    '1e400',
    '0x',
    '-',
    '+',
    '.',
    '1.2.3',
    '0b12',
    '_1',
    '80/TCP',
    '100m',
    'é',
  ])('%j is a string', (text) => expect(resolvePlain(text)).toBe(text));
});

test.each<[string, string, ScalarValue]>([
  ['5', 'str', '5'],
  ['yes', 'str', 'yes'],
  ['5', 'int', 5],
  ['1.5', 'float', 1.5],
  ['yes', 'bool', true],
  ['x', 'null', null],
  ['aGk=', 'binary', 'hi'],
  ['*', 'binary', '*'],
  ['5', 'unknown', '5'],
])('%j tagged !!%s is %j', (text, tag, value) => {
  expect(resolveTagged(text, `tag:yaml.org,2002:${tag}`)).toBe(value);
});
