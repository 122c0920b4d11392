import { describe, expect, test } from 'vitest';
import { jsonPatchedText, mergePatchedText } from '../../../../sandbox/src/apply/patched-text.ts';

const result = {
  kind: 'X',
  apiVersion: 'v1',
  metadata: { name: 'n', labels: { z: '<', a: '1' } },
  data: { z: 1, a: 2 },
};

describe('a document after a patch, as the server shows it', () => {
  test.each([
    [
      '/data',
      '{"apiVersion":"v1","data":{"z":1,"a":2},"kind":"X","metadata":{"name":"n","labels":{"z":"\\u003c","a":"1"}}}',
    ],
    [
      '/data/a',
      '{"apiVersion":"v1","data":{"a":2,"z":1},"kind":"X","metadata":{"name":"n","labels":{"z":"\\u003c","a":"1"}}}',
    ],
    [
      '/metadata/labels/a',
      '{"apiVersion":"v1","data":{"z":1,"a":2},"kind":"X","metadata":{"labels":{"a":"1","z":"\\u003c"},"name":"n"}}',
    ],
  ])('a JSON patch of %s reads what is around it', (path, text) => {
    expect(jsonPatchedText(result, [{ op: 'add', path, value: 1 }])).toBe(text);
  });

  test('a merge patch reads what it merges', () => {
    expect(mergePatchedText(result, { metadata: { name: 'n' } })).toBe(
      '{"apiVersion":"v1","data":{"z":1,"a":2},"kind":"X","metadata":{"labels":{"z":"\\u003c","a":"1"},"name":"n"}}',
    );
  });
});
