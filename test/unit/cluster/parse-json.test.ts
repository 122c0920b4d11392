import { describe, expect, test } from 'vitest';
import { JsonLimitError, parseJson } from '../../../client/src/cluster/http/parse-json.ts';
import { seededRandom } from '../../support/random.ts';

const pause = async () => {};

/** What a text is, or that it is none. */
async function inSlices(text: string, slice: number): Promise<unknown> {
  try {
    return { value: await parseJson(text, { slice, pause }) };
  } catch (error) {
    return (error as Error).name;
  }
}

function atOnce(text: string): unknown {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return (error as Error).name;
  }
}

describe('JSON in slices is what JSON.parse says', () => {
  test.each([
    '',
    ' ',
    '[]',
    '{}',
    '[[],[],[[]]]',
    '{"a":{"b":[{},{"c":1}]},"d":"]"}',
    '{"__proto__":{"a":[1,2,3]},"b":[1,2,3]}',
    '{"a":1,"b":{"x":[1,2]},"a":{"y":[3,4,5]}}',
    '[1,2,3,]',
    '[1,,2]',
    '[[1,2,3],,4]',
    '[,[1,2,3]]',
    '[[1,2,3],]',
    '[[1,2,3] 4]',
    '[-[1,2,3]]',
    '[4 [1,2,3]]',
    '{"a":[1,2,3],}',
    '{"a":-[1,2,3]}',
    '{"a" [1,2,3]}',
    '{[1,2,3]}',
    '{"a":[1,2,3] "b":1}',
    '[1,2,3]]',
    '[1,2,3',
    '[1,2,3}',
    '[[1,2,3],"',
    '[[1,2,3]] [[1,2,3]]',
    'x [1,2,3]',
    String.raw`["\\",["\"",1,2],"\\\"",[3,4]]`,
  ])('%s', async (text) => {
    for (const slice of [1, 3, 100]) expect(await inSlices(text, slice)).toEqual(atOnce(text));
  });

  test('of any text, broken ones too', async () => {
    const random = seededRandom(7);
    const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;
    const value = (depth: number): unknown => {
      const kinds = depth > 4 ? ['scalar'] : ['scalar', 'list', 'map'];
      const length = random(5);
      switch (pick(kinds)) {
        case 'list':
          return Array.from({ length }, () => value(depth + 1));
        case 'map':
          return Object.fromEntries(
            Array.from({ length }, () => [pick(['a', 'b', '"', '__proto__', '{']), value(depth + 1)]),
          );
        default:
          return pick<unknown>([null, true, -0.5, 'a', '"', '\\', '],', '']);
      }
    };
    for (let round = 0; round < 5_000; round++) {
      let text = JSON.stringify(value(0), undefined, pick([0, 1]));
      if (random(2) === 0) {
        const at = random(text.length);
        text = `${text.slice(0, at)}${pick(['', ',', '[', ']', '{', '}', '"', '1', ':', ' '])}${text.slice(at + pick([0, 1]))}`;
      }
      expect([text, await inSlices(text, pick([1, 4, 16]))]).toEqual([text, atOnce(text)]);
    }
  });
});

test('what is too deep or too much is refused', async () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(await parseJson(deep(500))).toBeInstanceOf(Array);
  await expect(parseJson(deep(501))).rejects.toThrow('it is nested more than 500 levels deep');
  await expect(parseJson('['.repeat(100_000))).rejects.toThrow(JsonLimitError);
  await expect(parseJson('[1,2,3]', { mostValues: 2 })).rejects.toThrow('it holds more than 2 values');
});

test('others work between the slices, and may end it', async () => {
  const text = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ index })));
  let pauses = 0;
  await parseJson(text, { slice: 100, pause: async () => void pauses++ });
  expect(pauses).toBe(Math.ceil(text.length / 100) - 1);
  const stop = new AbortController();
  const reason = new Error('stopped');
  const reading = parseJson(text, {
    slice: 100,
    pause: async () => stop.abort(reason),
    signal: stop.signal,
  });
  await expect(reading).rejects.toBe(reason);
});
