import { expect, it } from 'vitest';
import { containsFields } from '../../../client/src/journal/contains-fields.ts';

it.each<[isIn: boolean, sent: unknown, object: unknown]>([
  [true, { a: 1 }, { a: 1, b: 2 }],
  [true, { a: { b: 'c' } }, { a: { b: 'c', default: true }, status: {} }],
  [true, { list: [{ name: 'x' }] }, { list: [{ name: 'x', protocol: 'TCP' }] }],
  [true, { empty: {}, none: null, text: '', list: [] }, {}],
  [false, { a: 1 }, { a: 2 }],
  [false, { a: 1 }, {}],
  [false, { list: ['x'] }, { list: ['x', 'y'] }],
  [false, { list: ['x'] }, { list: { 0: 'x' } }],
  [false, { a: 0 }, {}],
  [false, { a: {} }, { a: { b: 1 } }],
  [false, { constructor: {}, x: 1 }, { constructor: {} }],
])('%s: %j in %j', (isIn, sent, object) => {
  expect(containsFields(object, sent)).toBe(isIn);
});
