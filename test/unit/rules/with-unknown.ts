import { unknown } from '../../../server/src/yaml/unknown.ts';

/** Every copy of an object in which one value is not known. */
export function* withUnknown(
  value: unknown,
  path: readonly string[] = [],
): Generator<readonly [string, unknown]> {
  if (path.length > 0 && path[0] !== 'apiVersion' && path[0] !== 'kind') yield [path.join('.'), unknown];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const [at, changed] of withUnknown(item, [...path, String(index)])) {
        yield [at, value.map((other, place) => (place === index ? changed : other))];
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      for (const [at, changed] of withUnknown(item, [...path, key])) yield [at, { ...value, [key]: changed }];
    }
  }
}
