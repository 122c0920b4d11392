import { expect, it } from 'vitest';
import { mediaTypeOf } from '../../../../sandbox/src/decode/media-type.ts';

it.each<[contentType: string | undefined, type: string | undefined]>([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['Application/JSON', 'application/json'],
  ['application/yaml; charset=utf-8', 'application/yaml'],
  ['application/json;v=1', 'application/json'],
  ['application/json; title="a; b"', 'application/json'],
  ['application/json;', 'application/json'],
  ['json', 'json'],
  [';', undefined],
  ['; charset=utf-8', undefined],
  ['application/', undefined],
  ['application/json/more', undefined],
  ['application/json; charset', undefined],
  ['application/json; a=1; a=1', 'application/json'],
  ['application/json; a=1; a=2', undefined],
])('%j names %s', (contentType, type) => {
  expect(mediaTypeOf(contentType)).toBe(type);
});

it('reads a long header once', () => {
  const parameters = Array.from({ length: 10_000 }, (_, index) => `; p${index}=1`).join('');
  expect(mediaTypeOf(`application/json${parameters}${' '.repeat(50_000)}x`)).toBeUndefined();
});
